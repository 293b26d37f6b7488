// Short messages of the page or the bot: a toast that disappears by itself, an alert that has to be closed.

import { part } from "./elements.js";

const TOAST_MS = 3500;
const GAP = 12; // pixels between it and the footer
let ends = 0;

export function toast(text) {
  part("toast").textContent = text;
  part("toast").style.bottom = `${document.querySelector("#chat > footer").offsetHeight + GAP}px`;
  part("toast").hidden = false;
  clearTimeout(ends);
  ends = setTimeout(() => (part("toast").hidden = true), TOAST_MS);
}

export function alertBox(text) {
  part("alert-text").textContent = text;
  part("alert").showModal();
}
