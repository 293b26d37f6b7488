// Small parts that several views show.

import { difference } from "./difference.js";
import { html, useLayoutEffect, useRef } from "./html.js";
import { go, route } from "./route.js";
import { t } from "./texts.js";
import { brief, whole } from "./words.js";

const MARKS = { gone: "del", new: "ins" };
// Drawings, as strokes in a square of 24.
const SHAPES = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  chart: "M5 20V11M12 20V4M19 20v-6",
  chat: "M4 5h16v11H9l-5 4z",
  check: "M5 12.5l4.5 4.5L19 7",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  close: "M6 6l12 12M18 6L6 18",
  delete: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.5v.1",
  import: "M12 15V4M8 8l4-4 4 4M4 15v5h16v-5",
  leave: "M14 4h5v16h-5M4 12h10M10 8l4 4-4 4",
  link: "M10 14a4 4 0 0 1 0-5.6l3-3a4 4 0 0 1 5.6 5.6L17 12.6M14 10a4 4 0 0 1 0 5.6l-3 3a4 4 0 0 1-5.6-5.6L7 11.4",
  memory: "M6 3h12v18l-6-4-6 4z",
  more: "M5 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M17.8 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0",
  note: "M5 4h14v16H5zM8.5 9h7M8.5 13h7M8.5 17h4",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  prompt: "M4 6h16M4 10h10M4 14h16M4 18h7",
  restore: "M5 12a7 7 0 1 1 2 5M5 17v-5h5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  timeline: "M6 3v18M6 7h0M10 7h9M10 12h6M10 17h9M6 12h0M6 17h0",
};

// Those that point somewhere, or hold lines of text: mirrored where the page is read from right to left.
const DIRECTED = new Set(["back", "chat", "file", "leave", "note", "prompt", "timeline"]);

export function Icon({ name }) {
  return html`<svg viewBox="0 0 24 24" class=${DIRECTED.has(name) ? "directed" : undefined} aria-hidden="true"><path d=${SHAPES[name]} /></svg>`;
}

export function IconButton({ icon, label, onClick, ...more }) {
  return html`<button type="button" class="round" aria-label=${label} title=${label} onClick=${onClick} ...${more}>
    <${Icon} name=${icon} />
  </button>`;
}

export function Moment({ at, text = brief }) {
  const moment = new Date(at);
  return html`<time dateTime=${at} title=${whole(moment)}>${text(moment)}</time>`;
}

// A key to press, for a sentence that names it.
export const Key = (name) => html`<kbd>${name}</kbd>`;

// A text, with what differs from the one before it.
export function Difference({ before, after }) {
  return difference(before, after).map(({ text, state }) => {
    const tag = MARKS[state];
    return tag ? html`<${tag}>${text}</${tag}>` : text;
  });
}

export function Nothing({ title, children }) {
  return html`<div class="nothing"><p class="title">${title}</p>${children && html`<div>${children}</div>`}</div>`;
}

// What stands where a list would: why it can't be read, or that it is on its way.
export function Waiting({ error, reload }) {
  if (!error) return html`<p class="waiting" role="status">${t("Loading…")}</p>`;
  return html`<div class="nothing" role="alert">
    <p>${error.message}</p>
    <button type="button" class="button" onClick=${reload}>${t("Try again")}</button>
  </div>`;
}

export function SearchField({ label, value, onInput }) {
  return html`<label class="search">
    <${Icon} name="search" />
    <input type="search" data-search aria-label=${label} placeholder=${t("Search")} value=${value} maxlength="200" autocomplete="off"
      dir="auto" spellcheck="false" enterkeyhint="search" aria-keyshortcuts="/" onInput=${(event) => event.isComposing || onInput(event.target.value)}
      onCompositionEnd=${(event) => onInput(event.target.value)} />
    <kbd aria-hidden="true">/</kbd>
  </label>`;
}

// A choice of one among few, as chips: `options` has the words of each, marked.
export function Choice({ label, options, value, choose }) {
  return html`<div class="choice" role="group" aria-label=${label}>
    ${Object.entries(options).map(([key, words]) => html`<button key=${key} type="button" aria-pressed=${String(key === value)}
      onClick=${() => choose(key)}>${t(words)}</button>`)}
  </div>`;
}

export function Toggle({ label, value, set }) {
  return html`<label class="toggle">
    <input type="checkbox" checked=${value} onChange=${(event) => set(event.target.checked)} />${label}
  </label>`;
}

export function NewButton({ label, onClick }) {
  return html`<${IconButton} icon="add" label=${label} aria-keyshortcuts="n" data-new onClick=${onClick} />`;
}

// What can be done with what is open, when it is not deleted and when it is.
export function EditButton({ onClick }) {
  return html`<${IconButton} icon="edit" label=${t("Edit")} aria-keyshortcuts="e" onClick=${onClick} />`;
}

export function DeleteButton({ label = t("Delete"), onClick }) {
  return html`<${IconButton} icon="delete" label=${label} aria-keyshortcuts="#" data-delete onClick=${onClick} />`;
}

export function RestoreButton({ onClick }) {
  return html`<button type="button" class="button" aria-keyshortcuts="r" data-restore onClick=${onClick}>${t("Restore")}</button>`;
}

// The head of a view. Its title is for the eyes; a screen reader is told it by the page's heading.
export function Head({ title, children }) {
  return html`<header class="head"><span class="title" aria-hidden="true">${title}</span>${children}</header>`;
}

export function Aside({ label, className = "", close = () => go(`#/${route.get().view}`), children }) {
  const element = useRef();
  useLayoutEffect(() => {
    const aside = element.current;
    const { isQuiet, view, id } = route.get();
    if (!isQuiet && !aside.contains(document.activeElement)) aside.focus();
    return () => requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return; // the focus was elsewhere
      (document.querySelector(`[data-row][href="#/${view}/${id}"]`) ?? document.querySelector("main h1"))?.focus();
    });
  }, []);
  return html`<section class=${`aside ${className}`} ref=${element} tabindex="-1" aria-label=${label}>
    <${IconButton} icon="close" label=${t("Close")} data-close onClick=${close} />
    ${children}
  </section>`;
}
