// The bar of the time that is left, by the audio clock; the level; the state of the ear in words.

import { find, setText } from "./elements.js";
import { text } from "./texts.js";

const LONGEST_GUESS_S = 0.15;
const QUIETEST_DBFS = -60;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Clock {
  constructor() {
    this.tick = null;
    this.arrivedMs = 0;
    this.prompt = null;
    this.ear = "away";
    this.isThinking = false;
    this.drawn = null;
    this.isDrawing = false;
  }

  setPrompt(prompt) {
    this.prompt = prompt;
    this.draw();
    if (this.isDrawing || prompt === null) return;
    // Frames are drawn only while time runs: the machine has speech to understand.
    this.isDrawing = true;
    const draw = () => {
      this.draw();
      this.isDrawing = this.prompt !== null;
      if (this.isDrawing) requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  }

  receive(tick) {
    this.tick = tick;
    this.arrivedMs = performance.now();
    find("level").value = Math.max(0, tick.level_dbfs - QUIETEST_DBFS);
    this.setEar(tick.ear);
  }

  setEar(ear) {
    this.ear = ear;
    const shown = this.isThinking && ear !== "speaking" ? "thinking" : ear;
    find("ear").dataset.ear = shown;
    setText(find("ear-words"), text(`ear_${shown}`));
  }

  // Between two ticks the page guesses on, but never further than a lost one.
  nowS() {
    if (this.tick === null) return null;
    return this.tick.now_s + Math.min(LONGEST_GUESS_S, (performance.now() - this.arrivedMs) / 1000);
  }

  left() {
    const now = this.nowS();
    if (this.prompt === null || now === null) return null;
    return Math.max(0, Math.min(1, (this.prompt.at_s + this.prompt.limit_s - now) / this.prompt.limit_s));
  }

  draw() {
    // What was heard is shown, and may be the answer: the time stands until it is known.
    if (this.isThinking && this.prompt !== null && this.drawn !== null) return;
    const left = this.left();
    const share = left !== null && calm.matches ? Math.ceil(left * 6) / 6 : left;
    if (share === this.drawn) return;
    this.drawn = share;
    find("time-left").style.transform = `scaleX(${share ?? 0})`;
    find("time").classList.toggle("running", left !== null);
    find("time").classList.toggle("short", left !== null && left < 1 / 3);
  }
}
