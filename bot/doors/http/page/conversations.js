// Conversations: the list, full-text search, and beside it the one that is open, read as a chat.

import { html, useEffect, useRef, useState } from "./html.js";
import { Count, More, Row, Rows } from "./list.js";
import { usePages } from "./loading.js";
import { Aside, Head, Moment, Nothing, SearchField, Waiting } from "./parts.js";
import { route } from "./route.js";
import { withQuery } from "./server.js";
import { mark, plural, t } from "./texts.js";
import { clock, dated } from "./words.js";

const KINDS = ["conversations"];
const STATES = {
  running: mark("Being answered"),
  stopped: mark("Stopped"),
  failed: mark("Not answered"),
  superseded: mark("Replaced by an edited message"),
};
// What the model writes in Markdown, as far as a chat needs it: bold, code and addresses.
const PIECES = /(```[\s\S]*?```|`[^`\n]+`|\*\*[^*\n]+\*\*|https?:\/\/[^\s<>()]+)/;
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


// Reads on until the turn that the address names is there, and shows it.
function Chat({ number }) {
  const wanted = route.use().parameters.get("turn");
  const pages = usePages(`/api/conversations/${number}/turns/`, "turns", KINDS);
  const sought = useRef();
  const isThere = pages.items.some((it) => it.id === wanted);
  useEffect(() => {
    if (wanted && !isThere && !pages.isComplete) pages.more();
  }, [wanted, pages.items.length]);
  useEffect(() => sought.current?.scrollIntoView({ block: "center" }), [wanted, isThere]);
  const [first] = pages.items;
  return html`<${Aside} label=${t("Conversation")} className="chat">
    <h2>${first ? html`<${Moment} at=${first.created_at} text=${dated} />` : t("Conversation")}</h2>
    ${!pages.items.length && (pages.error || pages.isLoading) && html`<${Waiting} ...${pages} />`}
    ${pages.items.map((it) => html`<${Turn} key=${it.id} turn=${it} sought=${it.id === wanted ? sought : null} />`)}
    ${pages.items.length > 0 && html`<${More} pages=${pages} />`}
  <//>`;
}

function Turn({ turn, sought }) {
  const { said, answer, state, created_at: at } = turn;
  return html`<div class=${sought ? "turn sought" : "turn"} ref=${sought}>
    ${said.map((text, place) => html`<${Bubble} key=${place} isMine text=${text} at=${at} />`)}
    ${answer && html`<${Bubble} text=${answer} at=${at} />`}
    ${state !== "answered" && html`<p class="quiet">${t(STATES[state] ?? state)}</p>`}
  </div>`;
}

function Bubble({ isMine, text, at }) {
  return html`<article class=${isMine ? "bubble mine" : "bubble theirs"} aria-label=${isMine ? t("You") : "Keepsake"}>
    <div class="said" dir="auto"><${Rich} text=${text} /></div>
    <small><${Moment} at=${at} text=${clock} /></small>
  </article>`;
}


function Rich({ text }) {
  return text.split(PIECES).map((piece, place) => (place % 2 ? marked(piece) : piece));
}

function marked(piece) {
  if (piece.startsWith("```")) return html`<pre tabindex="0">${piece.replace(/^```\w*\n?|\n?```$/g, "")}</pre>`;
  if (piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`;
  if (piece.startsWith("**")) return html`<strong>${piece.slice(2, -2)}</strong>`;
  return html`<a href=${piece} target="_blank" rel="noreferrer">${piece}</a>`;
}
