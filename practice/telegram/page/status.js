// The bot's status: the line under its name, and the typing dots.

import { part } from "./elements.js";
import { t } from "./texts.js";

const written = new Set(); // the ids of the messages that are being written
let isConnected = false;
let typingEnds = 0;

export function setConnected(connected) {
  isConnected = connected;
  part("offline").textContent = connected ? "" : t("The server isn't running. This page reconnects when it is back.");
  part("offline").hidden = connected;
  show();
}

export function setTyping(seconds) {
  clearTimeout(typingEnds);
  part("typing").hidden = !seconds;
  if (seconds) typingEnds = setTimeout(() => setTyping(0), seconds * 1000);
  show();
}

export const isTyping = () => !part("typing").hidden;

export function setWritten(messageId, isWritten) {
  if (isWritten) written.add(messageId);
  else written.delete(messageId);
  show();
}

function show() {
  const isLive = isConnected && (isTyping() || written.size > 0);
  part("status").textContent = isLive ? t("typing…") : isConnected ? t("bot") : t("connecting…");
  part("status").classList.toggle("live", isLive);
}
