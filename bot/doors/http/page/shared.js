// What another app has shared with the installed page (https://www.w3.org/TR/web-share-target/). It fills in a form, and
// is kept only if that is saved. Until somebody is logged in, the browser keeps it for an hour.

import { html } from "./html.js";
import { Choice } from "./parts.js";
import { go, route } from "./route.js";
import { mark, t } from "./texts.js";

export const SHARED = "shared"; // in the place of an id
const PATH = "/share"; // the action of the manifest's share target
const KEPT = "shared";
const KEPT_MS = 3_600_000;
const LONGEST_NAME = 60;
const KINDS = { notes: mark("Note"), memories: mark("Memory") };
let shared = { title: "", text: "" };

// Opens the form, if the page was opened with something shared, or is opened anew after a login; its words leave the
// address.
export function takeShared() {
  const found = location.pathname === PATH ? given() : recall();
  if (!found) return;
  shared = found;
  keep({ ...found, at: Date.now() });
  if (location.pathname === PATH) history.replaceState(null, "", "/");
  go(`#/notes/${SHARED}`, { replace: true });
}

// Lets the browser forget it, now that somebody is logged in.
export const forgetShared = () => keep(null);

function given() {
  const said = new URLSearchParams(location.search);
  const [title, text, url] = ["title", "text", "url"].map((name) => (said.get(name) ?? "").trim());
  const lines = [text, url && !text.includes(url) ? url : ""].filter(Boolean);
  const [first = ""] = (title || text || hostOf(url)).split("\n");
  return { title: [...first].slice(0, LONGEST_NAME).join("").trim(), text: lines.join("\n") || title };
}

function keep(it) {
  try {
    if (it) localStorage.setItem(KEPT, JSON.stringify(it));
    else localStorage.removeItem(KEPT);
  } catch {
    // storage may be blocked: then it is lost with the login
  }
}

function recall() {
  try {
    const { at, ...kept } = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    return Date.now() - at < KEPT_MS ? kept : null;
  } catch {
    return null;
  }
}

// Returns what was shared, as an editor begins with it.
export const draft = () => shared;

// Asks what it shall become.
export function KindChoice() {
  return html`<${Choice} label=${t("Keep as")} options=${KINDS} value=${route.use().view}
    choose=${(view) => go(`#/${view}/${SHARED}`, { replace: true, quiet: true })} />`;
}

const hostOf = (url) => (URL.canParse(url) ? new URL(url).hostname : url);
