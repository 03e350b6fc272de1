// The board of Remmi Demmi: the timer as a ring, the point men, calls, offers, the shown hand and the score sheet.

import { find, make, makeSvg } from "./elements.js";

export const art = "remmi_demmi.svg";

const RADIUS = 52;
const AROUND = 2 * Math.PI * RADIUS;

export function boardOf(board) {
  // While the timer runs there is no time to read a score sheet, and the cards need the place.
  const sheet = board.seconds > 0 ? null : sheetOf(board);
  return [make("div", { class: "remmi" }, topOf(board), claimsOf(board), offersOf(board), handOf(board), sheet)];
}

// At the end the sheet stays to be looked at.
export function endOf(state) {
  return [make("div", { class: "remmi" }, sheetOf(state.board))];
}

function topOf(board) {
  return make(
    "div",
    { class: "remmi-top" },
    make("p", { class: "remmi-round" }, board.speed ? `${board.round} \u00b7 ${board.speed}` : board.round),
    board.seconds > 0 ? ringOf(board.seconds) : null,
    make("ul", { class: "remmi-men" }, ...board.men.map((man) => make("li", {}, manOf(man)))),
  );
}

function manOf(man) {
  return makeSvg(
    "svg",
    { viewBox: document.querySelector(`#remmi-point-${man}`)?.getAttribute("viewBox") ?? "0 0 220 272", class: "remmi-man", role: "img", "aria-label": String(man) },
    makeSvg("use", { href: `#remmi-point-${man}` }),
  );
}

// The ring follows the bar of the time that is left, so that both show the same audio clock.
function ringOf(seconds) {
  const arc = makeSvg("circle", { cx: 60, cy: 60, r: RADIUS, class: "ring-left", "stroke-dasharray": AROUND });
  const words = makeSvg("text", { x: 60, y: 72, class: "ring-seconds" }, "");
  const draw = () => {
    const share = Number(/scaleX\(([\d.e-]+)\)/.exec(find("time-left").style.transform)?.[1] ?? 1);
    arc.setAttribute("stroke-dashoffset", String(AROUND * (1 - share)));
    words.textContent = String(Math.ceil(share * seconds - 0.001));
  };
  new MutationObserver(draw).observe(find("time-left"), { attributes: true, attributeFilter: ["style"] });
  draw();
  return makeSvg(
    "svg",
    { viewBox: "0 0 120 120", class: "remmi-ring", "aria-hidden": "true" },
    makeSvg("circle", { cx: 60, cy: 60, r: RADIUS, class: "ring-all" }),
    arc,
    words,
  );
}

function claimsOf(board) {
  if (board.claims.length === 0) return null;
  const mark = (claim) => (claim.is_remmi === null ? "?" : claim.is_remmi ? "\u2713" : "\u2717");
  return make(
    "ol",
    { class: "remmi-claims" },
    ...board.claims.map((claim) =>
      make(
        "li",
        {},
        manOf(claim.man),
        make("span", { class: "remmi-claim" }, `${claim.name}: ${mark(claim)} ${claim.told}`),
        claim.cards.length ? cardsOf(claim.cards) : null,
      ),
    ),
  );
}

function offersOf(board) {
  if (board.offers.length === 0) return null;
  return make("ul", { class: "remmi-offers" }, ...board.offers.map((offer) => make("li", {}, offer)));
}

function handOf(board) {
  if (board.hand_label === "") return null;
  return make("div", { class: "remmi-hand" }, make("p", {}, board.hand_label), board.hand.length ? cardsOf(board.hand) : null);
}

function cardsOf(cards) {
  return make("ol", { class: "remmi-cards" }, ...cards.map((card) => make("li", { class: card.is_chosen ? "is-chosen" : "" }, cardOf(card))));
}

function cardOf(card) {
  return makeSvg(
    "svg",
    { viewBox: "0 0 220 272", class: "remmi-card", role: "img", "aria-label": card.called },
    makeSvg("use", { href: `#remmi-${card.colour}-${card.figure}` }),
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
