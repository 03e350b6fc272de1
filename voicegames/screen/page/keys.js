// The keyboard: players' numbers and the referee's controls as single keys, letters into the answer.

import { find } from "./elements.js";
import { text } from "./texts.js";

export const CONTROL_KEYS = {
  pause: " ",
  go_on: " ",
  repeat: ".",
  that_was_wrong: "!",
  score: "#",
  help: "?",
  stop: "Escape",
  patient_referee: "+",
};

const STORED = "voicegames-single-keys";
let areOn = localStorage.getItem(STORED) !== "off";

const SIGNS = { ArrowUp: "\u2191", ArrowDown: "\u2193", ArrowLeft: "\u2190", ArrowRight: "\u2192", Backspace: "\u232b" };
const NAMED = { " ": "key_space", Escape: "key_escape", Enter: "key_enter" };

export function keyName(key) {
  return key in NAMED ? text(NAMED[key]) : (SIGNS[key] ?? key);
}

export function showSwitch() {
  const button = find("keys-switch");
  button.textContent = text(areOn ? "keys_on" : "keys_off");
  button.setAttribute("aria-pressed", String(areOn));
}

// Single keys can be switched off, for people whose speech input or hands press keys that they don't mean.
export function listen(state, send, choose) {
  find("keys-switch").addEventListener("click", () => {
    areOn = !areOn;
    localStorage.setItem(STORED, areOn ? "on" : "off");
    showSwitch();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
    const isTyping = event.target instanceof HTMLInputElement;
    const isButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    if (event.key === "Escape" && isTyping && event.target.value !== "") return;
    if (isTyping && event.key !== "Escape" && !(event.target.id === "answer-text" && event.target.value === "")) return;
    if (isButton && (event.key === " " || event.key === "Enter")) return;
    if (!areOn) return;
    if (state().stage === "table") tableKey(event, state(), send);
    else if (!isTyping) choose(event);
  });
}

function tableKey(event, state, send) {
  const pressed = state.buttons.find((button) => button.key !== "" && button.key === event.key);
  if (pressed) {
    event.preventDefault();
    send({ do: "typed", text: pressed.says, age_ms: 0 });
    return;
  }
  if (state.has_player_keys && /^[1-9]$/.test(event.key)) {
    event.preventDefault();
    if (Number(event.key) <= state.seats.length) send({ do: "player", player: Number(event.key) - 1 });
    return;
  }
  const control = state.controls.find((name) => CONTROL_KEYS[name] === event.key);
  if (control) {
    event.preventDefault();
    send({ do: "control", control });
  } else if (event.key.length === 1 && event.target.id !== "answer-text" && /[\p{L}\p{N}]/u.test(event.key)) {
    // The letter itself arrives in the field, because the focus moves before it is typed.
    find("answer-text").focus({ preventScroll: true });
  }
}
