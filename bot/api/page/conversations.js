// Conversations: the list, full-text search, and beside it the one that is open.

import { Chat } from "./chat.js";
import { html, useState } from "./html.js";
import { Count, Row, Rows } from "./list.js";
import { usePages } from "./loading.js";
import { Head, Moment, Nothing, SearchField } from "./parts.js";
import { route } from "./route.js";
import { withQuery } from "./server.js";
import { plural, t } from "./texts.js";

const KINDS = ["conversations"];
const SEARCH = { next: "cursor", largest: 50 };
let lastQuery = ""; // kept while other views are shown

const nothing = () => html`<${Nothing} title=${t("No conversations yet.")}>
  ${t("Your chats with Keepsake in Telegram appear here.")}
<//>`;
const notFound = () => html`<${Nothing} title=${t("Nothing found.")}>${t("Try fewer words.")}<//>`;
const howMany = (total) => plural("{count} conversation", "{count} conversations", total);

export function Conversations() {
  const { id } = route.use();
  const [query, setQuery] = useState(lastQuery);
  return html`<div class=${id ? "split open wide" : "split"}>
    <section class="list" aria-label=${t("Conversations")}>
      <${Head} title=${t("Conversations")}>
        <${SearchField} label=${t("Search conversations")} value=${query}
          onInput=${(words) => setQuery((lastQuery = words))} />
      <//>
      ${query.trim() ? html`<${Found} query=${query.trim()} open=${id} />` : html`<${List} open=${id} />`}
    </section>
    ${id && html`<${Chat} key=${id} number=${id} />`}
  </div>`;
}

function List({ open }) {
  const pages = usePages("/api/conversations/", "conversations", KINDS);
  return html`
    <div class="filters"><${Count} total=${pages.total} words=${howMany} /></div>
    <${Rows} pages=${pages} nothing=${nothing()}>
      <ul>${pages.items.map((it) => html`<${ConversationRow} key=${it.number} conversation=${it} open=${open} />`)}</ul>
    <//>`;
}

function ConversationRow({ conversation, open }) {
  const { number, turns, first_words: firstWords, started_at: startedAt, ended_at: endedAt } = conversation;
  return html`<${Row} href=${`#/conversations/${number}`} isOpen=${String(number) === open}>
    <span class="text"><bdi>${firstWords || "…"}</bdi></span>
    <span class="facts">
      ${!endedAt && html`<span class="pinned">${t("ongoing")}</span>`}
      <span>${plural("{count} turn", "{count} turns", turns)}</span>
      <${Moment} at=${startedAt} />
    </span>
  <//>`;
}

function Found({ query, open }) {
  const pages = usePages(withQuery("/api/conversations/search/", { query }), "found", KINDS, SEARCH);
  return html`<${Rows} pages=${pages} nothing=${notFound()}>
    <ul>${pages.items.map((it) => html`<${FoundRow} key=${`${it.turn_id} ${it.by}`} found=${it} open=${open} />`)}</ul>
  <//>`;
}

function FoundRow({ found, open }) {
  const { conversation, by, excerpt, marks, at, turn_id: turn } = found;
  return html`<${Row} href=${`#/conversations/${conversation}?turn=${turn}`} isOpen=${String(conversation) === open}>
    <span class="text">
      <span class="by">${by === "user" ? t("You") : "Keepsake"}</span> <bdi><${Marked} text=${excerpt} marks=${marks} /></bdi>
    </span>
    <span class="facts"><${Moment} at=${at} /></span>
  <//>`;
}

// A text with the parts from one place to another marked; places count code points.
function Marked({ text, marks }) {
  const points = Array.from(text);
  const part = (from, to) => points.slice(from, to).join("");
  const pieces = [];
  let at = 0;
  for (const [from, to] of marks) {
    pieces.push(part(at, from), html`<mark>${part(from, to)}</mark>`);
    at = to;
  }
  return [...pieces, part(at)];
}
