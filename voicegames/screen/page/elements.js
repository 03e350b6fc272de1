// Makes and finds elements. Texts are only ever set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export const find = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "onclick") element.addEventListener("click", value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

// Replaces the children only where something is different, so that the focus stays where it is.
export function show(element, key, makeChildren) {
  const text = JSON.stringify(key);
  if (element.dataset.shown === text) return;
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  element.dataset.shown = text;
  element.replaceChildren(...makeChildren());
  if (focused) element.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

// Makes the children one for each item, and leaves alone those whose item is the same as before: a button that is being
// pressed while others come and go stays the same button.
export function showEach(element, items, makeChild) {
  const keys = items.map((item) => JSON.stringify(item));
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  for (const child of [...element.children]) if (!keys.includes(child.dataset.shown)) child.remove();
  items.forEach((item, place) => {
    const there = element.children[place];
    if (there?.dataset.shown === keys[place]) return;
    const child = makeChild(item, place);
    child.dataset.shown = keys[place];
    element.insertBefore(child, there ?? null);
  });
  while (element.children.length > items.length) element.lastElementChild.remove();
  if (focused && !element.contains(document.activeElement)) {
    element.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
