// The actions beside a message.

import { copy } from "./clipboard.js";
import { ask, iconButton, make } from "./elements.js";
import { messages, summary } from "./messages.js";

export function actions(message) {
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
  return make("div", "beside", group);
}
