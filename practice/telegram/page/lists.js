// What the bot keeps besides memories: a list each for notes, reminders, and what was done.

import { button, ask, directed, make, part } from "./elements.js";
import { keepFocus } from "./focus.js";
import { coalesced, get } from "./server.js";
import { number, t } from "./texts.js";

const SOON_MS = 150;
let shown = "";

export const refresh = coalesced(async () => {
  const lists = await get("/page/lists");
  if (!lists) {
    fill([make("p", "nothing", t("This can't be read right now."))]);
    shown = "";
  } else if (shown !== JSON.stringify(lists)) {
    shown = JSON.stringify(lists);
    fill(lists.map(group));
  }
}, SOON_MS);

function fill(children) {
  keepFocus(part("lists"), () => part("lists").replaceChildren(...children));
}

function group({ title, nothing, items }) {
  const heading = make("h2", "", title, make("small", "", items.length ? ` ${number(items.length)}` : ""));
  const list = make("ul", "", ...items.map((item) => make("li", "", card(item))));
  const section = make("section", "group", heading, ...(items.length ? [list] : [make("p", "quiet", nothing)]));
  section.setAttribute("aria-label", title);
  return section;
}

function card({ title, facts, text, command }) {
  const heading = make("summary", "", directed(make("strong", "", title)), make("span", "facts", facts));
  const acts = command ? [make("p", "acts", button(command, "", () => ask("say", command)))] : [];
  const element = make("details", "memory", heading, directed(make("p", "text", text)), ...acts);
  element.dataset.part = `${title} ${facts}`;
  return element;
}
