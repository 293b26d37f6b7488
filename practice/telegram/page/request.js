// The last request to the model, and how much of it the model's server had seen before.

import { copy } from "./clipboard.js";
import { secondsOf } from "./clock.js";
import { button, make, part } from "./elements.js";
import { keepFocus } from "./focus.js";
import { coalesced, get } from "./server.js";
import { mark, number, t } from "./texts.js";

const SOON_MS = 50;
const TITLES = {
  system: mark("System prompt"),
  user: mark("You"),
  assistant: mark("Assistant"),
  tool: mark("Tool result"),
};
const opened = new Map(); // by block number: whether the user opened or closed it
let shown; // null if there is none
let isExact = false;

export const refresh = coalesced(async () => {
  const request = await get("/page/request");
  if (request === undefined || JSON.stringify(request) === JSON.stringify(shown)) return;
  if (request?.known_from !== "same") opened.clear();
  shown = request;
  show();
}, SOON_MS);

function show() {
  const parts = shown ? [head(shown), isExact ? body(shown) : blocks(shown)] : [nothing()];
  keepFocus(part("request"), () => part("request").replaceChildren(...parts));
}

function nothing() {
  return make("p", "nothing", t("No request yet. Send a message."));
}

// ---- the figures

function head(request) {
  const purpose = make("h2", "purpose", request.purpose || t("Answer to you"));
  const figures = make("div", "figures", purpose, bar(request), reuse(request), facts(request), views(request));
  figures.dataset.part = "figures";
  return figures;
}

function bar({ known_bytes: known, all_bytes: all }) {
  const parts = [make("span", "known"), make("span", "new")];
  parts[0].style.flexGrow = known;
  parts[1].style.flexGrow = all - known;
  const drawn = make("div", "bar", ...parts);
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

const REUSE = {
  same: mark("{known} of {all} bytes reused ({share})"),
  other: mark("{known} of {all} bytes reused ({share}), from another conversation"),
  null: mark("{all} bytes, all new: no earlier request begins like this"),
};

function reuse({ known_from: from, known_bytes: known, all_bytes: all }) {
  const share = number(Math.floor((100 * known) / all) / 100, { style: "percent" });
  const line = make("p", "reuse", t(REUSE[from], { known: number(known), all: number(all), share }));
  line.id = "reuse";
  return line;
}

function facts({ number: count, sent_at: at, usage }) {
  const words = [t("Request {number}", { number: number(count) }), secondsOf(new Date(at))];
  if (usage) {
    const [cached, prompt, written] = [usage.cached, usage.prompt, usage.completion].map((it) => number(it));
    words.push(t("Server: {cached} of {prompt} tokens cached, {written} written", { cached, prompt, written }));
  }
  return make("p", "facts", words.join(" · "));
}

function views(request) {
  const choice = (label, exact) => {
    const chooser = button(label, "", () => {
      isExact = exact;
      show();
    });
    chooser.setAttribute("aria-pressed", String(isExact === exact));
    return chooser;
  };
  const legend = make("span", "legend", make("mark", "known", t("reused")), " ", make("mark", "new", t("new")));
  const copier = button(t("Copy"), "", () => copy(request.body.map((piece) => piece.text).join(""), t("Request copied")));
  return make("div", "views", choice(t("Readable"), false), choice(t("As sent"), true), copier, legend);
}

// ---- what was sent

function body(request) {
  const text = make("pre", "exact", ...pieces(request.body));
  text.tabIndex = 0;
  text.dataset.part = "body";
  text.setAttribute("aria-label", t("The request as sent"));
  return text;
}

function blocks(request) {
  const list = request.blocks.map((block, place) => make("li", "", drawn(block, place)));
  return make("ol", "blocks", ...list);
}

function drawn(block, place) {
  const isNew = block.pieces.some((piece) => piece.state === "new");
  const isTool = block.kind === "function";
  const text = block.pieces.map((piece) => piece.text).join("");
  const who = block.is_own ? part("bot").textContent : t(TITLES[block.kind] ?? block.title);
  const size = number(block.bytes, { style: "unit", unit: "byte", unitDisplay: "narrow" });
  const name = make("strong", "", isTool ? t("Tool: {name}", { name: block.title }) : who);
  const summary = make("summary", "", name, make("span", "glance", glance(text)), make("small", "", size));
  const element = make("details", `block ${block.kind} ${isNew ? "new" : "known"}`, summary, make("pre", "", ...pieces(block.pieces)));
  element.dataset.part = `block ${place}`;
  element.open = opened.get(place) ?? (isNew && !isTool && block.kind !== "system");
  summary.addEventListener("click", () => opened.set(place, !element.open));
  return element;
}

function glance(text) {
  return text.replace(/\s+/g, " ").slice(0, 120);
}

function pieces(list) {
  return list.map((piece) => (piece.state === "other" ? piece.text : make("mark", piece.state, piece.text)));
}
