// The file that comes with a message: its name and size, to be downloaded if it came from the bot.

import { icon, make } from "./elements.js";

const UNITS = ["B", "kB", "MB"];

export function file(message) {
  const document = message.extra.document;
  if (!document) return [];
  const told = make("span", "", make("strong", "", document.file_name));
  if (document.file_size) told.append(make("small", "", size(document.file_size)));
  const element = make(message.from_bot ? "a" : "div", "file", icon("file"), told);
  if (message.from_bot) {
    element.href = `/page/file/${message.message_id}`;
    element.download = document.file_name;
    element.setAttribute("aria-label", `Download ${document.file_name}, ${size(document.file_size)}`);
  }
  return [element];
}

// As in "1.4 MB": a unit is a thousand of the one before.
function size(bytes) {
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const number = bytes / 1000 ** step;
  return `${number.toLocaleString("en", { maximumFractionDigits: step && number < 10 ? 1 : 0 })} ${UNITS[step]}`;
}
