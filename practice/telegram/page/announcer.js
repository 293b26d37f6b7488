// Announces each of the bot's messages to screen readers once, when it is complete.

import { make, part } from "./elements.js";
import { author, summary } from "./messages.js";

const KEPT = 5;

export function announce(message) {
  const announcer = part("announcer");
  announcer.append(make("p", "", `${author(message)}: ${summary(message)}`));
  while (announcer.children.length > KEPT) announcer.firstChild.remove();
}
