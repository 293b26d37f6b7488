// Requests to the server, and the stream of its changes.

import { toast } from "./toast.js";
import { mark, t } from "./texts.js";

const REASONS = {
  "this message is gone": mark("this message is gone"),
  "this button is gone": mark("this button is gone"),
  "the file is empty": mark("the file is empty"),
  "this message has no file": mark("this message has no file"),
  "this is not a picture": mark("this is not a picture"),
  "message is too long": mark("the message is too long"),
  "message caption is too long": mark("the caption is too long"),
};
const AGAIN_MS = 2000;
const LEAVING_MS = 1000;
const MOST_KEPT_ALIVE = 50_000; // characters; a browser completes requests of 64 KB after their page is left

let leaving = false; // whether the page is about to end, which ends its requests
addEventListener("beforeunload", () => {
  leaving = true;
  setTimeout(() => (leaving = false), LEAVING_MS); // it was a download
});

// Posts to the server; returns its answer, or undefined after showing why it failed.
export async function post(path, body) {
  const json = JSON.stringify(body);
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: json,
      keepalive: json.length < MOST_KEPT_ALIVE,
    });
    const result = await answer.json();
    if (answer.ok) return result;
    const reason = result.error ?? result.description;
    toast(reason ? t("Not sent: {reason}.", { reason: t(REASONS[reason] ?? reason) }) : t("Not sent. Try again."));
  } catch {
    if (leaving) return new Promise(() => {}); // the page ends here, and the server may have the request
    toast(t("Not sent: the server isn't running."));
  }
  return undefined;
}

// Returns the server's data, or undefined if it is unavailable.
export async function get(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

// Reports every change and the state of the connection; reconnects by itself.
export function listen(hear, setConnected) {
  const changes = new EventSource("/page/changes");
  changes.addEventListener("open", () => setConnected(true));
  changes.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  changes.addEventListener("error", () => {
    setConnected(false);
    if (changes.readyState === EventSource.CLOSED) setTimeout(() => listen(hear, setConnected), AGAIN_MS);
  });
}

// Returns a function that schedules `work`: once for all calls within the delay, and never concurrently.
export function coalesced(work, afterMs) {
  let timer = 0;
  let working = false;
  const start = async () => {
    timer = 0;
    if (working) return soon();
    working = true;
    try {
      await work();
    } finally {
      working = false;
    }
  };
  const soon = () => {
    timer ||= setTimeout(start, afterMs);
  };
  return soon;
}
