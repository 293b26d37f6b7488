// The language of the page: at first the one in which the server has sent it, then its owner's.

import { useChanged } from "./live.js";
import { ask } from "./server.js";
import { store } from "./store.js";
import { speak } from "./texts.js";

export const language = store("");

// Resolves once the page speaks a language; its sentences are kept by the browser until one of them changes.
export async function speakIn(code) {
  if (code === language.get()) return;
  const answer = code === "en" ? null : await fetch(new URL(`texts/${code}.json`, import.meta.url)).catch(() => null);
  speak(answer?.ok ? await answer.json() : null);
  language.set(code);
}

// Speaks the owner's language; resolves to whether somebody is logged in.
export async function speakToOwner() {
  const read = await ask("/api/session").catch(() => null); // without a session, the browser's language it stays
  if (read) await speakIn(read.data.language);
  return Boolean(read);
}

export function useOwnersLanguage() {
  useChanged(["language"], speakToOwner);
}
