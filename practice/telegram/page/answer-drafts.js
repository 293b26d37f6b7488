// The bot's drafts: what it has written so far of an answer (Bot API, sendMessageDraft), one a topic. Each goes by itself.

import { button, make, part } from "./elements.js";
import { keepFocus } from "./focus.js";
import { fill } from "./rich-text.js";
import { post } from "./server.js";
import { setDrafting } from "./status.js";
import { t } from "./texts.js";
import { currentTopic } from "./topics.js";

let drafts = [];
let expires = 0;

// Shows the drafts there are now, each with the seconds until it disappears.
export function know(news) {
  const now = performance.now();
  drafts = news.map((draft) => ({ ...draft, until: now + draft.seconds * 1000 }));
  show();
}

// Shows the draft of the topic that is shown, if it has one.
export function show() {
  clearTimeout(expires);
  const now = performance.now();
  drafts = drafts.filter((draft) => draft.until > now);
  const shown = drafts.filter((draft) => draft.topic === currentTopic());
  keepFocus(part("drafts"), () => part("drafts").replaceChildren(...shown.flatMap(draw)));
  part("drafts").hidden = !shown.length;
  setDrafting(shown.length > 0);
  if (drafts.length) expires = setTimeout(show, Math.min(...drafts.map((draft) => draft.until)) - now);
}

// Without a text, the bot thinks.
function draw(draft) {
  const text = make("div", draft.text ? "text" : "text thinking");
  text.dir = "auto";
  if (draft.text) fill(text, draft.text, draft.entities);
  else text.append(t("Thinking…"));
  const caret = make("span", "caret");
  caret.setAttribute("aria-hidden", "true");
  text.append(caret);
  const bubble = make("div", "theirs writing", make("div", "bubble", text));
  return draft.can_stop ? [bubble, stopKey(draft.topic)] : [bubble];
}

function stopKey(topic) {
  const key = button(t("Stop"), "key", () => post("/page/stop-draft", { topic }));
  const keys = make("div", "keys", make("div", "row", key));
  keys.dataset.part = "keys";
  return keys;
}
