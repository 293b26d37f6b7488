// The last request to the model, and how much of it the model's server had seen before.

import { copy } from "./clipboard.js";
import { secondsOf } from "./clock.js";
import { button, make, part } from "./elements.js";
import { keepFocus } from "./focus.js";
import { coalesced, get } from "./server.js";

const SOON_MS = 50;
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
  return make("p", "nothing", "No request yet. Send a message.");
}

// ---- the figures

function head(request) {
  const purpose = make("h2", "purpose", request.purpose);
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

function reuse({ known_from: from, known_bytes: known, all_bytes: all }) {
  const percent = Math.floor((100 * known) / all);
  const reused = `${grouped(known)} of ${grouped(all)} bytes reused (${percent} %)`;
  const words = {
    same: reused,
    other: `${reused}, from another conversation`,
    null: `${grouped(all)} bytes, all new: no earlier request begins like this`,
  };
  const line = make("p", "reuse", words[from]);
  line.id = "reuse";
  return line;
}

function facts({ number, sent_at: at, usage }) {
  const words = [`Request ${number}`, secondsOf(new Date(at))];
  if (usage) {
    const cached = `${grouped(usage.cached)} of ${grouped(usage.prompt)} tokens cached`;
    words.push(`server: ${cached}, ${grouped(usage.completion)} written`);
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
  const legend = make("span", "legend", make("mark", "known", "reused"), " ", make("mark", "new", "new"));
  const copier = button("Copy", "", () => copy(request.body.map((piece) => piece.text).join(""), "Request copied"));
  return make("div", "views", choice("Readable", false), choice("As sent", true), copier, legend);
}

function grouped(number) {
  return number.toLocaleString("en");
}

// ---- what was sent

function body(request) {
  const text = make("pre", "exact", ...pieces(request.body));
  text.tabIndex = 0;
  text.dataset.part = "body";
  text.setAttribute("aria-label", "The request's body as sent");
  return text;
}

function blocks(request) {
  const list = request.blocks.map((block, number) => make("li", "", drawn(block, number)));
  return make("ol", "blocks", ...list);
}

function drawn(block, number) {
  const isNew = block.pieces.some((piece) => piece.state === "new");
  const isTool = block.kind === "function";
  const text = block.pieces.map((piece) => piece.text).join("");
  const who = block.is_own ? part("bot").textContent : block.title;
  const name = make("strong", "", isTool ? `Tool: ${block.title}` : who);
  const summary = make("summary", "", name, make("span", "glance", glance(text)), make("small", "", `${grouped(block.bytes)} B`));
  const element = make("details", `block ${block.kind} ${isNew ? "new" : "known"}`, summary, make("pre", "", ...pieces(block.pieces)));
  element.dataset.part = `block ${number}`;
  element.open = opened.get(number) ?? (isNew && !isTool && block.kind !== "system");
  summary.addEventListener("click", () => opened.set(number, !element.open));
  return element;
}

function glance(text) {
  return text.replace(/\s+/g, " ").slice(0, 120);
}

function pieces(list) {
  return list.map((piece) => (piece.state === "other" ? piece.text : make("mark", piece.state, piece.text)));
}
