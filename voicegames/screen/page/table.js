// The table while a game is played: seats, board, what was heard, the ruling, captions and the history.

import { backs } from "./art.js";
import { showCaptions } from "./captions.js";
import { find, make, setText, show, showEach } from "./elements.js";
import { GAMES } from "./games.js";
import { CONTROL_KEYS, keyName } from "./keys.js";
import { controlPhrase, seconds, text } from "./texts.js";

const MARKS = { right: "\u2713", wrong: "\u2717", stutter: "\u223f", open: "" };
const VERDICT_MARKS = { right: "\u2713", mistake: "\u2717", again: "?", crocodile: "!" };
const MOST_LINES = 60;

export function showTable(state, send) {
  showSeats(state, send);
  setText(find("turn"), state.headline);
  GAMES[state.game].showBoard(find("board"), state, send);
  showRuling(state);
  showCaptions(state.captions);
  find("paused").hidden = state.paused === null;
  setText(find("paused"), state.paused ?? "");
  showControls(state, send);
  showButtons(state, send);
  setText(find("sayable"), state.sayable);
}

function showSeats(state, send) {
  const onTop = Math.ceil(state.seats.length / 2);
  for (const id of ["seats-top", "seats-bottom"]) find(id).classList.toggle("many", state.seats.length > 6);
  const seat = (number) => seatOf(state, number, send);
  const numbers = state.seats.map((_, number) => number);
  const shown = (from, to) => [state.seats.slice(from, to), state.turn, from, state.winner, text("robot")];
  show(find("seats-top"), shown(0, onTop), () => numbers.slice(0, onTop).map(seat));
  find("seats-bottom").start = onTop + 1;
  show(find("seats-bottom"), shown(onTop), () => numbers.slice(onTop).map(seat));
}

function seatOf(state, number, send) {
  const seat = state.seats[number];
  const hasTurn = number === state.turn && state.winner === null;
  const key = make(
    "button",
    {
      type: "button",
      class: "seat-key",
      "data-name": `seat-${number}`,
      "aria-label": text("player_key", { name: seat.name, key: number + 1 }),
      onclick: () => send({ do: "player", player: number }),
    },
    String(number + 1),
  );
  const name = make("span", { class: "seat-name" });
  if (hasTurn) {
    const mark = make("span", { class: "seat-turn", "aria-hidden": "true" }, "\u25b6");
    name.append(mark, make("span", { class: "hidden" }, `${text("is_turn")}: `));
  }
  name.append(seat.name);
  name.title = seat.name;
  if (seat.is_robot) name.append(make("span", { class: "seat-robot" }, ` (${text("robot")})`));
  const time =
    seat.reaction_s === null
      ? null
      : make("span", { class: "seat-time", title: text("reaction_label", { seconds: seconds(seat.reaction_s) }) },
          text("reaction", { seconds: seconds(seat.reaction_s) }));
  const cards = seat.holds ? make("span", { class: "seat-cards" }, backs(seat.cards), seat.holds) : null;
  const note = seat.note ? make("span", { class: "seat-note" }, seat.note) : null;
  return make("li", { class: hasTurn ? "seat has-turn" : "seat" }, key, name, cards, note, time);
}

function showRuling(state) {
  const { ruling } = state;
  const heard = find("heard");
  heard.classList.toggle("provisional", !state.is_heard_final);
  show(heard, [state.was_heard, text("heard_nothing")], () =>
    state.was_heard.length === 0 ? [text("heard_nothing")] : state.was_heard.flatMap((said) => [heardWord(said), " "]),
  );
  find("ruling").dataset.verdict = ruling?.verdict ?? "none";
  const time = ruling?.reaction_s == null ? "" : ` \u00b7 ${text("reaction_label", { seconds: seconds(ruling.reaction_s) })}`;
  setText(
    find("verdict"),
    ruling === null ? "" : `${VERDICT_MARKS[ruling.verdict]} ${text(`verdict_${ruling.verdict}`)}${time}`,
  );
  setText(find("ruling-words"), ruling?.sentence ?? "");
  setText(find("expected"), ruling?.expected ? text("right_answer", { expected: ruling.expected }) : "");
}

function heardWord(said) {
  const meaning = text(`mark_${said.mark}`);
  const mark = MARKS[said.mark] ? make("span", { class: "word-mark", "aria-hidden": "true" }, MARKS[said.mark]) : null;
  const hidden = meaning ? make("span", { class: "hidden" }, ` (${meaning})`) : null;
  return make("span", { class: `word ${said.mark}` }, mark, said.text, hidden);
}

function showControls(state, send) {
  const wanted = state.controls.filter((control) => control !== (state.paused === null ? "go_on" : "pause"));
  show(find("controls"), [wanted, controlPhrase("pause")], () =>
    wanted.map((control) =>
      make(
        "button",
        { type: "button", "data-name": control, onclick: () => send({ do: "control", control }) },
        make("span", { class: "label" }, text(`control_${control}`)),
        " ",
        make("small", {}, text("say_it", { phrase: controlPhrase(control) })),
        " ",
        make("kbd", {}, keyName(CONTROL_KEYS[control])),
      ),
    ),
  );
}

// What can be pressed now beside the controls: as if the words were typed.
function showButtons(state, send) {
  find("question").hidden = state.buttons.length === 0;
  showEach(find("question"), state.buttons, (button) => answerButton(button, send));
}

function answerButton(button, send) {
  return make(
    "button",
    { type: "button", "data-name": button.says, onclick: () => send({ do: "typed", text: button.says, age_ms: 0 }) },
    make("span", { class: "label" }, button.label),
    " ",
    isSaid(button) ? null : make("small", {}, text("say_it", { phrase: button.says })),
    " ",
    button.key ? make("kbd", {}, keyName(button.key)) : null,
  );
}

// What stands on the button is what is said: it need not be told twice.
const isSaid = (button) => button.label.toLowerCase() === button.says.toLowerCase();

// Each line is added once and in order. What happened before the page was opened is there, but is not read out.
export function showLines(lines, isNew) {
  const log = find("log");
  const newest = lines.length ? lines[lines.length - 1].number : 0;
  let last = Number(log.dataset.last ?? 0);
  if (newest < last) {
    // Another game has begun.
    log.replaceChildren();
    last = 0;
  }
  log.dataset.last = String(newest);
  const fresh = lines.filter((line) => line.number > last);
  if (fresh.length === 0) return;
  log.setAttribute("aria-live", isNew ? "polite" : "off");
  for (const line of fresh) log.append(make("p", { "data-number": line.number }, line.text));
  while (log.children.length > MOST_LINES) log.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
  if (!isNew) setTimeout(() => log.setAttribute("aria-live", "polite"), 300);
}
