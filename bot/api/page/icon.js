// Drawings, as strokes in a square of 24.

import { html } from "./html.js";

const SHAPES = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  chart: "M5 20V11M12 20V4M19 20v-6",
  chat: "M4 5h16v11H9l-5 4z",
  check: "M5 12.5l4.5 4.5L19 7",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  close: "M6 6l12 12M18 6L6 18",
  delete: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.5v.1",
  import: "M12 15V4M8 8l4-4 4 4M4 15v5h16v-5",
  leave: "M14 4h5v16h-5M4 12h10M10 8l4 4-4 4",
  link: "M10 14a4 4 0 0 1 0-5.6l3-3a4 4 0 0 1 5.6 5.6L17 12.6M14 10a4 4 0 0 1 0 5.6l-3 3a4 4 0 0 1-5.6-5.6L7 11.4",
  memory: "M6 3h12v18l-6-4-6 4z",
  more: "M5 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M17.8 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0",
  note: "M5 4h14v16H5zM8.5 9h7M8.5 13h7M8.5 17h4",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  prompt: "M4 6h16M4 10h10M4 14h16M4 18h7",
  restore: "M5 12a7 7 0 1 1 2 5M5 17v-5h5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  timeline: "M6 3v18M6 7h0M10 7h9M10 12h6M10 17h9M6 12h0M6 17h0",
};

// Those that point somewhere, or hold lines of text: mirrored where the page is read from right to left.
const DIRECTED = new Set(["back", "chat", "file", "leave", "note", "prompt", "timeline"]);

export function Icon({ name }) {
  return html`<svg viewBox="0 0 24 24" class=${DIRECTED.has(name) ? "directed" : undefined} aria-hidden="true"><path d=${SHAPES[name]} /></svg>`;
}
