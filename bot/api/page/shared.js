// What another app has shared with the installed page (https://www.w3.org/TR/web-share-target/). It fills in a form, and
// is kept only if that is saved.

import { html } from "./html.js";
import { Choice } from "./parts.js";
import { go, route } from "./route.js";
import { mark, t } from "./texts.js";

export const SHARED = "shared"; // in the place of an id
const PATH = "/share"; // the action of the manifest's share target
const LONGEST_NAME = 60;
const KINDS = { notes: mark("Note"), memories: mark("Memory") };
let shared = { title: "", text: "" };

// Opens the form, if the page was opened with something shared; its words leave the address.
export function takeShared() {
  if (location.pathname !== PATH) return;
  const given = new URLSearchParams(location.search);
  const [title, text, url] = ["title", "text", "url"].map((name) => (given.get(name) ?? "").trim());
  const lines = [text, url && !text.includes(url) ? url : ""].filter(Boolean);
  const [first = ""] = (title || text || hostOf(url)).split("\n");
  shared = { title: [...first].slice(0, LONGEST_NAME).join("").trim(), text: lines.join("\n") || title };
  history.replaceState(null, "", "/");
  go(`#/notes/${SHARED}`, { replace: true });
}

// Returns what was shared, as an editor begins with it.
export const draft = () => shared;

// Asks what it shall become.
export function KindChoice() {
  return html`<${Choice} label=${t("Keep as")} options=${KINDS} value=${route.use().view}
    choose=${(view) => go(`#/${view}/${SHARED}`, { replace: true, quiet: true })} />`;
}

const hostOf = (url) => (URL.canParse(url) ? new URL(url).hostname : url);
