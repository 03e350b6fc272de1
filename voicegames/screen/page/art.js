// The cards: a drawing in its colour, the colour's pattern around it, and the colour's first letter in two corners.

import { makeSvg } from "./elements.js";

// Brings files of drawings into the page, so that their symbols and patterns can be used by their ids.
export async function loadArt(names) {
  const answers = await Promise.all(names.map((name) => fetch(name)));
  for (const answer of answers) {
    const art = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    const drawings = document.importNode(art, true);
    drawings.setAttribute("class", "defs");
    document.body.prepend(drawings);
  }
}

export function cardFace(card) {
  const art = document.querySelector(`.defs #${card.animal}`);
  const pattern = card.colour === null ? "danger" : card.colour;
  const picture = makeSvg("svg", { viewBox: art.getAttribute("viewBox"), x: 18, y: 44, width: 184, height: 184 });
  picture.append(...[...art.children].map((child) => child.cloneNode(true)));
  const group = makeSvg("g", { class: `art art-${card.colour ?? "crocodile"}` }, picture);
  const face = makeSvg(
    "svg",
    { viewBox: "0 0 220 272", class: "card", role: "img", "aria-label": card.called },
    makeSvg("rect", { x: 3, y: 3, width: 214, height: 266, rx: 18, class: "edge", fill: `url(#pattern-${pattern})` }),
    makeSvg("rect", { x: 14, y: 38, width: 192, height: 196, rx: 16, class: "plate" }),
    group,
  );
  if (card.letter) face.append(badge(24, 24, card.letter), badge(196, 248, card.letter));
  return face;
}

function badge(x, y, letter) {
  const mark = makeSvg("text", { x, y: y + 9.5, class: "letter", "aria-hidden": "true" }, letter);
  if (letter.length > 1) mark.style.fontSize = "22px";
  return makeSvg("g", {}, makeSvg("circle", { cx: x, cy: y, r: 20, class: "badge" }), mark);
}

export function emptyPlace(label) {
  return makeSvg(
    "svg",
    { viewBox: "0 0 220 272", class: "card empty", role: "img", "aria-label": label },
    makeSvg("rect", { x: 6, y: 6, width: 208, height: 260, rx: 18, class: "place" }),
  );
}

// Edges of cards that lie under the top one; more cards, more edges.
export function thickness(cards) {
  const edges = Math.min(6, Math.ceil(Math.max(0, cards - 1) / 2));
  const height = 4 + edges * 4;
  const lines = Array.from({ length: edges }, (_, edge) =>
    makeSvg("rect", { x: 4, y: edge * 4, width: 212, height: 5, rx: 2, class: "edge-under" }),
  );
  return makeSvg("svg", { viewBox: `0 0 220 ${height}`, class: "thickness", "aria-hidden": "true" }, ...lines);
}

export function backs(cards) {
  const shown = Math.min(6, Math.ceil(cards / 6));
  const rects = Array.from({ length: shown }, (_, place) =>
    makeSvg("rect", { x: 2 + place * 5, y: 2, width: 22, height: 30, rx: 3, class: "back", fill: "url(#pattern-back)" }),
  );
  return makeSvg("svg", { viewBox: "0 0 54 34", class: "backs", "aria-hidden": "true" }, ...rects);
}
