// A text and its entities (Bot API, MessageEntity) as elements. Offsets are UTF-16 units, as JavaScript's own.

import { copy } from "./clipboard.js";
import { ask, button, directed, make } from "./elements.js";
import { t } from "./texts.js";

const SIMPLE = { bold: "strong", italic: "em", underline: "u", strikethrough: "s" };
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);
const SAFE = new Set(["http:", "https:", "tg:", "mailto:"]);

// Adds the text from start to end. Entities may nest and overlap: one that begins inside another and ends after it is
// continued after it.
export function fill(element, text, entities, start = 0, end = text.length) {
  let at = start;
  let rest = [...entities];
  let afterBlock = false;
  const plain = (from, to, beforeBlock) => {
    let piece = text.slice(from, to);
    if (afterBlock && piece.startsWith("\n")) piece = piece.slice(1);
    if (beforeBlock && piece.endsWith("\n")) piece = piece.slice(0, -1);
    element.append(piece);
  };
  while (rest.length) {
    const entity = rest.shift();
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    if (from >= to) continue;
    plain(at, from, BLOCKS.has(entity.type));
    const inside = rest.filter((other) => other.offset < to);
    const beyond = inside.filter((other) => other.offset + other.length > to);
    rest = [
      ...beyond.map((other) => ({ ...other, offset: to, length: other.offset + other.length - to })),
      ...rest.filter((other) => other.offset >= to),
    ];
    const [outer, inner] = wrap(entity, text.slice(from, to));
    fill(inner, text, inside, from, to);
    element.append(outer);
    afterBlock = BLOCKS.has(entity.type);
    at = to;
  }
  plain(at, end, false);
}

// A link to a safe address; any other address stays plain text.
export function link(address, className, ...children) {
  const element = make("a", className, ...children);
  const url = [address, `http://${address}`].find((candidate) => URL.canParse(candidate));
  if (url && SAFE.has(new URL(url).protocol)) element.href = url;
  element.target = "_blank";
  element.rel = "noopener noreferrer";
  return element;
}

// Returns the element of an entity, and the element inside it for the text.
function wrap(entity, text) {
  const one = (element) => [element, element];
  switch (entity.type) {
    case "code":
      return one(inlineCode(text));
    case "pre":
      return codeBlock(entity.language, text);
    case "text_link":
      return one(link(entity.url));
    case "url":
      return one(link(text));
    case "email":
      return one(link(`mailto:${text}`));
    case "spoiler":
      return one(spoiler());
    case "blockquote":
      return one(make("blockquote"));
    case "expandable_blockquote":
      return one(foldedQuote());
    case "bot_command":
      return one(directed(button("", "command", () => ask("say", text))));
    default:
      return one(make(SIMPLE[entity.type] ?? "span"));
  }
}

function inlineCode(text) {
  const element = directed(make("code", "copies"));
  element.title = t("Copy");
  onPress(element, () => copy(text));
  return element;
}

function codeBlock(language, text) {
  const code = make("code");
  const copier = button(t("Copy"), "", () => copy(text));
  const bar = make("div", "bar", make("span", "", language || t("code")), copier);
  const pre = make("pre", "", code);
  pre.tabIndex = 0; // so that a keyboard can scroll it
  return [make("div", "block", bar, pre), code];
}

function spoiler() {
  const element = make("span", "spoiler");
  element.setAttribute("aria-label", t("Spoiler"));
  onPress(element, () => {
    element.classList.add("shown");
    for (const name of ["aria-label", "role", "tabindex"]) element.removeAttribute(name);
  });
  return element;
}

function foldedQuote() {
  const quote = make("blockquote", "folded");
  onPress(quote, () => quote.setAttribute("aria-expanded", !quote.classList.toggle("folded")));
  quote.setAttribute("aria-expanded", "false");
  return quote;
}

// Makes text clickable: a real button could not wrap over lines.
function onPress(element, action) {
  element.tabIndex = 0;
  element.setAttribute("role", "button");
  element.addEventListener("click", action);
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    action();
  });
}
