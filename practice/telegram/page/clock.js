// Dates and times in the bot's time zone, or in the browser's if the server names none that the browser knows.

import { locale } from "./texts.js";

let timeZone; // undefined: the browser's

// Takes a zone's name or the server's present offset, such as "+01:00". If the browser has the same offset, its own zone
// is used, which also knows the offset in other seasons.
export function setZone(name) {
  timeZone = name !== presentOffset() && isKnown(name) ? name : undefined;
}

function presentOffset() {
  const minutes = -new Date().getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

function isKnown(name) {
  try {
    new Intl.DateTimeFormat([], { timeZone: name });
    return Boolean(name);
  } catch {
    return false; // older browsers don't accept offsets
  }
}

export const timeOf = (moment) => moment.toLocaleTimeString(locale(), { timeStyle: "short", hourCycle: "h23", timeZone });
export const secondsOf = (moment) => moment.toLocaleTimeString(locale(), { timeStyle: "medium", hourCycle: "h23", timeZone });
export const dateOf = (moment) => moment.toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone });
export const wholeDateOf = (moment) => moment.toLocaleString(locale(), { dateStyle: "full", timeStyle: "medium", hourCycle: "h23", timeZone });

// Returns a moment's day as 2026-11-23.
export function dayOf(moment) {
  return moment.toLocaleDateString("sv", { timeZone });
}
