// The board of Remmi Demmi: the timer as a ring, the point men, calls, offers, the shown hand and the score sheet.

import { find, make, makeSvg, show } from "./elements.js";
import { text } from "./texts.js";

export const art = "remmi_demmi.svg";

const RADIUS = 52;
const AROUND = 2 * Math.PI * RADIUS;
const GAME = "remmi-demmi";
let isFollowing = false;

// Each part is made anew only when it has changed: while robots shout, a card that is being pressed stays where it is.
export function showBoard(place, state, send) {
  const { board } = state;
  if (place.dataset.shown !== GAME) {
    place.dataset.shown = GAME;
    place.replaceChildren(skeleton());
    if (!isFollowing) new MutationObserver(drawRing).observe(find("time-left"), { attributes: true, attributeFilter: ["style"] });
    isFollowing = true;
  }
  const part = (name, key, makeChildren) =>
    show(place.querySelector(`.remmi-${name}`), [key, document.documentElement.lang], () => makeChildren().filter((child) => child !== null));
  part("top", [board.round, board.speed, board.seconds, board.left_s, board.men], () => topOf(board));
  // While the timer runs there is no time to read a score sheet, and the cards need the place.
  part("claims", [board.claims], () => board.claims.map(claimOf));
  part("offers", [board.offers], () => board.offers.map((offer) => make("li", {}, offer)));
  part("points", [board.sheet, board.names, board.seconds > 0], () => (board.seconds > 0 ? [] : [sheetOf(board)]));
  part("hand", [board.hand_label, board.hand], () => handOf(board, send));
  drawRing();
}

function skeleton() {
  return make(
    "div",
    { class: "remmi" },
    make("div", { class: "remmi-top" }),
    make(
      "div",
      { class: "remmi-middle" },
      make("ol", { class: "remmi-claims" }),
      make("ul", { class: "remmi-offers" }),
      make("div", { class: "remmi-points", tabindex: "0", role: "group" }),
    ),
    make("div", { class: "remmi-hand" }),
  );
}

// At the end the sheet stays to be looked at.
export function endOf(state) {
  return [make("div", { class: "remmi-points" }, sheetOf(state.board))];
}

function topOf(board) {
  return [
    make("p", { class: "remmi-round" }, board.speed ? `${board.round} \u00b7 ${board.speed}` : board.round),
    board.seconds > 0 ? ringOf(board) : null,
    make("ul", { class: "remmi-men" }, ...board.men.map((man) => make("li", {}, manOf(man)))),
  ];
}

function manOf(man) {
  return makeSvg(
    "svg",
    { viewBox: document.querySelector(`#remmi-point-${man}`)?.getAttribute("viewBox") ?? "0 0 220 272", class: "remmi-man", role: "img", "aria-label": String(man) },
    makeSvg("use", { href: `#remmi-point-${man}` }),
  );
}

function ringOf({ seconds, left_s }) {
  const standing = left_s === null ? {} : { "data-left": left_s };
  return makeSvg(
    "svg",
    { viewBox: "0 0 120 120", class: "remmi-ring", role: "img", "aria-label": text("time_label"), "data-seconds": seconds, ...standing },
    makeSvg("circle", { cx: 60, cy: 60, r: RADIUS, class: "ring-all" }),
    makeSvg("circle", { cx: 60, cy: 60, r: RADIUS, class: "ring-left", "stroke-dasharray": AROUND }),
    makeSvg("text", { x: 60, y: 72, class: "ring-seconds", "aria-hidden": "true" }, ""),
  );
}

// The ring follows the bar of the time that is left, so that both show the same audio clock; in a pause there is no bar.
function drawRing() {
  const ring = document.querySelector(".remmi-ring");
  if (ring === null) return;
  const running = Number(/scaleX\(([\d.e-]+)\)/.exec(find("time-left").style.transform)?.[1] ?? 1);
  const share = "left" in ring.dataset ? Number(ring.dataset.left) / Number(ring.dataset.seconds) : running;
  ring.querySelector(".ring-left").setAttribute("stroke-dashoffset", String(AROUND * (1 - share)));
  ring.querySelector(".ring-seconds").textContent = String(Math.ceil(share * Number(ring.dataset.seconds) - 0.001));
}

function claimOf(claim) {
  const mark = claim.is_remmi === null ? "?" : claim.is_remmi ? "\u2713" : "\u2717";
  return make(
    "li",
    {},
    claim.man === null ? null : manOf(claim.man),
    make("span", { class: "remmi-claim" }, `${claim.name}: ${mark} ${claim.told}`),
    claim.cards.length ? make("ol", { class: "remmi-cards is-open" }, ...claim.cards.map((card) => make("li", {}, cardOf(card)))) : null,
  );
}

function handOf(board, send) {
  if (board.hand_label === "") return [];
  const cards = board.hand.map((card, place) => make("li", {}, cardButton(card, place + 1, send)));
  return [make("p", {}, board.hand_label), cards.length ? make("ol", { class: "remmi-cards" }, ...cards) : null];
}

// Pressing a card is the same as saying its number: it is chosen, or left again.
function cardButton(card, number, send) {
  return make(
    "button",
    {
      type: "button",
      class: "remmi-choice",
      "data-name": `card-${number}`,
      "aria-pressed": String(card.is_chosen),
      onclick: () => send({ do: "control", control: `card_${number}` }),
    },
    cardOf(card),
    make("span", { class: "remmi-number" }, card.is_chosen ? `\u2713 ${number}` : String(number)),
  );
}

function cardOf(card) {
  const letter = (x, y) => makeSvg("text", { x, y: y + 9.7, class: "letter", "aria-hidden": "true" }, card.letter);
  return makeSvg(
    "svg",
    { viewBox: "0 0 220 272", class: "remmi-card", role: "img", "aria-label": card.called },
    makeSvg("use", { href: `#remmi-${card.colour}-${card.figure}` }),
    letter(24, 23),
    letter(196, 249),
  );
}

function sheetOf(board) {
  const heads = board.names.map((name) => make("th", { scope: "col" }, name));
  const row = (label, points, name) =>
    make("tr", name ? { class: name } : {}, make("th", { scope: "row" }, label), ...points.map((count) => make("td", {}, String(count).replace("-", "\u2212"))));
  return make(
    "table",
    { class: "remmi-sheet" },
    make("caption", {}, board.sheet_label),
    make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
    make("tbody", {}, ...board.sheet.map((points, round) => row(String(round + 1), points)), row(board.total_label, board.totals, "remmi-total")),
  );
}
