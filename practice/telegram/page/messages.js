// The messages of the chat as received from the server, and their short descriptions.

import { mark, t } from "./texts.js";
import { isShown } from "./topics.js";

export const messages = new Map(); // by id

const KINDS = {
  animation: mark("🎞️ GIF"),
  photo: mark("📷 Photo"),
  sticker: mark("🏷️ Sticker"),
  voice: mark("🎤 Voice message"),
  audio: mark("🎵 Audio"),
  video: mark("🎬 Video"),
  document: mark("📄 File"),
  venue: mark("📍 Place"),
  location: mark("📍 Location"),
  contact: mark("👤 Contact"),
};

let botName = "Bot";

export function setBotName(name) {
  botName = name;
}

export function author(message) {
  return message.from_bot ? botName : t("You");
}

// Formats a duration such as "1:05".
export function length(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function canBeEdited(message) {
  const { forward_origin, sticker } = message.extra;
  return !message.from_bot && !forward_origin && !sticker && Boolean(message.text || hasFile(message));
}

function hasFile({ extra }) {
  return Boolean(extra.photo ?? extra.document ?? extra.video ?? extra.audio ?? extra.voice);
}

export function summary(message) {
  const kind = Object.keys(KINDS).find((name) => name in message.extra);
  const name = message.extra.document?.file_name;
  const words = [kind && t(KINDS[kind]), name, message.extra.sticker?.emoji, message.extra.caption, message.text];
  return words.filter(Boolean).join(" ") || t("Message");
}

export function lastOfBot() {
  return last((message) => message.from_bot);
}

export function lastOwn() {
  return last((message) => !message.from_bot && message.text);
}

function last(fits) {
  const found = [...messages.values()].filter((message) => isShown(message) && fits(message));
  return found.reduce((one, other) => (one && one.message_id > other.message_id ? one : other), undefined);
}
