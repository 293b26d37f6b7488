// Moments in words, and command lines.

import { locale, t } from "./texts.js";

const DAY_MS = 86_400_000;
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const DAY = { day: "numeric", month: "short" };
const DATE = { day: "numeric", month: "short", year: "numeric" };
const WEEKDAY = { weekday: "long", day: "numeric", month: "long" };
const WHOLE = { dateStyle: "full", timeStyle: "medium", hourCycle: "h23" };
const formats = new Map(); // by language and options: making one takes long

function format(moment, options) {
  const key = `${locale()} ${JSON.stringify(options)}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale(), options));
  return formats.get(key).format(moment);
}

export const clock = (moment) => format(moment, CLOCK);
export const whole = (moment) => format(moment, WHOLE);
export const dated = (moment) => format(moment, { ...DATE, ...CLOCK });

// A command line as it is typed on the computer that runs Keepsake.
export const commandLine = (command) => `${document.documentElement.dataset.program} ${command}`;

const midnight = (moment) => new Date(moment).setHours(0, 0, 0, 0);
const daysFrom = (moment) => Math.round((midnight(moment) - midnight(new Date())) / DAY_MS);
const isThisYear = (moment) => moment.getFullYear() === new Date().getFullYear();

// A moment in a list, as short as it is clear: "14:05", "3 Nov", "3 Nov 2025".
export function brief(moment) {
  if (daysFrom(moment) === 0) return clock(moment);
  return format(moment, isThisYear(moment) ? DAY : DATE);
}

// A calendar day, given as 2026-11-25: "25 Nov".
export const shortDay = (day) => format(new Date(`${day}T12:00`), DAY);
export const wholeDay = (day) => format(new Date(`${day}T12:00`), DATE);

// A day as a heading: "Today", "Tuesday 3 November", "3 Nov 2025".
export function day(moment) {
  const days = daysFrom(moment);
  if (Math.abs(days) <= 1) return titled(new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(days, "day"));
  return format(moment, isThisYear(moment) ? WEEKDAY : DATE);
}

const titled = ([first, ...rest]) => first.toLocaleUpperCase(locale()) + rest.join("");

// Where a change came from: this page, or another program.
export const by = (through) => (through === "page" ? t("on this page") : t("through {program}", { program: through }));
