// What the table says, as text. A sentence that takes some time to be read stays above the newest one until then: where
// there is no loudspeaker, the next one may come at once.

import { find, make, setText, showEach } from "./elements.js";
import { text } from "./texts.js";

const FEWEST_WORDS = 6;
const MOST_KEPT = 1;
const START_MS = 1500;
const WORD_MS = 400;
const LONG = 130;

let kept = [];
let newest = null;
let timer = null;

// How long a child needs that has just learned to read faster than letter by letter.
const readingMs = (words) => START_MS + WORD_MS * words;
const wordsOf = (caption) => caption.text.split(/\s+/).length;

export function showCaptions(captions) {
  const isOpened = newest === null || captions.every((caption) => caption.number < newest.number);
  if (isOpened) kept = [];
  const fresh = isOpened ? captions.slice(-1) : captions.filter((caption) => caption.number > newest.number);
  for (const caption of fresh) {
    if (newest !== null && wordsOf(newest) >= FEWEST_WORDS) kept.push(newest);
    newest = { ...caption, untilMs: performance.now() + readingMs(wordsOf(caption)) };
  }
  draw();
}

function draw() {
  clearTimeout(timer);
  const now = performance.now();
  kept = kept.filter((caption) => caption.untilMs > now && caption.text !== newest?.text);
  while (kept.length > MOST_KEPT) kept.splice(kept.indexOf(soonest()), 1);
  const who = newest?.speaker ? text("caption_of", { name: newest.speaker }) : text("caption_label");
  setText(find("caption-who"), `${who}:`);
  setText(find("caption-words"), newest?.text ?? "");
  find("caption").classList.toggle("is-long", (newest?.text.length ?? 0) > LONG);
  showEach(find("caption-before"), kept, (caption) => make("p", {}, caption.text));
  if (kept.length) timer = setTimeout(draw, soonest().untilMs - now);
}

const soonest = () => kept.reduce((one, other) => (other.untilMs < one.untilMs ? other : one));
