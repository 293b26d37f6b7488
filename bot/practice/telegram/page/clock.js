// Dates and times, in the zone of the bot's own words; in the browser's where the server names none.

let timeZone; // undefined: the browser's

export function setZone(name) {
  timeZone = name || undefined;
}

export const timeOf = (moment) => moment.toLocaleTimeString([], { timeStyle: "short", timeZone });
export const secondsOf = (moment) => moment.toLocaleTimeString([], { timeZone });
export const dateOf = (moment) => moment.toLocaleString([], { dateStyle: "medium", timeStyle: "short", timeZone });
export const wholeDateOf = (moment) => moment.toLocaleString([], { timeZone });

// Returns a moment's day as 2026-11-23.
export function dayOf(moment) {
  return moment.toLocaleDateString("sv", { timeZone });
}
