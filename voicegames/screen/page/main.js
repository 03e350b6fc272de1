// The page: shows the state that the program sends, and sends what is pressed. It decides nothing itself.

import { loadArt } from "./art.js";
import { showCheck } from "./check.js";
import { Clock } from "./clock.js";
import { find, setText } from "./elements.js";
import { GAMES } from "./games.js";
import * as keys from "./keys.js";
import { showOver } from "./over.js";
import { focusNames, showStart } from "./start.js";
import { showLines, showTable } from "./table.js";
import { setTexts, text } from "./texts.js";
import { Wire } from "./wire.js";

const STAGES = ["start", "check", "table", "over"];
const MOST_MEASURES = 1000;
let clock = null;
let wire = null;
let measures = 0;
let typedSince = 0;
let isTyping = false;
let wasShown = false;

const send = (message) => wire.send(message);

function onState(state, changed, atMs, isChange) {
  if (changed.includes("texts")) {
    setTexts(state.texts, state.language);
    keys.showSwitch();
    find("level").setAttribute("aria-label", text("level_label"));
    find("time").setAttribute("aria-label", text("time_label"));
  }
  const isOther = document.body.dataset.stage !== state.stage;
  document.body.dataset.stage = state.stage;
  document.body.dataset.number = String(wire.number);
  for (const stage of STAGES) find(stage).hidden = stage !== state.stage;
  find("main").removeAttribute("aria-busy");
  if (state.stage === "start") showStart(state.start, send);
  else if (state.stage === "check") showCheck(state.check, send);
  else if (state.stage === "table") showTable(state, send);
  else if (state.stage === "over") showOver(state, send);
  clock.setPrompt(state.stage === "table" ? (state.prompt ?? null) : null);
  clock.isThinking = state.stage === "table" && state.prompt !== null && state.is_heard_final === false;
  clock.setEar(clock.ear);
  setText(find("heading"), heading(state));
  setText(find("note"), state.note ?? "");
  find("level").hidden = Boolean(state.note);
  if (state.lines) showLines(state.lines, isChange);
  if (isOther && wasShown) find("heading").focus({ preventScroll: true });
  wasShown = true;
  measure(atMs);
}

function heading(state) {
  if (state.stage === "start") return text("start_heading");
  if (state.stage === "check") return text("check_heading");
  if (state.stage === "over") return state.headline;
  return state.stage === "table" ? text(`game_${state.game}`) : text("title");
}

// How long a change took from the table to the eye; read by the browser's own performance tools.
function measure(atMs) {
  requestAnimationFrame(() => {
    if (++measures > MOST_MEASURES) {
      performance.clearMeasures("change");
      measures = 1;
    }
    performance.measure("change", { start: Math.max(0, atMs - performance.timeOrigin), end: performance.now() });
  });
}

function onTrouble(why) {
  const words = why === null ? "" : text(why) || find("trouble").dataset.gone;
  setText(find("trouble"), words);
  document.body.classList.toggle("cut-off", why !== null);
  if (why !== null && why !== "lost") close();
}

// Nothing that can be pressed does anything any more: what was played stays to be read.
function close() {
  document.body.classList.add("is-closed");
  for (const element of document.querySelectorAll("main button, main input")) element.disabled = true;
  clock.setPrompt(null);
}

function onAnswer(event) {
  event.preventDefault();
  const field = find("answer-text");
  const words = field.value.trim();
  if (words) send({ do: "typed", text: words, age_ms: Math.min(60000, Math.max(0, performance.now() - typedSince)) });
  field.value = "";
  onTyping();
}

// The table is told when a line is begun: who begins in time may finish it.
function onTyping() {
  const isBegun = find("answer-text").value.trim() !== "";
  if (isBegun === isTyping) return;
  isTyping = isBegun;
  typedSince = performance.now();
  send({ do: "begun", is_begun: isBegun });
}

function onChoiceKey(event) {
  const isLeaving = event.key === "Escape" && document.body.dataset.stage === "check";
  const key = isLeaving ? "Enter" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "x" && document.body.dataset.stage === "start") {
    event.preventDefault();
    focusNames();
    return;
  }
  const button = [...document.querySelectorAll("[data-key]")].find(
    (element) => element.dataset.key === key && element.offsetParent !== null,
  );
  if (button) {
    event.preventDefault();
    button.click();
  }
}

await loadArt(Object.values(GAMES).map((game) => game.art));
clock = new Clock();
wire = new Wire(onState, (tick) => clock.receive(tick), onTrouble);
keys.listen(() => wire.state, send, onChoiceKey);
find("answer").addEventListener("submit", onAnswer);
find("answer-text").addEventListener("input", onTyping);
find("answer-text").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.value !== "") {
    event.target.value = "";
    event.stopPropagation();
    onTyping();
  }
});
