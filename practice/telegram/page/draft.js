// The unsent draft. It survives reloads while the tab is open.

const KEY = "draft";

export function recall() {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // storage may be blocked
  }
}

export function keep(text) {
  try {
    if (text) sessionStorage.setItem(KEY, text);
    else sessionStorage.removeItem(KEY);
  } catch {
    // then a reload loses it
  }
}
