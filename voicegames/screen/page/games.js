// The games that can be shown. A further game adds its module here, and its styles in index.html.
// A module has art, the file of its drawings; showBoard(place, state, send), which shows the board in an element, and leaves
// alone what is the same as before; and it may have endOf(state), which returns what the end page shows beside the winner,
// and hasAnswerTime, where the time for an answer can be chosen.

import * as dodelido from "./dodelido.js";
import * as domitrio from "./domitrio.js";
import * as remmiDemmi from "./remmi_demmi.js";

export const GAMES = { dodelido, domitrio, "remmi-demmi": remmiDemmi };
