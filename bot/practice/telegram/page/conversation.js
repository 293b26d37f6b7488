// The chat: a section for each day, in it the messages, each a bubble with its keys and what can be done with it.

import { announce } from "./announcer.js";
import { copy } from "./clipboard.js";
import { ask, button, iconButton, make, part, time } from "./elements.js";
import { file } from "./file.js";
import { keyboard } from "./keyboard.js";
import { author, lastOfBot, messages, summary } from "./messages.js";
import { fill } from "./rich-text.js";

const QUIET_MS = 1700; // the bot edits what it is writing once a second
const MINUTE_MS = 60_000;
const articles = new Map(); // by message id
const quiet = new Map(); // by message id: the timer that ends when nothing more was written

export function open() {
  setInterval(nameDays, MINUTE_MS); // a day may end while the page is open
  part("messages").addEventListener("keydown", onKey);
}

// Shows a message, new or changed; `isNews` tells that it was not there when the page was opened.
export function show(message, isNews) {
  const before = messages.get(message.message_id);
  messages.set(message.message_id, message);
  const article = articles.get(message.message_id) ?? add(message);
  draw(article, message);
  if (isNews && message.from_bot && message.text !== before?.text) awaitQuiet(message, Boolean(before));
}

export function remove(messageId) {
  const day = articles.get(messageId)?.parentElement;
  articles.get(messageId)?.remove();
  articles.delete(messageId);
  messages.delete(messageId);
  if (day && !day.querySelector(".message")) day.remove();
}

export function find(messageId) {
  const article = articles.get(messageId);
  if (!article) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  article.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
  article.focus({ preventScroll: true });
  article.classList.remove("found");
  requestAnimationFrame(() => article.classList.add("found"));
}

// A message that grows is being written; one that has not changed for a while is finished.
function awaitQuiet(message, grows) {
  clearTimeout(quiet.get(message.message_id));
  if (lastOfBot() === message) {
    for (const article of articles.values()) article.classList.remove("writing");
    articles.get(message.message_id).classList.toggle("writing", grows);
  }
  quiet.set(message.message_id, setTimeout(() => finish(message.message_id), QUIET_MS));
}

function finish(messageId) {
  quiet.delete(messageId);
  articles.get(messageId)?.classList.remove("writing");
  if (messages.has(messageId)) announce(messages.get(messageId));
}

// ---- days

function dayOf(message) {
  const date = new Date(message.date * 1000);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

function nameOf(day) {
  const today = new Date();
  const ago = (days) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).getTime();
  if (day.getTime() === ago(0)) return "Today";
  if (day.getTime() === ago(1)) return "Yesterday";
  const thisYear = day.getFullYear() === today.getFullYear();
  return day.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long", ...(!thisYear && { year: "numeric" }) });
}

function nameDays() {
  for (const section of part("messages").children) {
    const name = nameOf(new Date(Number(section.dataset.day)));
    section.setAttribute("aria-label", name);
    section.firstChild.textContent = name;
  }
}

function sectionOf(message) {
  const day = dayOf(message).getTime();
  const sections = [...part("messages").children];
  const known = sections.find((section) => Number(section.dataset.day) === day);
  if (known) return known;
  const section = make("section", "day", make("h2", "date"));
  section.dataset.day = day;
  part("messages").insertBefore(section, sections.find((other) => Number(other.dataset.day) > day) ?? null);
  nameDays();
  return section;
}

// ---- messages

function add(message) {
  const article = make("article", `message ${message.from_bot ? "theirs" : "mine"}`, make("div", "bubble"), actions(message));
  article.dataset.id = message.message_id;
  const section = sectionOf(message);
  const others = [...section.querySelectorAll(".message")];
  section.insertBefore(article, others.find((other) => Number(other.dataset.id) > message.message_id) ?? null);
  articles.set(message.message_id, article);
  setCurrent([...part("messages").querySelectorAll(".message")].at(-1));
  return article;
}

// The tab key stops at one message, at first the newest; arrows go on from there. Focus shows a message's actions.
function setCurrent(article) {
  for (const each of articles.values()) each.tabIndex = each === article ? 0 : -1;
}

function onKey(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !event.target.matches(".message")) return;
  event.preventDefault();
  const all = [...part("messages").querySelectorAll(".message")];
  const next = all[all.indexOf(event.target) + step];
  if (!next) return;
  setCurrent(next);
  next.focus();
}

function draw(article, message) {
  const text = make("div", "text");
  text.dir = "auto";
  if (message.text) fill(text, message.text, message.entities);
  else if (!message.extra.document) text.append(summary(message));
  const caret = make("span", "caret");
  caret.setAttribute("aria-hidden", "true");
  text.append(caret, " ", meta(message));
  article.firstChild.replaceChildren(...quote(message), ...file(message), text);
  article.querySelector(".keys")?.remove();
  article.firstChild.after(...keyboard(message));
  article.setAttribute("aria-label", `${author(message)}, ${clock(message)}`);
}

function clock(message) {
  return new Date(message.date * 1000).toLocaleTimeString([], { timeStyle: "short" });
}

function meta(message) {
  const edited = message.edited && !message.from_bot ? ["edited "] : []; // a bot writes by editing
  return make("span", "meta", ...edited, time(new Date(message.date * 1000), clock(message)));
}

function quote(message) {
  const replied = messages.get(message.reply_to);
  if (!replied) return [];
  const words = [make("strong", "", author(replied)), make("span", "", summary(replied).slice(0, 200))];
  const element = button("", "quote", () => find(replied.message_id));
  element.append(...words);
  element.setAttribute("aria-label", `In reply to ${author(replied)}: ${summary(replied).slice(0, 80)}`);
  return [element];
}

function actions(message) {
  const current = () => messages.get(message.message_id);
  const group = make(
    "div",
    "actions",
    iconButton("reply", "Reply", "", () => ask("reply", current())),
    iconButton("copy", "Copy text", "", () => copy(summary(current()))),
  );
  if (!message.from_bot && message.text) group.append(iconButton("edit", "Edit", "", () => ask("edit", current())));
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Message actions");
  return group;
}
