// The keyboard: single keys, while nothing is being typed.

import { go, route } from "./route.js";
import { mark } from "./texts.js";
import { undoLast } from "./toast.js";

export const GOES = { m: "memories", t: "timeline", n: "notes", r: "reminders", c: "conversations", u: "usage", p: "prompt" };
export const GO_TO = mark("Go to {view}");
export const KEYS = [
  ["/", mark("Search")],
  ["j k", mark("Next, previous")],
  ["Enter", mark("Open")],
  ["e", mark("Edit")],
  ["p", mark("Pin")],
  ["n", mark("Create new")],
  ["#", mark("Delete")],
  ["r", mark("Restore")],
  ["z", mark("Undo")],
  ["Ctrl Enter", mark("Save")],
  ["Esc", mark("Close")],
  ["?", mark("Show this help")],
];
const GO_MS = 1_000;
let goneAt = -Infinity;

export function useTheKeyboard(help) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input:not([type=checkbox]), textarea, select")) typing(event);
    else if (pressed(event, help)) event.preventDefault();
  });
}

function typing(event) {
  if (event.target.matches("[data-search]")) {
    if (event.key === "Escape") event.target.blur();
    else if (event.key === "ArrowDown" || event.key === "Enter") move(1);
    else return;
    event.preventDefault();
  }
}

// Returns whether the key means something.
function pressed(event, help) {
  if (event.timeStamp - goneAt < GO_MS) {
    goneAt = -Infinity;
    if (GOES[event.key]) {
      go(`#/${GOES[event.key]}`);
      return true;
    }
  }
  switch (event.key) {
    case "/":
      return focus("[data-search]");
    case "j":
      return move(1);
    case "k":
      return move(-1);
    case "e":
      return edit();
    case "p":
      return click("[data-pin]");
    case "n":
      return click("[data-new]");
    case "#":
      return click("[data-delete]");
    case "r":
      return click("[data-restore]");
    case "z":
      return undoLast();
    case "Escape":
      return close();
    case "g":
      goneAt = event.timeStamp;
      return true;
    case "?":
      help();
      return true;
    default:
      return false;
  }
}

function focus(selector) {
  const element = document.querySelector(selector);
  element?.focus();
  element?.select?.();
  return Boolean(element);
}

function click(selector) {
  const element = document.querySelector(selector);
  element?.click();
  return Boolean(element);
}

// Moves among the rows; what is open beside them follows.
function move(step) {
  const rows = [...document.querySelectorAll("[data-row]")];
  const here = rows.findIndex((row) => row === document.activeElement);
  const open = rows.findIndex((row) => row.ariaCurrent === "true");
  const from = here >= 0 ? here : open;
  const row = rows[from < 0 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1)];
  row?.focus();
  if (row && open >= 0) go(row.getAttribute("href"), { replace: true, quiet: true });
  return Boolean(row);
}

// Edits the row that has the focus, or else what is open.
function edit() {
  const { view, id } = route.get();
  const row = document.activeElement?.closest("[data-row]");
  if (!row && !id) return false;
  go(`${row ? row.getAttribute("href") : `#/${view}/${id}`}?edit`, { replace: Boolean(id) });
  return true;
}

// Closes what is open, and focuses its row.
function close() {
  const row = document.querySelector("[data-row][aria-current=true]");
  if (!route.get().id) return false;
  document.querySelector("[data-close]")?.click();
  row?.focus();
  return true;
}
