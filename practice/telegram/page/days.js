// The days of the chat: a section for each, under its name.

import { dayOf } from "./clock.js";
import { make, part } from "./elements.js";
import { locale } from "./texts.js";

const DAY_MS = 86_400_000;

export function nameDays() {
  for (const section of part("messages").children) {
    const name = nameOf(section.dataset.day);
    section.setAttribute("aria-label", name);
    section.firstChild.textContent = name;
  }
}

export function sectionOf(message) {
  const day = dayOf(new Date(message.date * 1000));
  const sections = [...part("messages").children];
  const known = sections.find((section) => section.dataset.day === day);
  if (known) return known;
  const section = make("section", "day", make("h2", "date"));
  section.dataset.day = day;
  part("messages").insertBefore(section, sections.find((other) => other.dataset.day > day) ?? null);
  nameDays();
  return section;
}

function nameOf(day) {
  const today = dayOf(new Date());
  const date = new Date(day); // at midnight in UTC
  const ago = (new Date(today) - date) / DAY_MS;
  if (ago === 0 || ago === 1) return capitalised(new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(-ago, "day"));
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" };
  return date.toLocaleDateString(locale(), { weekday: "long", day: "numeric", month: "long", ...year, timeZone: "UTC" });
}

const capitalised = ([first, ...rest]) => first.toLocaleUpperCase(locale()) + rest.join("");
