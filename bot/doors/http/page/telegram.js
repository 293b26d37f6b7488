// The page inside Telegram, as a Mini App: https://core.telegram.org/api/bots/webapps. Its own script may not be loaded
// from outside, so this speaks its protocol: events to and from the app that shows the page.

import { useEffect, useRef } from "./html.js";

const WEB = "https://web.telegram.org";
const KEPT = "telegram";
const COLOURS = {
  "--back": "secondary_bg_color",
  "--bar": "bg_color",
  "--field": "secondary_bg_color",
  "--text": "text_color",
  "--quiet": "subtitle_text_color",
  "--accent": "link_color",
  "--accent-text": "button_text_color",
  "--line": "section_separator_color",
  "--danger": "destructive_text_color",
};
const handlers = new Map(); // by the name of an event, what is called for it
const launch = launched();

export const isMiniApp = launch !== null;
export const initData = launch?.get("tgWebAppData");

// Returns the parameters with which Telegram has opened the page; they outlive a reload, in which they are not given.
function launched() {
  if (!window.TelegramWebviewProxy && window.parent === window) return null; // a link with its words is no Mini App
  const given = new URLSearchParams(location.hash.slice(1));
  try {
    if (given.has("tgWebAppData")) sessionStorage.setItem(KEPT, given);
    const kept = sessionStorage.getItem(KEPT);
    return kept && new URLSearchParams(kept);
  } catch {
    return given.has("tgWebAppData") ? given : null; // storage may be blocked
  }
}

function send(eventType, eventData = {}) {
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(eventType, JSON.stringify(eventData));
  else if (window.parent !== window) window.parent.postMessage(JSON.stringify({ eventType, eventData }), WEB);
}

function receive(eventType, eventData) {
  handlers.get(eventType)?.(eventData);
}

export function begin() {
  if (!isMiniApp) return;
  history.replaceState(null, "", "#/memories");
  window.Telegram = { WebView: { receiveEvent: receive } };
  window.TelegramGameProxy = { receiveEvent: receive };
  addEventListener("message", ({ origin, data }) => {
    if (origin !== WEB || typeof data !== "string") return;
    const { eventType, eventData } = JSON.parse(data);
    receive(eventType, eventData);
  });
  handlers.set("theme_changed", ({ theme_params: theme }) => paint(theme));
  paint(JSON.parse(launch.get("tgWebAppThemeParams") ?? "{}"));
  document.documentElement.dataset.telegram = "";
  send("iframe_ready", { reload_supported: true });
  send("web_app_ready");
  send("web_app_expand");
  send("web_app_set_header_color", { color_key: "bg_color" });
}

// Takes Telegram's colours over.
function paint(theme) {
  const { style, dataset } = document.documentElement;
  for (const [name, key] of Object.entries(COLOURS)) if (theme[key]) style.setProperty(name, theme[key]);
  if (theme.bg_color) dataset.theme = isDark(theme.bg_color) ? "dark" : "light";
}

// Relative luminance, roughly: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
function isDark(colour) {
  const [red, green, blue] = colour.match(/[0-9a-f]{2}/gi).map((it) => parseInt(it, 16));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

// Follows a link to a chat; inside Telegram, which then shows that chat.
export function follow(event) {
  if (!isMiniApp) return;
  event.preventDefault();
  const { pathname, search } = new URL(event.currentTarget.href);
  send("web_app_open_tg_link", { path_full: `${pathname}${search}` });
}

// Shows Telegram's back button while `press` is given.
export function useBackButton(press) {
  useButton("web_app_setup_back_button", "back_button_pressed", press, {});
}

// Shows Telegram's main button while it has a text.
export function useMainButton(text, press) {
  useButton("web_app_setup_main_button", "main_button_pressed", text && press, { text, is_active: true });
}

function useButton(setUp, pressed, press, more) {
  const newest = useRef();
  newest.current = press;
  useEffect(() => {
    if (!isMiniApp || !press) return undefined;
    handlers.set(pressed, () => newest.current?.());
    send(setUp, { is_visible: true, ...more });
    return () => send(setUp, { is_visible: false });
  }, [Boolean(press), more.text]);
}
