// Completion of commands: an ARIA combobox with a listbox above the field.

import { directed, make, part } from "./elements.js";
import { isWhole, suggestions } from "./suggestions.js";

let options = [];
let active = -1;
let isWanted = false; // true from the first input until the list is closed, even while it is empty

export function open() {
  part("text").addEventListener("input", update);
  part("text").addEventListener("blur", close);
  part("completions").addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
}

export function update() {
  const typed = part("text").value;
  isWanted = true;
  options = suggestions(typed);
  active = options.length && !typed.endsWith(" ") && !isWhole(typed) ? 0 : -1;
  show();
}

// Updates the list after its options have changed; the selected option stays selected.
export function refresh() {
  if (!isWanted) return;
  const chosen = options[active]?.text;
  update();
  if (chosen) active = options.findIndex(({ text }) => text === chosen);
  show();
}

export function close() {
  isWanted = false;
  options = [];
  show();
}

// Handles a key; returns whether the list used it.
export function takesKey(key) {
  if (!options.length) return false;
  const chosen = options[Math.max(active, 0)];
  switch (key) {
    case "ArrowDown":
      return move(1);
    case "ArrowUp":
      return move(-1);
    case "Escape":
      close();
      return true;
    case "Tab":
      return chosen.text !== part("text").value && take(chosen);
    case "Enter":
      return active >= 0 && take(chosen);
    default:
      return false;
  }
}

function move(by) {
  active = active < 0 && by < 0 ? options.length - 1 : (active + by + options.length) % options.length;
  show();
  return true;
}

function take(option) {
  part("text").value = option.text;
  part("text").focus();
  part("text").dispatchEvent(new Event("input"));
  return true;
}

function show() {
  const list = part("completions");
  list.hidden = !options.length;
  list.replaceChildren(...options.map(element));
  part("text").setAttribute("aria-expanded", String(!list.hidden));
  const chosen = list.children[active];
  if (chosen && !list.hidden) {
    part("text").setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
  } else {
    part("text").removeAttribute("aria-activedescendant");
  }
}

function element(option, index) {
  const item = make("li", "", directed(make("b", "", option.label)), directed(make("span", "", option.hint)));
  item.id = `completion-${index}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", String(index === active));
  item.addEventListener("click", () => take(option));
  return item;
}
