// The board of Domitrio: hexagons with their symbols, the numbers of spots, the die, the pool and the rack.

import { make, makeSvg, show } from "./elements.js";

export const art = "domitrio.svg";

const HEIGHT = 230.94 / 200;
const CORNERS = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]];

export function showBoard(place, state) {
  show(place, [state.game, state.board], () => boardOf(state.board));
}

function boardOf(board) {
  return [make("div", { class: "domitrio" }, hexesOf(board), sideOf(board))];
}

// At the end the board stays to be looked at.
export function endOf(state) {
  return boardOf(state.board);
}

// What is on the board is read out as one picture with a name for each symbol; the log tells what happens.
function hexesOf(board) {
  const view = board.box.join(" ");
  const cells = [...board.cells].sort((a, b) => a.is_held - b.is_held);
  return makeSvg(
    "svg",
    { viewBox: view, class: "hexes", role: "img", "aria-label": `${board.called}: ${cells.map((c) => c.symbol.called).join(", ")}` },
    ...freeCells(board),
    ...cells.map(cellOf),
    ...board.spots.map(numberOf),
  );
}

function cellOf(cell) {
  const marks = [cell.is_lit ? "is-lit" : "", cell.is_new ? "is-new" : "", cell.is_held ? "is-held" : ""];
  return makeSvg(
    "g",
    { class: ["hex", ...marks].join(" ").trim(), "data-cell": `${cell.q},${cell.r}` },
    use(`domitrio-${cell.symbol.colour}-${cell.symbol.shape}`, cell.x - 0.5, cell.y - HEIGHT / 2, 1, HEIGHT),
    makeSvg("text", { x: cell.x, y: cell.y + 0.085, class: "hex-letter" }, cell.symbol.letter),
    cell.is_lit || cell.is_held ? outline(cell.x, cell.y, "hex-mark") : null,
  );
}

function use(id, x, y, width, height) {
  return makeSvg("use", { href: `#${id}`, x, y, width, height });
}

function outline(x, y, name) {
  const points = CORNERS.map(([across, down]) => `${x + across * 0.47},${y + down * 0.545}`).join(" ");
  return makeSvg("polygon", { points, class: name });
}

// A free cell is lightened once, however many spots share it; never one on which a tile is held.
function freeCells(board) {
  const held = new Set(board.cells.filter((cell) => cell.is_held).map((cell) => `${cell.q},${cell.r}`));
  const free = new Map(board.spots.flatMap((spot) => spot.cells).map(([q, r]) => [`${q},${r}`, [q, r]]));
  return [...free].filter(([name]) => !held.has(name)).map(([, [q, r]]) => outline(q + r / 2, (r * Math.sqrt(3)) / 2, "hex-free"));
}

function numberOf(spot) {
  const height = spot.size * 1.3;
  return makeSvg(
    "g",
    { class: spot.is_held ? "spot is-held" : "spot", "data-spot": spot.numbers },
    makeSvg("title", {}, spot.called),
    makeSvg("rect", { x: spot.x - spot.width / 2, y: spot.y - height / 2, width: spot.width, height, rx: height * 0.3 }),
    makeSvg("text", { x: spot.x, y: spot.y + spot.size * 0.35, "font-size": spot.size }, spot.numbers),
  );
}

function sideOf(board) {
  return make(
    "div",
    { class: "domitrio-side", "data-name": "side", tabindex: "0", role: "group", "aria-label": board.rack_label || board.die_label },
    make("div", { class: "die" }, make("span", { class: "die-label" }, `${board.die_label}: `), dieOf(board.die)),
    make("p", { class: "pool" }, board.pool),
    board.made ? make("p", { class: "made" }, `\u2713 ${board.made}`) : null,
    board.rack_label ? rackOf(board) : null,
  );
}

function dieOf(die) {
  const face = die.colour ?? die.shape;
  const words = make("span", { class: "die-words" }, die.called);
  if (face === null) return words;
  const letter = die.letter ? makeSvg("text", { x: 100, y: 118.7, class: "die-letter" }, die.letter) : null;
  const picture = makeSvg("svg", { viewBox: "0 0 200 200", class: "die-face", "aria-hidden": "true" }, use(`domitrio-die-${face}`, 0, 0, 200, 200), letter);
  return make("span", { class: "die-shown" }, picture, words);
}

function rackOf(board) {
  const tiles = board.rack.map((tile) =>
    make(
      "li",
      { class: tile.is_chosen ? "rack-tile is-chosen" : "rack-tile" },
      makeSvg(
        "svg",
        { viewBox: "-0.05 0 2.1 1.16", class: "rack-face", role: "img", "aria-label": tile.called },
        use(`domitrio-${tile.first.colour}-${tile.first.shape}`, 0, 0, 1, HEIGHT),
        use(`domitrio-${tile.second.colour}-${tile.second.shape}`, 1, 0, 1, HEIGHT),
        makeSvg("text", { x: 0.5, y: HEIGHT / 2 + 0.085, class: "hex-letter" }, tile.first.letter),
        makeSvg("text", { x: 1.5, y: HEIGHT / 2 + 0.085, class: "hex-letter" }, tile.second.letter),
      ),
      make("span", { class: "rack-number", "aria-hidden": "true" }, String(tile.number)),
    ),
  );
  const list = tiles.length ? make("ol", { class: "rack" }, ...tiles) : null;
  return make("div", { class: "rack-part" }, make("p", { class: "rack-label" }, board.rack_label), list);
}
