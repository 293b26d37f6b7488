// The blocks of a rich message (Bot API, RichMessage) as elements. Whatever they say becomes text nodes.

import { ask, button, directed, make } from "./elements.js";
import { key } from "./keyboard.js";
import { codeBlock, foldedQuote, inlineCode, link, spoiler } from "./rich-text.js";

const STYLED = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  subscript: "sub",
  superscript: "sup",
  marked: "mark",
};
const COMMAND = /((?<![\w/<>])\/[a-zA-Z0-9_]{1,64}(?![\w/<>]))/;

// Returns the elements of a message's blocks; none for a message without any.
export function richBlocks(message) {
  return (message.extra.rich_message?.blocks ?? []).map((block) => element(message, block));
}

function element(message, block) {
  const text = () => nodes(message, block.text ?? "");
  switch (block.type) {
    case "heading":
      return make("p", `heading size-${block.size}`, ...text());
    case "pre":
      return pre(block);
    case "footer":
      return make("p", "footer", ...text());
    case "divider":
      return make("hr");
    case "mathematical_expression":
      return make("p", "formula", make("code", "", block.expression));
    case "list":
      return list(message, block);
    case "blockquote":
      return make("blockquote", "", ...inside(message, block));
    case "expandable_blockquote":
      return filled(foldedQuote(), text());
    case "pullquote":
      return make("blockquote", "", ...text());
    case "table":
      return table(message, block);
    case "details":
      return details(message, block);
    case "buttons":
      return make("div", "row", ...block.buttons.map((it) => pressable(message, it)));
    default:
      return make("p", "", ...text());
  }
}

function inside(message, block) {
  return block.blocks.map((it) => element(message, it));
}

function filled(outer, children) {
  outer.append(...children);
  return outer;
}

function pre(block) {
  const [outer, code] = codeBlock(block.language, plain(block.text));
  code.append(plain(block.text));
  return outer;
}

function list(message, block) {
  const isOrdered = block.items.some((item) => item.type || item.value);
  const items = block.items.map((item) => {
    const box = item.has_checkbox ? [checkbox(item)] : [];
    const shown = make("li", item.has_checkbox ? "task" : "", ...box, make("div", "", ...inside(message, item)));
    if (item.value) shown.value = item.value;
    return shown;
  });
  return make(isOrdered ? "ol" : "ul", "", ...items);
}

function checkbox(item) {
  const box = make("input");
  box.type = "checkbox";
  box.checked = Boolean(item.is_checked);
  box.disabled = true;
  box.setAttribute("aria-label", plain(item.blocks[0]?.text ?? ""));
  return box;
}

function table(message, block) {
  const rows = block.cells.map((row) => make("tr", "", ...row.map((it) => cell(message, it))));
  const scroller = make("div", "table", make("table", block.is_bordered ? "bordered" : "", ...rows));
  scroller.tabIndex = 0; // so that a keyboard can scroll it
  return scroller;
}

function cell(message, it) {
  const shown = make(it.is_header ? "th" : "td", `at-${it.align}`, ...nodes(message, it.text ?? ""));
  if (it.colspan) shown.colSpan = it.colspan;
  if (it.rowspan) shown.rowSpan = it.rowspan;
  return directed(shown);
}

function details(message, block) {
  const summary = make("summary", "", ...nodes(message, block.summary));
  const folded = make("details", "", summary, ...inside(message, block));
  folded.open = Boolean(block.is_open);
  return folded;
}

// Returns the nodes of a RichText.
function nodes(message, text) {
  if (typeof text === "string") return text.split(COMMAND).map((part, at) => (at % 2 ? command(part) : part));
  if (Array.isArray(text)) return text.flatMap((part) => nodes(message, part));
  const children = () => nodes(message, text.text ?? "");
  switch (text.type) {
    case "code":
      return [filled(inlineCode(plain(text.text)), [plain(text.text)])];
    case "url":
      return [link(text.url, "", ...children())];
    case "spoiler":
      return [filled(spoiler(), children())];
    case "mathematical_expression":
      return [make("code", "formula", text.expression)];
    case "custom_emoji":
      return [text.alternative_text];
    case "button":
      return [pressable(message, text.button)];
    default:
      return [make(STYLED[text.type] ?? "span", "", ...children())];
  }
}

function command(words) {
  return directed(button(words, "command", () => ask("say", words)));
}

function pressable(message, it) {
  const shown = key(message, { ...it, text: plain(it.text) });
  if (it.style) shown.classList.add(it.style);
  return shown;
}

function plain(text) {
  if (typeof text === "string") return text;
  if (Array.isArray(text)) return text.map(plain).join("");
  return plain(text.text ?? text.expression ?? text.alternative_text ?? "");
}
