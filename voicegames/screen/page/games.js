// The games that can be shown. A further game adds its module here, and its styles in index.html.
// A module has art, the file of its drawings; boardOf(board, seats), which returns the elements of the board; and it may
// have endOf(state), which returns what the end page shows beside the winner.

import * as dodelido from "./dodelido.js";
import * as domitrio from "./domitrio.js";
import * as remmiDemmi from "./remmi_demmi.js";

export const GAMES = { dodelido, domitrio, "remmi-demmi": remmiDemmi };
