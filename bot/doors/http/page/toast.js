// One sentence about what was just done, and how to undo it.

import { html, useEffect, useState } from "./html.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const SHOWN_MS = 8_000;
const current = store(null);

export function toast(words, undo) {
  current.set({ words, undo });
}

// Takes a sentence away, unless it can be undone.
export function hush() {
  if (!current.get()?.undo) current.set(null);
}

// Does something; tells what the API refuses, and of what, if it is named.
export async function attempt(action, name) {
  try {
    return await action();
  } catch (error) {
    toast(name ? `${name}: ${error.message}` : error.message);
    return undefined;
  }
}

export function undoLast() {
  const undo = current.get()?.undo;
  if (!undo) return false;
  current.set(null);
  attempt(undo);
  return true;
}

export function Toast() {
  const shown = current.use();
  return html`<div id="toast" role="status">${shown && html`<${Sentence} key=${shown} ...${shown} />`}</div>`;
}

// Stays while the pointer or the focus is on it.
function Sentence({ words, undo }) {
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => current.set(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const [held, released] = [() => hold(true), () => hold(false)];
  return html`<p onMouseEnter=${held} onMouseLeave=${released} onFocusIn=${held} onFocusOut=${released}>
    ${words}
    ${undo && html`<button type="button" onClick=${undoLast}>${t("Undo")} <kbd>z</kbd></button>`}
  </p>`;
}
