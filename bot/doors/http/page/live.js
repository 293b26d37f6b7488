// Hears from the server what kinds of things have changed, so that the page reads anew what it shows.

import { useEffect, useRef } from "./html.js";
import { fetched, isReachable, session } from "./server.js";

const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;
const PATIENCE_MS = 500;
const ALL = ["memories", "notes", "reminders", "conversations", "language"];
const listeners = new Set();
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("keepsake") : null;
let begin;
let hasBegun = false;
let isHearing = false;

// Resolves once changes are heard, so that none is missed after what is read then; or soon, if they can't be heard.
export const listening = new Promise((resolve) => {
  begin = () => {
    hasBegun = true;
    resolve();
  };
  setTimeout(begin, PATIENCE_MS);
});

// Listens for good, while the page is seen. One of the browser's tabs does so for all of them, since a browser opens
// few connections to a server at a time.
export async function listen() {
  if (tabs) tabs.onmessage = ({ data }) => (data.asks ? isHearing && tabs.postMessage({ kinds: [] }) : heard(data.kinds));
  for (let isFirst = true; session.get() !== null; isFirst = false) {
    while (document.hidden) await seenOrHidden();
    if (!isFirst) tell(ALL);
    const hidden = new AbortController();
    seenOrHidden().then(() => hidden.abort());
    tabs?.postMessage({ asks: true });
    await inTurn(hidden.signal, () => hearOn(hidden.signal)).catch(() => {}); // hidden before its turn
  }
}

const seenOrHidden = () => new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));

// Other tabs' turns end when they are hidden or closed. Over plain HTTP there are no locks but on this machine.
function inTurn(signal, work) {
  return navigator.locks && tabs ? navigator.locks.request("keepsake-events", { signal }, work) : work();
}

// Asks again whenever the stream ends.
async function hearOn(signal) {
  let pause = RETRY_MS;
  while (session.get() !== null && !signal.aborted) {
    try {
      const answer = await fetched("/api/events", { signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      pause = RETRY_MS;
      await hear(answer.body.pipeThrough(new TextDecoderStream()).getReader());
    } catch {
      pause = Math.min(2 * pause, LONGEST_RETRY_MS); // tried again, ever more rarely
    }
    isHearing = false;
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, isReachable.get() ? pause : RETRY_MS));
  }
}

// Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) until their stream ends.
// What was read before it begins is read anew: only once the server has sent something, a comment at least, does it
// notice changes; its headers come before.
async function hear(reader) {
  let unread = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    if (!isHearing && hasBegun) tellAll(ALL);
    isHearing = true;
    heard([]);
    const events = (unread + value.replaceAll("\r", "")).split("\n\n");
    unread = events.pop();
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data:"));
      if (data) tellAll(JSON.parse(data.slice("data:".length)).kinds);
    }
  }
}

function heard(kinds) {
  begin();
  if (kinds.length) tell(kinds);
}

// Tells the other tabs, too.
function tellAll(kinds) {
  tabs?.postMessage({ kinds });
  tell(kinds);
}

// Tells the page's parts of a change; of what the page itself has changed, at once.
export function tell(kinds) {
  for (const listener of [...listeners]) listener(kinds);
}

// Calls `refresh` after a change of one of the kinds.
export function useChanged(kinds, refresh) {
  const newest = useRef();
  newest.current = refresh;
  useEffect(() => {
    const listener = (changed) => changed.some((kind) => kinds.includes(kind)) && newest.current();
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
}
