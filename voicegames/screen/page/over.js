// The end of a game: who won, everybody's reaction times as a chart and as a table, mistakes by kind, play again.

import { find, make, makeSvg, show } from "./elements.js";
import { GAMES } from "./games.js";
import { choiceButton, stopChoice } from "./start.js";
import { choicePhrase, seconds, text } from "./texts.js";

const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 50;
const BOTTOM = 34;
const TOP = 28;
const DASHES = ["", "8 5", "2 5", "12 4 2 4", "1 7", "16 6"];

export function showOver(state, send) {
  show(find("over"), [state.chart, state.board, state.headline, document.documentElement.lang], () => [
    make(
      "div",
      { class: "buttons last" },
      choiceButton({ id: "play_again", label: text("play_again"), phrase: choicePhrase("play_again"), key: "Enter" }, null, send),
      choiceButton({ id: "other_game", label: text("other_game"), phrase: choicePhrase("other_game"), key: "s" }, null, send),
      choiceButton(stopChoice(), null, send),
    ),
    ...(state.chart === null ? [] : figuresOf(state.chart)),
    ...(GAMES[state.game].endOf?.(state) ?? []),
  ]);
}

function figuresOf(chart) {
  return [
    make("h2", { id: "chart-heading" }, text("chart_heading")),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "chart-heading" }, chartOf(chart)),
    make("ul", { class: "legend", "aria-hidden": "true" }, ...chart.rows.map(legend), make("li", {}, text("chart_mistake"))),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": text("table_caption") }, tableOf(chart)),
  ];
}

function chartOf(chart) {
  const x = (turn) => LEFT + ((turn - 0.5) / Math.max(1, chart.turns)) * (WIDTH - LEFT - 10);
  const y = (time) => HEIGHT - BOTTOM - (time / chart.longest_s) * (HEIGHT - BOTTOM - TOP);
  const lines = chart.ticks_s.flatMap((tick) => [
    makeSvg("line", { x1: LEFT, x2: WIDTH - 8, y1: y(tick), y2: y(tick), class: "grid" }),
    makeSvg("text", { x: LEFT - 8, y: y(tick) + 5, class: "axis end" }, String(tick)),
  ]);
  const step = Math.max(1, Math.ceil(chart.turns / 12));
  for (let turn = 1; turn <= chart.turns; turn += step) {
    lines.push(makeSvg("text", { x: x(turn), y: HEIGHT - 14, class: "axis" }, String(turn)));
  }
  lines.push(makeSvg("text", { x: 8, y: HEIGHT - 14, class: "axis start" }, text("chart_turn")));
  lines.push(makeSvg("text", { x: 8, y: 16, class: "axis start" }, text("chart_seconds")));
  const players = chart.rows.flatMap((row, number) => seriesOf(row, number, x, y));
  return makeSvg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": text("chart_label") },
    ...lines,
    ...players,
  );
}

function seriesOf(row, number, x, y) {
  const points = row.points.map((point) => `${x(point.turn)},${y(point.reaction_s)}`).join(" ");
  const line = makeSvg("polyline", { points, class: `series series-${number}`, "stroke-dasharray": DASHES[number] });
  return [line, ...row.points.map((point) => marker(number, x(point.turn), y(point.reaction_s), point.is_right))];
}

// Each player has a shape of their own; a mistake is an empty one.
function marker(number, x, y, isRight) {
  const kind = `marker series-${number}${isRight ? "" : " hollow"}`;
  const shapes = [
    () => makeSvg("circle", { cx: x, cy: y, r: 5, class: kind }),
    () => makeSvg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, class: kind }),
    () => makeSvg("polygon", { points: `${x},${y - 6} ${x + 6},${y + 5} ${x - 6},${y + 5}`, class: kind }),
    () => makeSvg("polygon", { points: `${x},${y - 7} ${x + 6},${y} ${x},${y + 7} ${x - 6},${y}`, class: kind }),
    () => makeSvg("polygon", { points: `${x},${y + 6} ${x + 6},${y - 5} ${x - 6},${y - 5}`, class: kind }),
    () => makeSvg("rect", { x: x - 2.5, y: y - 7, width: 5, height: 14, class: kind }),
  ];
  return shapes[number]();
}

function legend(row, number) {
  const line = makeSvg("line", { x1: 0, x2: 36, y1: 9, y2: 9, class: `series series-${number}`, "stroke-dasharray": DASHES[number] });
  return make("li", {}, makeSvg("svg", { viewBox: "0 0 36 18", class: "legend-mark" }, line, marker(number, 18, 9, true)), row.player);
}

function tableOf(chart) {
  const time = (value) => (value === null ? text("no_figure") : text("reaction", { seconds: seconds(value) }));
  const columns = ["player", "right", "median", "p90"].map((name) => text(`column_${name}`));
  columns.push(...chart.kinds.map((kind) => text(`mistake_${kind}`)), text("column_crocodiles"), text("column_again"));
  const head = make("tr", {}, ...columns.map((name) => make("th", { scope: "col" }, name)));
  const rows = chart.rows.map((row) => {
    const cells = [row.right, time(row.median_s), time(row.p90_s), ...chart.kinds.map((kind) => row.mistakes[kind]), row.crocodiles, row.again];
    return make("tr", {}, make("th", { scope: "row" }, row.player), ...cells.map((cell) => make("td", {}, String(cell))));
  });
  return make("table", {}, make("caption", {}, text("table_caption")), make("thead", {}, head), make("tbody", {}, ...rows));
}
