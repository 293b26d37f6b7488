// Creates elements. Data from the server becomes text nodes; nothing is parsed as HTML.

import { wholeDateOf } from "./clock.js";

export const part = (id) => document.getElementById(id);

export function make(tag, className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

// 1 if the page is read to the right, else -1.
export const forward = () => (document.documentElement.dir === "rtl" ? -1 : 1);

// Gives an element the direction of its text, which is the user's or the bot's.
export function directed(element) {
  element.dir = "auto";
  return element;
}

export function button(label, className, action) {
  const element = make("button", className, label);
  element.type = "button";
  element.addEventListener("click", action);
  return element;
}

export function iconButton(name, label, className, action) {
  const element = button(icon(name), className, action);
  nameButton(element, label);
  return element;
}

export function nameButton(element, label) {
  element.setAttribute("aria-label", label);
  element.title = label;
}

export function time(moment, text) {
  const element = make("time", "", text);
  element.dateTime = moment.toISOString();
  element.title = wholeDateOf(moment);
  return element;
}

const SHAPES = {
  attach: "M8 12.5l6.5-6.5a3.5 3.5 0 0 1 5 5L11 19.5a5.5 5.5 0 0 1-7.8-7.8L11 4",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  down: "M12 5v14M6 13l6 6 6-6",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  delete: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  forward: "M14 6l6 6-6 6M20 12H10c-4 0-6 2-6 6",
  moon: "M19 14.5A8 8 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z",
  more: "M5 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M17.8 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0",
  panel: "M4 5h16v14H4zM14 5v14",
  reply: "M10 6L4 12l6 6M4 12h10c4 0 6 2 6 6",
  send: "M5 12l15-7-6 15-3-6z",
  stop: "M7 7h10v10H7z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v1M12 20v1M3 12h1M20 12h1M5.6 5.6l.7.7M17.7 17.7l.7.7M5.6 18.4l.7-.7M17.7 6.3l.7-.7",
  voice: "M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4",
};

// Those that point somewhere: mirrored where the page is read from right to left.
const DIRECTED = new Set(["forward", "reply", "send", "panel"]);

export function icon(name) {
  const [drawing, path] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  if (DIRECTED.has(name)) drawing.classList.add("directed");
  path.setAttribute("d", SHAPES[name]);
  drawing.append(path);
  return drawing;
}

// Sends an event from one part of the page to another: "say", "draft", "reply", "edit" or "find".
export function ask(what, detail) {
  document.dispatchEvent(new CustomEvent(what, { detail }));
}
