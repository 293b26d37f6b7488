// The days of the chat: a section for each, under its name.

import { make, part } from "./elements.js";

export function nameDays() {
  for (const section of part("messages").children) {
    const name = nameOf(new Date(Number(section.dataset.day)));
    section.setAttribute("aria-label", name);
    section.firstChild.textContent = name;
  }
}

export function sectionOf(message) {
  const day = dayOf(message).getTime();
  const sections = [...part("messages").children];
  const known = sections.find((section) => Number(section.dataset.day) === day);
  if (known) return known;
  const section = make("section", "day", make("h2", "date"));
  section.dataset.day = day;
  part("messages").insertBefore(section, sections.find((other) => Number(other.dataset.day) > day) ?? null);
  nameDays();
  return section;
}

function dayOf(message) {
  const date = new Date(message.date * 1000);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

function nameOf(day) {
  const today = new Date();
  const ago = (days) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).getTime();
  if (day.getTime() === ago(0)) return "Today";
  if (day.getTime() === ago(1)) return "Yesterday";
  const thisYear = day.getFullYear() === today.getFullYear();
  return day.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long", ...(!thisYear && { year: "numeric" }) });
}
