// The server: what it is told, what it is asked, and what it tells.

import { toast } from "./toast.js";

const AGAIN_MS = 2000;

// Returns what the server answers, or undefined after saying why it was refused.
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const said = await answer.json();
    if (answer.ok) return said;
    toast(`Not sent: ${said.error ?? said.description ?? "the server refused it"}.`);
  } catch {
    toast("Not sent: the server is not running.");
  }
  return undefined;
}

// Returns what the server has, or undefined while it can't be had.
export async function get(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

// Hears of every change, and whether the connection stands; one that breaks is made again by itself.
export function listen(hear, setConnected) {
  const changes = new EventSource("/page/changes");
  changes.addEventListener("open", () => setConnected(true));
  changes.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  changes.addEventListener("error", () => {
    setConnected(false);
    if (changes.readyState === EventSource.CLOSED) setTimeout(() => listen(hear, setConnected), AGAIN_MS);
  });
}

// Calls a function soon, once for all that ask for it meanwhile, and never twice at a time.
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
