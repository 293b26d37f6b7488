// The page: passes the server's news to the parts that show it.

import * as chips from "./chips.js";
import { setZone } from "./clock.js";
import * as composer from "./composer.js";
import * as conversation from "./conversation.js";
import { ask, button, directed, make, part } from "./elements.js";
import { label } from "./labels.js";
import * as lists from "./lists.js";
import * as memories from "./memories.js";
import { messages, setBotName } from "./messages.js";
import * as panel from "./panel.js";
import * as request from "./request.js";
import * as scroll from "./scroll.js";
import { listen } from "./server.js";
import { setConnected, setTyping } from "./status.js";
import { knowCommands, knowUsages } from "./suggestions.js";
import { speak, t } from "./texts.js";
import * as topics from "./topics.js";

// The practice model knows English.
const EXAMPLES = ["Remember that Alec is my boss", "What can you do?", "Tell me a long story"];
let isOpen = false;
let hasInsight = false;

function hear(news) {
  const isNews = isOpen;
  if ("bot" in news) welcome(news);
  const changed = news.messages ?? [];
  const arrived = changed.filter((message) => !messages.has(message.message_id));
  if (news.topics) topics.know(news.topics, isNews, showTopic);
  for (const message of changed) conversation.show(message, isNews);
  const asking = isNews && arrived.findLast((message) => message.asks_reply);
  if (asking) composer.reply(asking);
  for (const messageId of news.removed ?? []) conversation.remove(messageId);
  if (news.commands) setCommands(news.commands);
  if ("typing_seconds" in news) setTyping(news.typing_seconds);
  const isAnswered = arrived.some((message) => message.from_bot); // it may be the end of a private chat, too
  if ("is_asked" in news) conversation.setAsked(news.is_asked);
  if (hasInsight && ("requests" in news || isAnswered)) request.refresh();
  if (hasInsight && changed.some((message) => message.from_bot)) refreshKept();
  noteEmpty();
  if (!isNews) scroll.toEnd();
  else scroll.noteUnread(arrived.filter((message) => message.from_bot).length);
}

// The first event of each connection contains everything; messages that are not in it were deleted.
function welcome(news) {
  setZone(news.timezone);
  setBotName(news.bot);
  document.title = news.bot;
  part("bot").textContent = news.bot;
  part("avatar").textContent = [...news.bot][0] ?? "";
  part("notice").textContent = news.notice;
  part("notice").hidden = !news.notice;
  const there = new Set((news.messages ?? []).map((message) => message.message_id));
  [...messages.keys()].filter((messageId) => !there.has(messageId)).forEach(conversation.remove);
  setCommands(news.commands ?? []);
  knowUsages(news.usages);
  setTyping(0);
  if (news.insight) showInsight();
  isOpen = true;
}

function showInsight() {
  if (!hasInsight) panel.open(["memories", "lists", "request"]);
  hasInsight = true;
  refreshKept();
  request.refresh();
}

function showTopic() {
  conversation.showTopic();
  noteEmpty();
  scroll.toEnd();
}

function noteEmpty() {
  part("empty").hidden = [...messages.values()].some(topics.isShown);
}

function refreshKept() {
  memories.refresh();
  lists.refresh();
}

function setCommands(commands) {
  knowCommands(commands);
  chips.show(commands);
}

// The sentences in the browser's language; without them, the page speaks English.
const texts = async () => (await fetch("/page/texts")).json();

async function open() {
  speak(await texts().catch(() => null));
  label();
  part("empty").append(
    make("p", "", t("No messages yet. Say hello or try one of these:")),
    ...EXAMPLES.map((words) => directed(button(words, "chip", () => ask("say", words)))),
  );
  document.addEventListener("say", ({ detail }) => composer.say(detail));
  document.addEventListener("reply", ({ detail }) => composer.reply(detail.message, detail.quoted));
  document.addEventListener("edit", ({ detail }) => composer.edit(detail));
  document.addEventListener("find", ({ detail }) => conversation.find(detail));
  document.addEventListener("draft", ({ detail }) => {
    panel.giveWay();
    composer.suggest(detail);
  });
  scroll.open();
  chips.open();
  conversation.open();
  topics.open();
  composer.open();
  listen(hear, setConnected);
}

open();
