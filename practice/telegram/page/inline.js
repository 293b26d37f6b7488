// Inline mode: "@bot words" in the field lists what the bot finds; a tap sends one.

import { ask } from "./elements.js";
import { post } from "./server.js";
import { t } from "./texts.js";

const PAUSE_MS = 200; // between the last key and the query

let name = ""; // the bot's, if it has inline mode
let timer = 0;

export function setInline(username) {
  name = username;
}

// Returns whether a text is a query, such as "@practice_bot anna".
export function isQuery(typed) {
  return Boolean(name) && typed.toLowerCase().startsWith(`@${name.toLowerCase()} `);
}

// Returns the completion of a text that may become a query.
export function beginnings(typed) {
  const whole = `@${name} `;
  if (!name || !typed || !whole.toLowerCase().startsWith(typed.toLowerCase())) return [];
  return [{ text: whole, label: whole.trim(), hint: t("Ask the bot in any chat") }];
}

// Asks for what a query finds, once nothing more is typed; `hear` gets it as completions.
export function search(typed, hear) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const answer = await post("/page/inline", { text: typed.slice(name.length + 2) });
    if (answer) hear([...above(answer.button), ...answer.results.map((result) => found(answer.query_id, result))]);
  }, PAUSE_MS);
}

function above(button) {
  if (!button) return [];
  return [{ label: button.text, hint: "", act: () => ask("say", `/start ${button.start_parameter}`) }];
}

function found(queryId, { id, title, description }) {
  return { label: title, hint: description, act: () => post("/page/choose", { query_id: queryId, result_id: id }) };
}
