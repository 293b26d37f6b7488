// What the next request to the model would hold, coloured by what the model's server has cached.

import { html } from "./html.js";
import { useOne } from "./loading.js";
import { Head, Nothing, Waiting } from "./parts.js";
import { mark, number, plural, t } from "./texts.js";

const NAMES = {
  tools: mark("Tools"),
  instructions: mark("Instructions"),
  own_instructions: mark("Your instructions"),
  memories: mark("Memories"),
  summary: mark("Summary"),
  user: mark("You"),
  assistant: "Keepsake",
  tool: mark("Tool result"),
};
const CLOSED = ["instructions", "tools"];

export function Prompt() {
  const read = useOne("/api/prompt", ["memories", "conversations"]);
  return html`<section class="single" aria-label=${t("Prompt")}>
    <${Head} title=${t("Prompt")} />
    ${read.data ? html`<${Parts} prompt=${read.data} />` : html`<${Waiting} ...${read} />`}
  </section>`;
}

function Parts({ prompt }) {
  if (prompt.is_private) return html`<${Nothing} title=${t("Private chat.")}>${t("Its messages are not shown here.")}<//>`;
  if (!prompt.parts.length) {
    return html`<${Nothing} title=${t("No conversation yet.")}>
      ${t("Write to Keepsake, and its next request to the model appears here.")}
    <//>`;
  }
  const share = prompt.tokens ? prompt.cached_tokens / prompt.tokens : 0;
  const cached = { cached: number(prompt.cached_tokens), share: number(share, { style: "percent" }) };
  return html`
    <p class="quiet lead">${t("Your next message goes to the model with this.")}</p>
    <div class="prompt-bar" aria-hidden="true">
      ${prompt.parts.map((part, place) => html`<span key=${place} class=${part.is_cached ? "cached" : "fresh"}
        style=${{ flexGrow: part.tokens }} />`)}
    </div>
    <p class="reuse">
      <span>
        <b>${plural("{count} token", "{count} tokens", prompt.tokens)}</b> <span>${t("{cached} cached ({share})", cached)}</span>
      </span>
      <span class="legend"><span><i class="cached" />${t("cached")}</span><span><i class="fresh" />${t("new")}</span></span>
    </p>
    <ol class="parts">${prompt.parts.map((part, place) => html`<li key=${place}>
      <details class=${part.is_cached ? "part cached" : "part fresh"} open=${!CLOSED.includes(part.name)}>
        <summary>
          <strong>${t(NAMES[part.role || part.name] ?? part.name)}</strong>
          <span class="unseen">${part.is_cached ? t("cached") : t("new")}</span>
          <small>${plural("{count} token", "{count} tokens", part.tokens)}</small>
        </summary>
        <pre tabindex="0" dir="auto">${part.text}</pre>
      </details>
    </li>`)}</ol>`;
}
