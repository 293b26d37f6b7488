// Requests to the server, and the stream of its changes.

import { toast } from "./toast.js";

const AGAIN_MS = 2000;

// Posts to the server; returns its answer, or undefined after showing why it failed.
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const result = await answer.json();
    if (answer.ok) return result;
    toast(`Not sent: ${result.error ?? result.description ?? "the server refused it"}.`);
  } catch {
    toast("Not sent: the server is not running.");
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
