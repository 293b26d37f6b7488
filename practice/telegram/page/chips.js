// The commands above the field: a row of chips that scrolls sideways. Tab stops at one chip; arrow keys move along.

import { ask, button, directed, forward, part } from "./elements.js";
import { keepFocus } from "./focus.js";
import { needsWords } from "./suggestions.js";

const HIDDEN = ["erase"]; // too dangerous for a single tap
const LINE = 20; // pixels, where a wheel counts lines

export function open() {
  const row = part("commands");
  row.addEventListener("keydown", onKey);
  row.addEventListener("focusin", (event) => setCurrent(event.target));
  row.addEventListener("wheel", onWheel, { passive: false });
  row.addEventListener("scroll", showMore);
  new ResizeObserver(showMore).observe(row);
}

export function show(commands) {
  const row = part("commands");
  const shown = commands.filter(({ command }) => !HIDDEN.includes(command));
  row.hidden = !shown.length;
  keepFocus(row, () => row.replaceChildren(...shown.map(chip)));
  if (shown.length && document.activeElement.parentElement !== row) setCurrent(row.firstChild);
  showMore();
}

function chip({ command, description }) {
  const press = () => (needsWords(command) ? ask("draft", `/${command} `) : ask("say", `/${command}`));
  const element = directed(button(`/${command}`, "chip", press));
  element.title = description;
  return element;
}

function setCurrent(current) {
  for (const each of part("commands").children) each.tabIndex = each === current ? 0 : -1;
}

function onKey(event) {
  const chips = [...part("commands").children];
  const at = chips.indexOf(document.activeElement);
  const next = { ArrowLeft: at - forward(), ArrowRight: at + forward(), Home: 0, End: chips.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  chips[next]?.focus();
}

// A vertical wheel scrolls the row sideways until it reaches its end.
function onWheel(event) {
  if (event.ctrlKey || !event.deltaY) return;
  const row = part("commands");
  const before = row.scrollLeft;
  row.scrollLeft += forward() * event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
  if (row.scrollLeft !== before) event.preventDefault();
}

// The row fades out where there is more to scroll to.
function showMore() {
  const row = part("commands");
  const scrolled = Math.abs(row.scrollLeft); // below 0 from right to left
  row.classList.toggle("before", scrolled > 1);
  row.classList.toggle("after", scrolled + row.clientWidth < row.scrollWidth - 1);
}
