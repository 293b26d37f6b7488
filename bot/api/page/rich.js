// What the model writes in Markdown, as far as a chat needs it: bold, code and addresses; the rest as it is written.

import { html } from "./html.js";

const PIECES = /(```[\s\S]*?```|`[^`\n]+`|\*\*[^*\n]+\*\*|https?:\/\/[^\s<>()]+)/;

export function Rich({ text }) {
  return text.split(PIECES).map((piece, place) => (place % 2 ? marked(piece) : piece));
}

function marked(piece) {
  if (piece.startsWith("```")) return html`<pre tabindex="0">${piece.replace(/^```\w*\n?|\n?```$/g, "")}</pre>`;
  if (piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`;
  if (piece.startsWith("**")) return html`<strong>${piece.slice(2, -2)}</strong>`;
  return html`<a href=${piece} target="_blank" rel="noreferrer">${piece}</a>`;
}
