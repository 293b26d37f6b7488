// The actions beside a message.

import { copy } from "./clipboard.js";
import { ask, button, iconButton, make, nameButton } from "./elements.js";
import { canBeEdited, messages, summary } from "./messages.js";
import { post } from "./server.js";
import { t } from "./texts.js";

const REACTIONS = ["👍", "👎"];

export function actions(message) {
  const current = () => messages.get(message.message_id);
  const about = { message_id: message.message_id };
  const react = (emoji) => post("/page/react", { ...about, emoji: current().reactions.includes(emoji) ? "" : emoji });
  const group = make(
    "div",
    "actions",
    iconButton("reply", t("Reply"), "", () => ask("reply", { message: current(), quoted: selected(message) })),
    iconButton("copy", t("Copy text"), "", () => copy(summary(current()))),
  );
  if (canBeEdited(message)) group.append(iconButton("edit", t("Edit"), "", () => ask("edit", current())));
  const others = [
    ...REACTIONS.map((emoji) => reaction(emoji, () => react(emoji))),
    iconButton("forward", t("Forward"), "", () => post("/page/forward", about)),
    iconButton("delete", t("Delete"), "", () => post("/page/delete", about)),
  ];
  group.append(iconButton("more", t("More actions"), "", () => swap(group, others)));
  group.addEventListener("pointerdown", (event) => event.preventDefault()); // what is selected stays so
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", t("Message actions"));
  return make("div", "beside", group);
}

function reaction(emoji, action) {
  const element = button(emoji, "emoji", action);
  nameButton(element, t("React with {emoji}", { emoji }));
  return element;
}

// Shows the other actions instead, until the message is left.
function swap(group, others) {
  const before = [...group.children];
  const back = () => {
    if (group.closest(".message").matches(":hover, :focus-within")) return;
    group.replaceChildren(...before);
    group.closest(".message").removeEventListener("pointerleave", back);
    group.removeEventListener("focusout", later);
  };
  const later = () => setTimeout(back);
  group.replaceChildren(...others);
  others[0].focus({ preventScroll: true });
  group.closest(".message").addEventListener("pointerleave", back);
  group.addEventListener("focusout", later);
}

// Returns the part of a message that is selected, to be quoted.
function selected(message) {
  const selection = getSelection();
  const text = document.querySelector(`[data-id="${message.message_id}"] .text`);
  const isInside = text?.contains(selection.anchorNode) && text.contains(selection.focusNode);
  return isInside ? selection.toString().trim() : "";
}
