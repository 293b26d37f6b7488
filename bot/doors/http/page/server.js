// Asks the API. What it refuses is thrown as a Problem, whose message is a sentence for the user.

import { store } from "./store.js";
import { mark, t } from "./texts.js";

export const isReachable = store(true);
export const session = store(undefined); // undefined until it is known, null without one

class Problem extends Error {
  constructor(status, detail, memories = []) {
    super(detail);
    this.status = status;
    this.memories = memories;
  }
}

let bearer = {}; // inside Telegram; elsewhere a cookie says who asks

// Logs in with what Telegram says of its user.
export async function enter(initData) {
  const { data } = await ask("/login/telegram", { method: "POST", body: { init_data: initData } });
  bearer = { Authorization: `Bearer ${data.token}` };
}

// Resolves to the answer itself, whatever its status.
export async function fetched(path, options = {}) {
  try {
    const answer = await fetch(path, { ...options, headers: { ...bearer, ...options.headers } });
    isReachable.set(true);
    if (answer.status === 401) session.set(null);
    return answer;
  } catch (error) {
    if (error.name !== "AbortError") isReachable.set(false);
    throw error;
  }
}

// Resolves to what was answered and its entity tag. `body` is sent as JSON, a file as it is.
export async function ask(path, { method = "GET", body, tag, signal } = {}) {
  const isFile = body instanceof Blob;
  const headers = { ...(body && !isFile && { "Content-Type": "application/json" }), ...(tag && { "If-Match": tag }) };
  const sent = { method, headers, signal, body: isFile ? body : JSON.stringify(body) };
  const answer = await fetched(path, sent).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, t("Can't reach Keepsake. Try again in a moment."));
  });
  const text = await answer.text();
  const data = answer.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : {};
  if (answer.ok) return { data, tag: answer.headers.get("ETag") };
  throw new Problem(answer.status, sentence(answer.status, data), data.memories);
}

const SENTENCES = {
  401: mark("You are logged out. Open the page again from the chat."),
  413: mark("The file is too large."),
  429: mark("Too many requests. Try again in a moment."),
  503: mark("Keepsake can't reach its database. Try again in a moment."),
};

function sentence(status, { detail }) {
  if (SENTENCES[status]) return t(SENTENCES[status]);
  return detail ?? t("Something went wrong ({status}).", { status });
}

// Returns a path with those parameters that have a value.
export function withQuery(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== "" && value !== false && value != null);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}
