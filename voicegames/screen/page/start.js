// The start page: who plays and how. Every choice can be said, pressed, or made with a key.

import { find, make, setText, show } from "./elements.js";
import { GAMES } from "./games.js";
import { choicePhrase, controlPhrase, text, word } from "./texts.js";

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const MOST_ROBOTS = 5;
const GAME_KEYS = ["b", "n", "m"];
const VARIANT_KEYS = ["j", "k", "l"];
const KEYS = {
  robots_0: "q", robots_1: "w", robots_2: "e", robots_3: "r", robots_4: "t", robots_5: "y",
  strength_easy: "a", strength_middle: "s", strength_hard: "d",
  speed_normal: "f", speed_slow: "g", speed_very_slow: "h",
  announce_all: "u", announce_names: "i", announce_mistakes: "o", announce_none: "p",
  sound_check: "c", old_game: "v", name_1: "x", nameless: "z",
};

export function showStart(start, send) {
  const { setup } = start;
  const section = find("start");
  if (!section.firstElementChild || section.dataset.language !== document.documentElement.lang) {
    section.dataset.language = document.documentElement.lang;
    section.replaceChildren(...parts());
  }
  setText(find("start-trouble"), setup.trouble ? text(setup.trouble, { fewest: start.fewest, most: start.most }) : "");
  const group = (id, choices, chosen) => {
    const isChosen = (choice) => [chosen].flat().includes(choice.id);
    show(find(id), [choices.map((choice) => choice.id), chosen, document.documentElement.lang], () =>
      choices.map((choice) => choiceButton(choice, isChosen(choice), send)),
    );
  };
  group("choice-game", start.games.map((game, number) => named(`game_${game}`, GAME_KEYS[number])), `game_${setup.game}`);
  find("choice-variant").parentElement.hidden = start.variants.length === 0;
  find("choice-speed").parentElement.hidden = !GAMES[setup.game].hasAnswerTime;
  const variants = start.variants.map((variant, number) => named(`variant_${variant}`, VARIANT_KEYS[number]));
  group("choice-variant", variants, setup.variants.map((variant) => `variant_${variant}`));
  group("choice-people", NUMBERS.slice(0, start.most).map(people), `people_${setup.people}`);
  const mostRobots = Math.min(MOST_ROBOTS, start.most - 1);
  group("choice-robots", Array.from({ length: mostRobots + 1 }, (_, number) => robots(number)), `robots_${setup.robots}`);
  group("choice-strength", ["easy", "middle", "hard"].map((id) => named(`strength_${id}`)), `strength_${setup.strength}`);
  group("choice-speed", ["normal", "slow", "very_slow"].map((id) => named(`speed_${id}`)), `speed_${setup.speed}`);
  group("choice-announce", ["all", "names", "mistakes", "none"].map((id) => named(`announce_${id}`)), `announce_${setup.announce}`);
  showNames(start, send);
  const last = [{ ...named("start"), key: "Enter" }, named("sound_check")];
  if (setup.can_resume) last.push(named("old_game"));
  last.push(stopChoice());
  show(find("choice-last"), [last.map((choice) => choice.id), document.documentElement.lang], () =>
    last.map((choice) => choiceButton(choice, null, send)),
  );
}

function parts() {
  const groups = ["game", "variant", "people", "robots", "strength", "speed", "announce"].map((name) =>
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
    make("h2", { id: "label-names" }, text("names_label"), " ", make("kbd", {}, KEYS.name_1.toUpperCase())),
    make("div", { id: "choice-names", class: "names" }),
    make("p", { id: "names-hint", class: "names-hint" }),
  );
  groups.splice(3, 0, names);
  return [
    make("p", { class: "hint" }, text("start_hint")),
    ...groups,
    make("p", { id: "start-trouble", class: "refusal", role: "status" }),
    make("div", { id: "choice-last", class: "buttons last" }),
  ];
}

export const stopChoice = () => ({ id: "stop", label: text("control_stop"), phrase: controlPhrase("stop"), key: "Escape" });
const named = (id, key = KEYS[id]) => ({ id, label: text(id), phrase: choicePhrase(id), key });
const people = (meaning, number) =>
  ({ id: `people_${number + 1}`, label: String(number + 1), phrase: word(meaning), key: String(number + 1) });
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
  const { setup } = start;
  const language = document.documentElement.lang;
  show(find("choice-names"), [setup.people, language], () => [
    ...Array.from({ length: setup.people }, (_, number) => nameField(number, send)),
    choiceButton(named("nameless"), null, send),
  ]);
  const next = setup.naming ?? Array.from({ length: setup.people }).findIndex((_, number) => !setup.names[number]);
  nameFields().forEach((field, number) => {
    // A field in which somebody types is left alone.
    if (field !== document.activeElement) field.value = setup.names[number] ?? "";
    field.classList.toggle("is-next", number === next);
  });
  const known = start.sayable_names.length ? text("names_known", { names: start.sayable_names.join(", ") }) : "";
  const hint = start.sayable_names.length ? text("names_hint", { phrase: choicePhrase("name_1") }) : "";
  show(find("names-hint"), [hint, known, language], () => [hint, " ", make("small", {}, known)]);
}

function nameField(number, send) {
  const label = text("name_of", { number: number + 1 });
  const field = make("input", { type: "text", maxlength: 20, "aria-label": label, placeholder: label, "data-name": `name-${number}` });
  field.addEventListener("change", () => send({ do: "choice", choice: "names", values: namesNow() }));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Enter goes on to the next name; after the last one, or with Escape, single keys work again.
    const following = event.key === "Enter" ? nameFields()[number + 1] : undefined;
    if (following) following.focus();
    else find("heading").focus({ preventScroll: true });
    event.preventDefault();
    event.stopPropagation();
  });
  return field;
}

export function focusNames() {
  nameFields()[0]?.focus();
}

const nameFields = () => [...find("choice-names").querySelectorAll("input")];
const namesNow = () => nameFields().map((field) => field.value.trim());
