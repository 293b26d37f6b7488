// Keeps the focus, which the browser drops when the focused element is removed.

const STOPS = "a[href], button, summary, [tabindex]";

// Redraws an element. A focus inside it moves to the successor of the focused element: in the part of the same name
// (data-part), the one with the same text, else the one at the same position; without a successor, to the element itself.
export function keepFocus(element, draw) {
  const focused = document.activeElement;
  if (focused === element || !element.contains(focused)) {
    draw();
    return;
  }
  const part = focused.closest("[data-part]");
  const at = part ? stops(part).indexOf(focused) : -1;
  draw();
  if (document.activeElement === focused) return;
  const successor = focused.isConnected ? focused : part && successorOf(focused, at, partLike(part, element));
  (successor ?? element).focus({ preventScroll: true });
}

function partLike(part, element) {
  return [...element.querySelectorAll("[data-part]")].find((other) => other.dataset.part === part.dataset.part);
}

function successorOf(focused, at, part) {
  const candidates = part ? stops(part) : [];
  const same = candidates.filter((each) => each.textContent === focused.textContent);
  return same.includes(candidates[at]) ? candidates[at] : (same[0] ?? candidates[at]);
}

function stops(part) {
  return [part, ...part.querySelectorAll("*")].filter((each) => each.matches(STOPS));
}
