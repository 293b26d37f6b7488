// The memories by category, each with all its versions; deleted ones come last.

import { copy } from "./clipboard.js";
import { dateOf } from "./clock.js";
import * as completion from "./completion.js";
import { ask, button, directed, make, part, time } from "./elements.js";
import { keepFocus } from "./focus.js";
import { coalesced, get } from "./server.js";
import { knowMemories } from "./suggestions.js";
import { mark, number, plural, t } from "./texts.js";

const SOON_MS = 150;
const NEWS_MS = 3000;
const EXAMPLE = "Remember that Alec is my boss"; // the practice model knows English
const GROUPS = {
  context: mark("Context"),
  person: mark("Person"),
  preference: mark("Preference"),
  project: mark("Project"),
  deleted: mark("Deleted"),
};
const cards = new Map(); // by id: { json, element }
let isKnown = false; // memories already there when the page was opened are not marked as changed
let shown = "";

export const refresh = coalesced(async () => {
  const memories = await get("/page/memories");
  if (!memories) {
    fill(() => [make("p", "nothing", t("The memories can't be read right now."))]);
    shown = "";
  } else if (shown !== JSON.stringify(memories)) {
    shown = JSON.stringify(memories);
    knowMemories(memories);
    completion.refresh();
    show(memories);
  }
}, SOON_MS);

function show(memories) {
  const live = memories.filter((memory) => !memory.deleted_at);
  const deleted = memories.filter((memory) => memory.deleted_at);
  const categories = [...new Set(live.map((memory) => memory.category))];
  fill(() => [
    ...(live.length ? [] : [emptyState()]),
    ...categories.map((category) => group(category, live.filter((memory) => memory.category === category))),
    ...(deleted.length ? [group("deleted", deleted)] : []),
  ]);
  part("memory-count").textContent = live.length ? ` ${number(live.length)}` : "";
  const there = new Set(memories.map((memory) => memory.id));
  for (const id of cards.keys()) if (!there.has(id)) cards.delete(id);
  isKnown = true;
}

// `children` may return the focused element again.
function fill(children) {
  keepFocus(part("memories"), () => part("memories").replaceChildren(...children()));
}

function emptyState() {
  const say = directed(button(t("“{example}”", { example: EXAMPLE }), "example", () => ask("draft", EXAMPLE)));
  return make("div", "nothing", make("p", "", t("No memories yet. Try:")), say);
}

function group(name, memories) {
  const shown = t(GROUPS[name] ?? name);
  const title = make("h2", "", shown, make("small", "", ` ${number(memories.length)}`));
  const list = make("ul", "", ...memories.map((memory) => make("li", "", card(memory))));
  const section = make("section", `group ${name}`, title, list);
  section.setAttribute("aria-label", shown);
  return section;
}

// Returns a memory's card: the same element if it is unchanged, else a new one, marked for a moment.
function card(memory) {
  const known = cards.get(memory.id);
  const now = JSON.stringify(memory);
  if (known?.json === now) return known.element;
  const element = draw(memory);
  element.open = known?.element.open ?? false;
  element.classList.toggle("changed", isKnown);
  setTimeout(() => element.classList.remove("changed"), NEWS_MS);
  cards.set(memory.id, { json: now, element });
  return element;
}

function draw(memory) {
  const count = plural("{count} version", "{count} versions", memory.versions.length);
  const known = memory.pinned ? t("{versions}, 📌 pinned", { versions: count }) : count;
  const facts = make("span", "facts", known);
  const subject = memory.subject ? [directed(make("strong", "", memory.subject))] : [];
  const heading = make("summary", "", ...subject, directed(make("span", "content", memory.content)), facts);
  const element = make("details", `memory${memory.deleted_at ? " gone" : ""}`, heading, versions(memory), acts(memory));
  element.dataset.part = memory.id;
  return element;
}

function versions(memory) {
  const items = memory.versions.toReversed().map(({ number, content, created_at: at }) => {
    const head = make("span", "head", make("b", "", `v${number}`), moment(at));
    return make("li", "", head, directed(make("span", "", content)));
  });
  const deletion = memory.deleted_at ? [make("li", "", make("span", "head", make("b", "", t("deleted")), moment(memory.deleted_at)))] : [];
  const list = make("ol", "versions", ...deletion, ...items);
  list.setAttribute("aria-label", t("Versions, newest first"));
  return list;
}

function acts(memory) {
  const verb = memory.deleted_at ? "restore" : "delete";
  const label = memory.deleted_at ? t("Restore") : t("Delete");
  return make(
    "p",
    "acts",
    button(label, "", () => ask("say", `/memory ${verb} ${memory.id}`)),
    button(t("Copy ID"), "", () => copy(memory.id)),
    make("code", "", memory.id),
  );
}

function moment(text) {
  const at = new Date(text);
  return time(at, dateOf(at));
}
