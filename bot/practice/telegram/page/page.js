"use strict";

// Everything that arrives is shown as text nodes; nothing is ever read as HTML.

const part = (id) => document.getElementById(id);
const shown = new Map(); // message id → { message, element }
const KINDS = {
  photo: "📷 Photo",
  sticker: "🏷️ Sticker",
  voice: "🎤 Voice message",
  audio: "🎵 Audio",
  video: "🎬 Video",
  document: "📄 File",
  location: "📍 Location",
};
let botName = "Keepsake";
let context = null; // { replyTo: message } or { editing: message }
let typingEnds = 0;
let toastEnds = 0;

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function button(label, className, action) {
  const element = make("button", className, label);
  element.type = "button";
  element.addEventListener("click", action);
  return element;
}

function toast(text) {
  part("toast").textContent = text;
  part("toast").hidden = false;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => (part("toast").hidden = true), 3000);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied");
  } catch {
    toast("The browser doesn't let this page copy");
  }
}

// ---- texts with entities: offsets are UTF-16 units, as JavaScript's own

const SIMPLE = { bold: "strong", italic: "em", underline: "u", strikethrough: "s" };
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);

function link(address) {
  const element = make("a");
  const url = [address, `http://${address}`].find((candidate) => URL.canParse(candidate));
  if (url && ["http:", "https:", "tg:"].includes(new URL(url).protocol)) element.href = url;
  element.target = "_blank";
  element.rel = "noopener noreferrer";
  return element;
}

function spoiler() {
  const element = make("span", "spoiler");
  element.tabIndex = 0;
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", "Spoiler");
  const show = () => {
    element.classList.add("shown");
    element.removeAttribute("aria-label");
  };
  element.addEventListener("click", show);
  element.addEventListener("keydown", (event) => event.key === "Enter" && show());
  return element;
}

function inlineCode(text) {
  const element = make("code", "copies");
  element.title = "Copy";
  element.addEventListener("click", () => copy(text));
  return element;
}

// What an entity becomes: the element to place, and the one inside it that takes the text.
function wrap(entity, text) {
  const one = (element) => [element, element];
  switch (entity.type) {
    case "code":
      return one(inlineCode(text));
    case "pre": {
      const code = make("code");
      const bar = make("div", "", make("span", "", entity.language || "code"), button("Copy", "", () => copy(text)));
      return [make("div", "block", bar, make("pre", "", code)), code];
    }
    case "text_link":
      return one(link(entity.url));
    case "url":
      return one(link(text));
    case "spoiler":
      return one(spoiler());
    case "blockquote":
      return one(make("blockquote"));
    case "expandable_blockquote": {
      const quote = make("blockquote", "folded");
      quote.addEventListener("click", () => quote.classList.toggle("folded"));
      return one(quote);
    }
    case "bot_command":
      return one(button("", "command", () => send(text)));
    default:
      return one(make(SIMPLE[entity.type] ?? "span"));
  }
}

// Entities may nest and cross: what reaches beyond the one it begins in goes on after it.
function fill(element, text, start, end, entities) {
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
    fill(inner, text, from, to, inside);
    element.append(outer);
    afterBlock = BLOCKS.has(entity.type);
    at = to;
  }
  plain(at, end, false);
}

// ---- messages

function summary(message) {
  const kind = Object.keys(message.extra).find((name) => name in KINDS);
  return [kind && KINDS[kind], message.extra.caption, message.text].filter(Boolean).join(" ") || "Message";
}

function author(message) {
  return message.from_bot ? botName : "You";
}

function quote(message) {
  const replied = shown.get(message.reply_to)?.message;
  if (!replied) return [];
  const element = button("", "quote", () => find(replied.message_id));
  element.append(make("strong", "", author(replied)), summary(replied).slice(0, 200));
  return [element];
}

function find(messageId) {
  const element = shown.get(messageId)?.element;
  if (!element) return;
  element.scrollIntoView({ block: "center", behavior: "smooth" });
  element.classList.remove("found");
  requestAnimationFrame(() => element.classList.add("found"));
}

function when(seconds) {
  const date = new Date(seconds * 1000);
  const today = date.toDateString() === new Date().toDateString();
  const time = make("time", "", date.toLocaleString([], { ...(!today && { dateStyle: "medium" }), timeStyle: "short" }));
  time.dateTime = date.toISOString();
  time.title = date.toLocaleString();
  return time;
}

function meta(message) {
  const actions = [button("Reply", "", () => setContext({ replyTo: message }))];
  if (!message.from_bot && message.text) actions.push(button("Edit", "", () => setContext({ editing: message })));
  const edited = message.edited && !message.from_bot ? ["edited"] : [];
  return make("div", "meta", ...actions, ...edited, when(message.date));
}

function draw(element, message) {
  const text = make("div", "text");
  text.dir = "auto";
  if (message.text) fill(text, message.text, 0, message.text.length, message.entities);
  else text.append(summary(message));
  element.className = `message ${message.from_bot ? "theirs" : "mine"}`;
  element.replaceChildren(...quote(message), text, meta(message));
}

function place(message) {
  const known = shown.get(message.message_id);
  const element = known?.element ?? make("li");
  shown.set(message.message_id, { message, element });
  draw(element, message);
  if (known) return;
  element.dataset.id = message.message_id;
  const next = [...part("messages").children].findLast((other) => Number(other.dataset.id) < message.message_id);
  if (next) next.after(element);
  else part("messages").prepend(element);
}

function drop(messageId) {
  shown.get(messageId)?.element.remove();
  shown.delete(messageId);
}

// ---- what the server tells

function setTyping(seconds) {
  clearTimeout(typingEnds);
  const typing = seconds > 0;
  part("typing").hidden = !typing;
  setStatus(typing ? "typing…" : "bot", typing);
  if (typing) typingEnds = setTimeout(() => setTyping(0), seconds * 1000);
}

function setStatus(text, live) {
  part("status").textContent = text;
  part("status").classList.toggle("live", live);
}

function setCommands(commands) {
  part("commands").hidden = !commands.length;
  part("commands").replaceChildren(
    ...commands.map(({ command, description }) => {
      const chip = button(`/${command}`, "", () => send(`/${command}`));
      chip.title = description;
      return chip;
    }),
  );
}

function welcome(news) {
  botName = news.bot;
  document.title = botName;
  part("bot").textContent = botName;
  part("avatar").textContent = [...botName][0] ?? "";
  part("notice").textContent = news.notice;
  part("notice").hidden = !news.notice;
  const there = new Set((news.messages ?? []).map((message) => message.message_id));
  [...shown.keys()].filter((messageId) => !there.has(messageId)).forEach(drop);
  setCommands(news.commands ?? []);
  setTyping(0);
}

function isAtEnd() {
  const log = part("log");
  return log.scrollHeight - log.scrollTop - log.clientHeight < 120;
}

function toEnd() {
  part("log").scrollTop = part("log").scrollHeight;
}

function take(news) {
  const follow = isAtEnd() || "bot" in news || (news.messages ?? []).some((message) => !message.from_bot && !shown.has(message.message_id));
  if ("bot" in news) welcome(news);
  (news.messages ?? []).forEach(place);
  (news.removed ?? []).forEach(drop);
  if (news.commands) setCommands(news.commands);
  if ("typing_seconds" in news) setTyping(news.typing_seconds);
  part("empty").hidden = shown.size > 0;
  if (follow) toEnd();
}

function listen() {
  const changes = new EventSource("/page/changes");
  changes.addEventListener("message", (event) => take(JSON.parse(event.data)));
  changes.addEventListener("error", () => {
    setStatus("not running; trying to reconnect…", false);
    if (changes.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

// ---- what the user does

async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return true;
    toast(`Not sent: ${(await answer.json()).error ?? "the server refused it"}`);
  } catch {
    toast("Not sent: the server is not running");
  }
  return false;
}

function send(text, replyTo = null) {
  return post("/page/send", { text, reply_to: replyTo });
}

function setContext(next) {
  context = next;
  const message = next?.replyTo ?? next?.editing;
  part("context").hidden = !message;
  if (message) {
    part("context-title").textContent = next.editing ? "Edit message" : `Reply to ${author(message)}`;
    part("context-text").textContent = summary(message).slice(0, 200);
  }
  if (next?.editing) part("text").value = next.editing.text;
  fitText();
  part("text").focus();
}

function fitText() {
  const field = part("text");
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
}

async function submit() {
  const text = part("text").value;
  if (!text.trim()) return;
  const { editing, replyTo } = context ?? {};
  part("text").value = "";
  setContext(null);
  const sent = await (editing
    ? post("/page/edit", { message_id: editing.message_id, text })
    : send(text, replyTo?.message_id));
  if (!sent && !part("text").value) part("text").value = text;
  fitText();
}

function cancel() {
  if (context?.editing) part("text").value = "";
  setContext(null);
}

function editLast() {
  const mine = [...shown.values()].map(({ message }) => message).filter((message) => !message.from_bot && message.text);
  if (mine.length) setContext({ editing: mine.reduce((last, message) => (message.message_id > last.message_id ? message : last)) });
}

function onKey(event) {
  if (event.isComposing) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    submit();
  } else if (event.key === "Escape") {
    cancel();
  } else if (event.key === "ArrowUp" && !part("text").value) {
    event.preventDefault();
    editLast();
  }
}

part("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
part("text").addEventListener("keydown", onKey);
part("text").addEventListener("input", fitText);
part("cancel").addEventListener("click", cancel);
part("newest").addEventListener("click", toEnd);
part("log").addEventListener("scroll", () => (part("newest").hidden = isAtEnd()));
listen();
