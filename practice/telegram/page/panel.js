// The panel and its tabs. It opens beside the chat, or over it on a narrow screen.

import { forward, icon, nameButton, part } from "./elements.js";
import { t } from "./texts.js";

const besides = matchMedia("(min-width: 64rem)");

let tabs = [];

export function open(names) {
  tabs = names;
  for (const name of tabs) tab(name).hidden = false;
  part("panel-toggle").append(icon("panel"));
  part("panel-close").append(icon("close"));
  part("panel-toggle").hidden = false;
  part("panel-toggle").addEventListener("click", () => setOpen(part("panel").hidden));
  part("panel-close").addEventListener("click", () => setOpen(false));
  part("panel").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !besides.matches) setOpen(false);
  });
  besides.addEventListener("change", () => setOpen(besides.matches && isWanted(), false));
  for (const name of tabs) tab(name).addEventListener("click", () => choose(name));
  part("panel").querySelector("[role=tablist]").addEventListener("keydown", onKey);
  choose(tabs[0]);
  setOpen(besides.matches && isWanted(), false);
}

// Closes a panel that covers the chat.
export function giveWay() {
  if (!besides.matches && !part("panel").hidden) setOpen(false);
}

function setOpen(isOpen, byUser = true) {
  part("panel").hidden = !isOpen;
  part("chat").inert = isOpen && !besides.matches;
  part("panel-toggle").setAttribute("aria-expanded", String(isOpen));
  nameButton(part("panel-toggle"), isOpen ? t("Hide what the bot knows") : t("Show what the bot knows"));
  if (!byUser) return;
  if (besides.matches) remember(isOpen);
  if (isOpen) part("panel").querySelector("[aria-selected=true]").focus();
  else part("panel-toggle").focus();
}

function tab(name) {
  return part(`${name}-tab`);
}

function choose(name) {
  for (const each of tabs) {
    part(each).hidden = each !== name;
    tab(each).setAttribute("aria-selected", String(each === name));
    tab(each).tabIndex = each === name ? 0 : -1;
  }
}

function onKey(event) {
  const step = { ArrowRight: forward(), ArrowLeft: -forward() }[event.key];
  if (!step) return;
  const at = tabs.findIndex((name) => tab(name).getAttribute("aria-selected") === "true");
  const next = tabs[(at + step + tabs.length) % tabs.length];
  choose(next);
  tab(next).focus();
}

function isWanted() {
  try {
    return localStorage.getItem("panel") !== "closed";
  } catch {
    return true; // storage may be blocked
  }
}

function remember(isOpen) {
  try {
    localStorage.setItem("panel", isOpen ? "open" : "closed");
  } catch {
    // then the choice lasts until the page is closed
  }
}
