// A message's file: its name and size, and a download link if the bot sent it.

import { icon, make } from "./elements.js";

const UNITS = ["B", "kB", "MB"];

export function file(message) {
  const document = message.extra.document;
  if (!document) return [];
  const label = make("span", "", make("strong", "", document.file_name));
  if (document.file_size) label.append(make("small", "", size(document.file_size)));
  const element = make(message.from_bot ? "a" : "div", "file", icon("file"), label);
  if (message.from_bot) {
    element.href = `/page/file/${message.message_id}`;
    element.download = document.file_name;
    element.setAttribute("aria-label", `Download ${document.file_name}, ${size(document.file_size)}`);
  }
  return [element];
}

// Formats a size such as "1.4 MB", in decimal units.
function size(bytes) {
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const number = bytes / 1000 ** step;
  return `${number.toLocaleString("en", { maximumFractionDigits: step && number < 10 ? 1 : 0 })} ${UNITS[step]}`;
}
