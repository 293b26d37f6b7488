// The messages of the chat as received from the server, and their short descriptions.

export const messages = new Map(); // by id

const KINDS = {
  photo: "📷 Photo",
  sticker: "🏷️ Sticker",
  voice: "🎤 Voice message",
  audio: "🎵 Audio",
  video: "🎬 Video",
  document: "📄 File",
  location: "📍 Location",
};

let botName = "Bot";

export function setBotName(name) {
  botName = name;
}

export function author(message) {
  return message.from_bot ? botName : "You";
}

export function summary(message) {
  const kind = Object.keys(message.extra).find((name) => name in KINDS);
  const name = message.extra.document?.file_name;
  return [kind && KINDS[kind], name, message.extra.caption, message.text].filter(Boolean).join(" ") || "Message";
}

export function lastOfBot() {
  return last((message) => message.from_bot);
}

export function lastOwn() {
  return last((message) => !message.from_bot && message.text);
}

function last(fits) {
  const found = [...messages.values()].filter(fits);
  return found.reduce((one, other) => (one && one.message_id > other.message_id ? one : other), undefined);
}
