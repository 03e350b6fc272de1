// The board of Dodelido: three piles.

import { cardFace, emptyPlace, thickness } from "./art.js";
import { make, show } from "./elements.js";
import { counted, text } from "./texts.js";

export const art = "art.svg";
export const hasAnswerTime = true;

export function showBoard(place, state) {
  show(place, [state.game, state.board, text("pile")], () => boardOf(state.board, state.seats));
}

function boardOf(board, seats) {
  const isTaken = board.taken_by !== null && board.piles.every((pile) => pile.cards === 0);
  const piles = board.piles.map((pile, number) =>
    isTaken ? takenPile(board.taken[number], number) : laidPile(pile, number, number === board.newest),
  );
  const list = make("ol", { class: "piles" }, ...piles);
  if (!isTaken) return [list];
  return [list, make("p", { class: "taken-by" }, text("taken_by", { name: seats[board.taken_by].name }))];
}

function laidPile(pile, number, isNewest) {
  const name = text("pile", { number: number + 1 });
  const face = pile.card === null ? emptyPlace(text("empty_pile")) : cardFace(pile.card);
  const mark = isNewest ? make("span", { class: "newest" }, text("newest")) : null;
  const count = make("span", { class: "pile-count" }, pile.cards ? counted("pile_cards", pile.cards) : text("empty_pile"));
  const under = make("p", { class: "pile-words" }, make("span", { class: "hidden" }, `${name}: `), count, mark);
  return make("li", { class: isNewest ? "pile is-newest" : "pile" }, face, thickness(pile.cards), under);
}

function takenPile(card, number) {
  const name = make("span", { class: "hidden" }, text("pile", { number: number + 1 }));
  return make("li", { class: "pile is-taken" }, name, card === null ? emptyPlace(text("empty_pile")) : cardFace(card));
}
