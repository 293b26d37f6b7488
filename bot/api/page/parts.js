// Small parts that several views show.

import { difference } from "./difference.js";
import { html, useLayoutEffect, useRef } from "./html.js";
import { Icon } from "./icon.js";
import { go, route } from "./route.js";
import { t } from "./texts.js";
import { brief, whole } from "./words.js";

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

const MARKS = { gone: "del", new: "ins" };

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
