// Scrolling: the chat follows its end, unless the user has scrolled up.

import { icon, nameButton, part } from "./elements.js";
import { number, plural, t } from "./texts.js";

const NEAR = 60; // pixels from the end that still count as the end
const REST_MS = 1200;
let following = true;
let unread = 0;
let top = 0;
let rests = 0;

export function open() {
  part("newest").prepend(icon("down"));
  part("newest").addEventListener("click", () => toEnd());
  part("log").addEventListener("scroll", onScroll);
  const sizes = new ResizeObserver(() => following && toEnd());
  sizes.observe(part("content"));
  sizes.observe(part("log"));
  setFollowing(true);
}

export function toEnd() {
  setFollowing(true);
  part("log").scrollTop = part("log").scrollHeight;
}

export function noteUnread(count) {
  if (following) return;
  unread += count;
  showUnread();
}

// Only the user scrolls up; new text moves the end away.
function onScroll() {
  const before = top;
  top = part("log").scrollTop;
  if (isAtEnd()) setFollowing(true);
  else if (top < before) setFollowing(false);
  showDates();
}

// A date that floats over its day disappears when the scrolling ends.
function showDates() {
  const edge = part("log").getBoundingClientRect().top;
  for (const day of part("messages").children) {
    day.firstChild.classList.toggle("floating", day.getBoundingClientRect().top < edge);
  }
  part("log").classList.toggle("scrolling", !following);
  clearTimeout(rests);
  rests = setTimeout(() => part("log").classList.remove("scrolling"), REST_MS);
}

function isAtEnd() {
  const log = part("log");
  return log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
}

function setFollowing(follows) {
  following = follows;
  if (follows) unread = 0;
  part("newest").hidden = follows;
  showUnread();
}

function showUnread() {
  part("unread").hidden = !unread;
  part("unread").textContent = number(unread);
  const name = unread
    ? plural("Go to {count} new message", "Go to {count} new messages", unread)
    : t("Go to the newest message");
  nameButton(part("newest"), name);
}
