// The input field: a new message, a reply, or an edit of one's own message.

import * as attaching from "./attaching.js";
import * as completion from "./completion.js";
import * as drafts from "./draft.js";
import { icon, part } from "./elements.js";
import { author, lastOwn, summary } from "./messages.js";
import * as recorder from "./recorder.js";
import { toEnd } from "./scroll.js";
import { post } from "./server.js";
import { t } from "./texts.js";
import { currentTopic } from "./topics.js";

let replyTo = null;
let quote = ""; // the selected part of it
let editing = null;
let draft = ""; // what was in the field when an edit began

export function open() {
  part("send").append(icon("send"));
  part("attach").append(icon("attach"));
  part("cancel").append(icon("close"));
  attaching.open(sendFiles);
  recorder.open(sendFiles);
  part("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  part("text").addEventListener("keydown", onKey);
  part("text").addEventListener("input", onInput);
  part("cancel").addEventListener("click", cancel);
  completion.open();
  write(drafts.recall());
}

export function say(text, repliedTo = null, quoted = "") {
  toEnd();
  if (matchMedia("(hover: hover)").matches) part("text").focus(); // a phone would show its keyboard
  return post("/page/send", { text, reply_to: repliedTo, quote: quoted, topic: currentTopic() });
}

// Sends files with the typed text as their caption, as a reply if one was begun.
async function sendFiles(files) {
  if (editing) cancel();
  toEnd();
  const [caption, replied] = [part("text").value.trim(), replyTo];
  write("");
  cancel();
  const sent = await post("/page/send-files", { files, caption, reply_to: replied?.message_id ?? null, topic: currentTopic() });
  if (!sent && caption && !part("text").value) write(caption);
}

// Replies to a message, or to the part of it that is quoted.
export function reply(message, quoted = "") {
  if (editing) cancel();
  [replyTo, quote] = [message, quoted];
  showContext();
}

export function edit(message) {
  draft = editing ? draft : part("text").value;
  [editing, replyTo, quote] = [message, null, ""];
  write(message.text);
  showContext();
}

// Puts a text into the field for the user to send. Text already typed becomes the command's argument.
export function suggest(text) {
  if (editing) cancel();
  const typed = part("text").value.trimStart();
  write(text.startsWith("/") && !typed.startsWith("/") ? text + typed : text);
  part("text").focus();
}

function write(text) {
  part("text").value = text;
  completion.close();
  onInput();
}

function onInput() {
  drafts.keep(editing ? draft : part("text").value);
  fit();
}

function cancel() {
  if (editing) write(draft);
  [editing, replyTo, quote, draft] = [null, null, "", ""];
  showContext();
}

function showContext() {
  const message = editing ?? replyTo;
  part("context").hidden = !message;
  part("text").setAttribute("aria-label", editing ? t("Edit message") : t("Message"));
  const title = editing ? t("Edit message") : message ? t("Reply to {author}", { author: author(message) }) : "";
  part("context-title").textContent = title;
  part("context-text").textContent = message ? (quote || summary(message)).slice(0, 200) : "";
  part("text").focus();
}

async function submit() {
  if (recorder.end()) return;
  const text = part("text").value;
  if (!text.trim()) return;
  const [edited, replied, quoted] = [editing, replyTo, quote];
  draft = edited ? draft : "";
  write(draft);
  [editing, replyTo, quote, draft] = [null, null, "", ""];
  showContext();
  const sent = await (edited
    ? post("/page/edit", { message_id: edited.message_id, text })
    : say(text, replied?.message_id, quoted));
  if (!sent && !part("text").value && !editing && !replyTo) {
    [editing, replyTo, quote] = [edited, replied, quoted];
    write(text);
    showContext();
  }
}

function onKey(event) {
  if (event.isComposing) return;
  const sends = event.key === "Enter" && !event.shiftKey && !isTouched();
  if (!event.shiftKey && completion.takesKey(event.key)) {
    event.preventDefault();
    if (sends && !part("text").value.endsWith(" ")) submit(); // a complete command is sent with the same key
  } else if (sends) {
    event.preventDefault();
    submit();
  } else if (event.key === "Escape") {
    cancel();
  } else if (event.key === "ArrowUp" && !part("text").value && lastOwn()) {
    event.preventDefault();
    edit(lastOwn());
  }
}

// On a phone, Enter begins a new line, because no other key does; the button sends.
function isTouched() {
  return matchMedia("(pointer: coarse)").matches;
}

function fit() {
  const field = part("text");
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
}
