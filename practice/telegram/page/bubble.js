// Draws a message: its bubble and the buttons under it.

import { timeOf } from "./clock.js";
import { ask, button, directed, make, time } from "./elements.js";
import { fill } from "./entities.js";
import { file } from "./file.js";
import { keepFocus } from "./focus.js";
import { keyboard } from "./keyboard.js";
import { media } from "./media.js";
import { author, messages, summary } from "./messages.js";
import { t } from "./texts.js";

export function draw(article, message) {
  const shown = media(message);
  const text = make("div", "text");
  text.dir = "auto";
  if (message.text) fill(text, message.text, message.entities);
  else if (!shown.length && !message.extra.document) text.append(summary(message));
  const caret = make("span", "caret");
  caret.setAttribute("aria-hidden", "true");
  text.append(caret, " ", meta(message));
  keepFocus(article, () => {
    article.firstChild.replaceChildren(
      ...origin(message),
      ...quote(message),
      ...(shown.length ? shown : file(message)),
      text,
      ...reactions(message),
    );
    article.querySelector(".keys")?.remove();
    article.firstChild.after(...keyboard(message));
  });
  article.setAttribute("aria-label", `${author(message)}, ${timeOf(sentAt(message))}`);
}

function sentAt(message) {
  return new Date(message.date * 1000);
}

function meta(message) {
  const edited = message.edited && !message.from_bot ? [`${t("edited")} `] : []; // a bot writes by editing
  const element = make("span", "meta", ...edited, time(sentAt(message), timeOf(sentAt(message))));
  element.dir = "auto"; // whatever the direction of the message's text
  return element;
}

function origin(message) {
  const { forward_origin: from } = message.extra;
  if (!from) return [];
  const sender = from.sender_user ?? from.sender_chat ?? from.chat;
  const name = from.sender_user_name ?? sender?.first_name ?? sender?.title ?? "?";
  return [make("p", "origin", t("Forwarded from {name}", { name }))];
}

function reactions(message) {
  const emoji = [...message.reactions, ...message.bot_reactions];
  if (!emoji.length) return [];
  const element = make("p", "reactions", ...emoji.map((it) => make("span", "", it)));
  element.setAttribute("aria-label", t("Reactions: {emoji}", { emoji: emoji.join(" ") }));
  return [element];
}

function quote(message) {
  const replied = messages.get(message.reply_to);
  const quoted = message.extra.quote?.text ?? "";
  if (!replied) return quoted ? [make("p", "quote", make("span", "", quoted))] : [];
  const words = [make("strong", "", author(replied)), directed(make("span", "", (quoted || summary(replied)).slice(0, 200)))];
  const element = button("", "quote", () => ask("find", replied.message_id));
  element.append(...words);
  const about = { author: author(replied), text: summary(replied).slice(0, 80) };
  element.setAttribute("aria-label", t("In reply to {author}: {text}", about));
  return [element];
}
