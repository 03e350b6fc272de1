// The texts of the page, in the language of the game; all of them come from the program.

let texts = { page: {}, words: {}, controls: {}, choices: {} };

export function setTexts(given, language) {
  texts = given;
  document.documentElement.lang = language;
  document.title = text("title");
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = text(element.dataset.hint);
}

export function text(key, values = {}) {
  return (texts.page[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const word = (meaning) => texts.words[meaning] ?? meaning;
export const controlPhrase = (control) => texts.controls[control] ?? "";
export const choicePhrase = (choice) => texts.choices[choice] ?? "";

export const seconds = (value) =>
  new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

export const counted = (key, count) => (count === 1 ? text(`${key}_one`) : text(key, { count }));
