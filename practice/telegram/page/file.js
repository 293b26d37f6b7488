// A message's file: its name and size, and a download link if the bot sent it.

import { directed, icon, make } from "./elements.js";
import { number, t } from "./texts.js";

const UNITS = ["byte", "kilobyte", "megabyte"];

export function file(message) {
  const document = message.extra.document;
  if (!document) return [];
  const label = make("span", "", directed(make("strong", "", document.file_name)));
  if (document.file_size) label.append(make("small", "", size(document.file_size)));
  const element = make(message.from_bot ? "a" : "div", "file", icon("file"), label);
  if (message.from_bot) {
    element.href = `/page/file/${message.message_id}`;
    element.download = document.file_name;
    const about = { file: document.file_name, size: size(document.file_size) };
    element.setAttribute("aria-label", t("Download {file}, {size}", about));
  }
  return [element];
}

// Formats a size such as "1.4 MB", in decimal units.
function size(bytes) {
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** step;
  const maximumFractionDigits = step && value < 10 ? 1 : 0;
  const unitDisplay = step ? "short" : "long";
  return number(value, { style: "unit", unit: UNITS[step], unitDisplay, maximumFractionDigits });
}
