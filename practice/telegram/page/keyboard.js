// The buttons under a message (Bot API, InlineKeyboardMarkup).

import { button, directed, make } from "./elements.js";
import { link } from "./entities.js";
import { post } from "./server.js";
import { t } from "./texts.js";
import { alertBox, toast } from "./toast.js";

export function keyboard(message) {
  if (!message.keyboard.length) return [];
  const rows = message.keyboard.map((keys) => make("div", "row", ...keys.map((it) => key(message, it))));
  const group = make("div", "keys", ...rows);
  group.dataset.part = "keys";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", t("Buttons of this message"));
  return [group];
}

function key(message, it) {
  if (it.url || it.web_app) return directed(link(it.url || it.web_app.url, "key", it.text));
  const pressed = directed(button(it.text, "key", () => press(pressed, message.message_id, it.callback_data)));
  return pressed;
}

async function press(pressed, messageId, data) {
  if (pressed.ariaBusy === "true") return;
  pressed.ariaBusy = "true";
  const answer = await post("/page/press", { message_id: messageId, data });
  pressed.ariaBusy = null;
  if (!answer?.text) return;
  if (answer.show_alert) alertBox(answer.text);
  else toast(answer.text);
}
