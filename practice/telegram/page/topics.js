// The topics of the chat: a row of their names, one of which is shown. Without threaded mode, there is only one chat.

import { button, directed, part } from "./elements.js";
import { post } from "./server.js";
import { t } from "./texts.js";

const ABOUT = ["forum_topic_created", "forum_topic_edited"];
const GENERAL = 0;
let topics = [];
let isOn = false;
let current = GENERAL;

export const currentTopic = () => (isOn ? current : GENERAL);

// Whether a message is shown now: not Telegram's own about a topic, and not one of another topic.
export function isShown(message) {
  return !ABOUT.some((name) => name in message.extra) && (!isOn || message.topic === current);
}

export function open() {
  part("topics-toggle").addEventListener("click", () => post("/page/topics", { on: !isOn }));
}

// Shows what there is. A topic that comes while the page is open is the one shown next.
export function know(news, isNews, shown) {
  const known = new Set(topics.map((topic) => topic.id));
  const came = news.list.filter((topic) => !known.has(topic.id)).at(-1);
  [topics, isOn] = [news.list, news.on];
  if (came && isNews) current = came.id;
  if (!topics.some((topic) => topic.id === current)) current = GENERAL;
  show(shown);
}

function show(shown) {
  const row = part("topics");
  row.hidden = !isOn;
  part("topics-toggle").setAttribute("aria-pressed", String(isOn));
  const all = [{ id: GENERAL, name: t("General") }, ...topics];
  row.replaceChildren(...all.map((topic) => nameOf(topic, shown)));
  shown();
}

function nameOf(topic, shown) {
  const name = directed(
    button(topic.name, "chip", () => {
      current = topic.id;
      show(shown);
      part("topics").querySelector("[aria-pressed=true]").focus();
    }),
  );
  name.setAttribute("aria-pressed", String(topic.id === current));
  return name;
}
