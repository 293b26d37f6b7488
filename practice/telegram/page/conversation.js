// The chat: a section for each day with its messages, each a bubble with buttons and actions.

import { actions } from "./actions.js";
import { announce } from "./announcer.js";
import { draw } from "./bubble.js";
import { nameDays, sectionOf } from "./days.js";
import { make, part } from "./elements.js";
import { lastOfBot, messages } from "./messages.js";
import { isTyping, setWritten } from "./status.js";
import { isShown } from "./topics.js";

const QUIET_MS = 1700; // the bot edits a growing answer once a second
const ANSWERED_MS = 500; // and at once when the model has finished
const MINUTE_MS = 60_000;
const articles = new Map(); // by message id
let isAsked = true; // whether the model may still be writing
const quiet = new Map(); // by message id: the timer until a message counts as complete

export function open() {
  setInterval(nameDays, MINUTE_MS); // a day may end while the page is open
  part("messages").addEventListener("keydown", onKey);
}

// Shows a new or changed message; `isNews` is false for those already there when the page was opened.
export function show(message, isNews) {
  const before = messages.get(message.message_id);
  messages.set(message.message_id, message);
  const article = articles.get(message.message_id) ?? add(message);
  draw(article, message);
  hideOthers(article, message);
  if (isNews && message.from_bot && message.text !== before?.text) awaitQuiet(message, before);
}

// Shows the messages of the topic that was chosen, and the days that have any.
export function showTopic() {
  for (const [messageId, article] of articles) hideOthers(article, messages.get(messageId));
  const newest = all().at(-1);
  if (newest) setCurrent(newest);
}

function hideOthers(article, message) {
  article.hidden = !isShown(message);
  const day = article.parentElement;
  day.hidden = !day.querySelector(".message:not([hidden])");
}

export function remove(messageId) {
  const article = articles.get(messageId);
  if (!article) return;
  const [day, hadFocus] = [article.parentElement, article.contains(document.activeElement)];
  const heir = beside(article, 1) ?? beside(article, -1);
  article.remove();
  articles.delete(messageId);
  messages.delete(messageId);
  if (!day.querySelector(".message")) day.remove();
  if (article.tabIndex === 0 && heir) setCurrent(heir);
  if (hadFocus) (heir ?? part("log")).focus({ preventScroll: true });
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

// A message that changes, or that came while the bot was typing, is being written; it is complete when it has not changed
// for a while.
function awaitQuiet(message, before) {
  if (lastOfBot() === message) {
    for (const article of articles.values()) article.classList.remove("writing");
    articles.get(message.message_id).classList.toggle("writing", Boolean(before));
    if (before ? message.text.startsWith(before.text) : isTyping()) setWritten(message.message_id, true);
  }
  finishSoon(message.message_id);
}

export function setAsked(asked) {
  isAsked = asked;
  if (!asked) [...quiet.keys()].forEach(finishSoon);
}

function finishSoon(messageId) {
  clearTimeout(quiet.get(messageId));
  quiet.set(messageId, setTimeout(() => finish(messageId), isAsked ? QUIET_MS : ANSWERED_MS));
}

function finish(messageId) {
  quiet.delete(messageId);
  setWritten(messageId, false);
  articles.get(messageId)?.classList.remove("writing");
  if (messages.has(messageId)) announce(messages.get(messageId));
}

function add(message) {
  const bubble = make("div", "bubble");
  bubble.dataset.part = "bubble";
  const article = make("article", `message ${message.from_bot ? "theirs" : "mine"}`, bubble, actions(message));
  article.dataset.id = message.message_id;
  article.classList.toggle("album", "media_group_id" in message.extra);
  const section = sectionOf(message);
  const others = [...section.querySelectorAll(".message")];
  section.insertBefore(article, others.find((other) => Number(other.dataset.id) > message.message_id) ?? null);
  articles.set(message.message_id, article);
  setCurrent(all().at(-1));
  return article;
}

// Tab stops at one message, at first the newest; arrow keys move along. Focus shows a message's actions.
function setCurrent(article) {
  for (const each of articles.values()) each.tabIndex = each === article ? 0 : -1;
}

function onKey(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !event.target.matches(".message")) return;
  event.preventDefault();
  const next = beside(event.target, step);
  if (!next) return;
  setCurrent(next);
  next.focus();
}

function beside(article, step) {
  const shown = all();
  return shown[shown.indexOf(article) + step];
}

function all() {
  return [...part("messages").querySelectorAll(".message:not([hidden])")];
}
