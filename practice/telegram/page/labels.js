// The words of what is on the page from the beginning.

import { mark, t } from "./texts.js";

const KNOWN = mark("What the bot knows");
const ATTRIBUTES = [
  ["#theme", "title", mark("Switch between light and dark")],
  ["#theme", "aria-label", mark("Switch between light and dark")],
  ["#topics-toggle", "title", mark("Topics")],
  ["#topics-toggle", "aria-label", mark("Topics")],
  ["#topics", "aria-label", mark("Topics")],
  ["#log", "aria-label", mark("Chat")],
  ["#commands", "aria-label", mark("Commands")],
  ["#cancel", "aria-label", mark("Cancel")],
  ["#completions", "aria-label", mark("Completions")],
  ["#file", "aria-label", mark("Files to send")],
  ["#attach", "aria-label", mark("Attach files")],
  ["#text", "placeholder", mark("Message")],
  ["#text", "aria-label", mark("Message")],
  ["#send", "aria-label", mark("Send")],
  ["#panel", "aria-label", KNOWN],
  ["#panel [role=tablist]", "aria-label", KNOWN],
  ["#panel-close", "aria-label", mark("Close the panel")],
  ["#announcer", "aria-label", mark("New messages")],
];
const TEXTS = [
  ["#memories-tab", mark("Memories")],
  ["#lists-tab", mark("More")],
  ["#request-tab", mark("Last request")],
  ["#status", mark("connecting…")],
  ["#alert button", mark("OK")],
];

export function label() {
  for (const [selector, name, words] of ATTRIBUTES) document.querySelector(selector).setAttribute(name, t(words));
  for (const [selector, words] of TEXTS) document.querySelector(selector).prepend(t(words));
}
