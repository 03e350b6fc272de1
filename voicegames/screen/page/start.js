// The start page: who plays and how. Every choice can be said, pressed, or made with a key.

import { find, make, setText, show } from "./elements.js";
import { choicePhrase, controlPhrase, text, word } from "./texts.js";

const NUMBERS = ["one", "two", "three", "four", "five", "six"];
const KEYS = {
  robots_0: "q", robots_1: "w", robots_2: "e", robots_3: "r", robots_4: "t", robots_5: "y",
  strength_easy: "a", strength_middle: "s", strength_hard: "d",
  speed_normal: "f", speed_slow: "g", speed_very_slow: "h",
  announce_all: "u", announce_names: "i", announce_mistakes: "o", announce_none: "p",
  sound_check: "c", old_game: "v", game_dodelido: "b",
};

export function showStart(start, send) {
  const section = find("start");
  if (!section.firstElementChild || section.dataset.language !== document.documentElement.lang) {
    section.dataset.language = document.documentElement.lang;
    section.replaceChildren(...parts());
  }
  setText(find("start-hint"), start.note ?? text("start_hint"));
  setText(find("start-trouble"), start.trouble ? text(start.trouble) : "");
  const group = (id, choices, chosen) =>
    show(find(id), [choices.map((choice) => choice.id), chosen, document.documentElement.lang], () =>
      choices.map((choice) => choiceButton(choice, choice.id === chosen, send)),
    );
  group("choice-game", [named("game_dodelido")], "game_dodelido");
  group("choice-people", NUMBERS.map((meaning, number) => people(meaning, number + 1)), `people_${start.people}`);
  group("choice-robots", [0, 1, 2, 3, 4, 5].map(robots), `robots_${start.robots}`);
  group("choice-strength", ["easy", "middle", "hard"].map((id) => named(`strength_${id}`)), `strength_${start.strength}`);
  group("choice-speed", ["normal", "slow", "very_slow"].map((id) => named(`speed_${id}`)), `speed_${start.speed}`);
  group("choice-announce", ["all", "names", "mistakes", "none"].map((id) => named(`announce_${id}`)), `announce_${start.announce}`);
  showNames(start, send);
  const last = [{ ...named("start"), key: "Enter" }, named("sound_check")];
  if (start.can_resume) last.push(named("old_game"));
  last.push(stopChoice());
  show(find("choice-last"), [last.map((choice) => choice.id), document.documentElement.lang], () =>
    last.map((choice) => choiceButton(choice, null, send)),
  );
}

function parts() {
  const groups = ["game", "people", "robots", "strength", "speed", "announce"].map((name) =>
    make(
      "div",
      { class: `choice choice-of-${name}`, role: "group", "aria-labelledby": `label-${name}` },
      make("h2", { id: `label-${name}` }, text(`${name}_label`)),
      make("div", { id: `choice-${name}`, class: "buttons" }),
    ),
  );
  const names = make(
    "div",
    { class: "choice choice-of-names", role: "group", "aria-labelledby": "label-names" },
    make("h2", { id: "label-names" }, text("names_label")),
    make("div", { id: "choice-names", class: "names" }),
  );
  groups.splice(2, 0, names);
  return [
    make("p", { id: "start-hint", class: "hint" }),
    ...groups,
    make("p", { id: "start-trouble", class: "refusal", role: "status" }),
    make("div", { id: "choice-last", class: "buttons last" }),
  ];
}

export const stopChoice = () => ({ id: "stop", label: text("control_stop"), phrase: controlPhrase("stop"), key: "Escape" });
const named = (id) => ({ id, label: text(id), phrase: choicePhrase(id), key: KEYS[id] });
const people = (meaning, number) => ({ id: `people_${number}`, label: String(number), phrase: word(meaning), key: String(number) });
const robots = (number) => ({ ...named(`robots_${number}`), label: String(number) });

export function choiceButton(choice, isChosen, send) {
  const names = { Enter: text("key_enter"), Escape: text("key_escape") };
  const key = names[choice.key] ?? choice.key.toUpperCase();
  return make(
    "button",
    {
      type: "button",
      "data-name": choice.id,
      "data-key": choice.key,
      "aria-pressed": isChosen === null ? null : String(isChosen),
      onclick: () => send({ do: "choice", choice: choice.id }),
    },
    make("span", { class: "label" }, isChosen ? `\u2713 ${choice.label}` : choice.label),
    " ",
    make("small", {}, text("say_it", { phrase: choice.phrase })),
    " ",
    make("kbd", {}, key),
  );
}

function showNames(start, send) {
  show(find("choice-names"), [start.people, document.documentElement.lang], () =>
    Array.from({ length: start.people }, (_, number) => {
      const label = text("name_of", { number: number + 1 });
      const field = make("input", { type: "text", maxlength: 20, "aria-label": label, placeholder: label, "data-name": `name-${number}` });
      field.value = start.names[number] ?? "";
      field.addEventListener("change", () => send({ do: "choice", choice: "names", values: namesNow() }));
      return field;
    }),
  );
}

const namesNow = () => [...find("choice-names").querySelectorAll("input")].map((field) => field.value.trim());
