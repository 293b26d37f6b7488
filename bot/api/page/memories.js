// The memories: search as you type, categories, order, and the list. What is open is beside it.

import { html, useEffect, useState } from "./html.js";
import { Icon } from "./icon.js";
import { Count, Groups, Row, Rows } from "./list.js";
import { useOne, usePages } from "./loading.js";
import { CATEGORIES, Memory, NewMemory } from "./memory.js";
import { Choice, Head, Key, Moment, NewButton, Nothing, SearchField, Toggle } from "./parts.js";
import { go, route } from "./route.js";
import { withQuery } from "./server.js";
import { SHARED } from "./shared.js";
import { filled, mark, plural, t } from "./texts.js";

const KINDS = ["memories"];
const ALL = { "": mark("All"), ...CATEGORIES };
const ORDERS = { category: mark("By category"), newest: mark("Newest first"), changed: mark("Recently changed") };
const FLASH_MS = 3_000;
let last = { query: "", category: "", sort: "category", deleted: false }; // kept while other views are shown

export function Memories() {
  const { id } = route.use();
  const [which, setWhich] = useState(last);
  const set = (change) => setWhich((last = { ...which, ...change }));
  const pages = usePages(withQuery("/api/memory/", { ...which, limit: 50 }), "memories", KINDS, { next: "cursor" });
  return html`<div class=${id ? "split open" : "split"}>
    <section class="list" aria-label=${t("Memories")}>
      <${Head} title=${t("Memories")}>
        <${SearchField} label=${t("Search memories")} value=${which.query} onInput=${(query) => set({ query })} />
        <${NewButton} label=${t("New memory")} onClick=${() => go("#/memories/new")} />
      <//>
      <${Filters} which=${which} set=${set} total=${pages.total} />
      <${List} pages=${pages} which=${which} open=${id} />
    </section>
    ${id === "new" || id === SHARED
      ? html`<${NewMemory} key=${id} category=${which.category} isShared=${id === SHARED} />`
      : id && html`<${Memory} key=${id} id=${id} />`}
  </div>`;
}

function Filters({ which, set, total }) {
  const { category, deleted, sort } = which;
  const howMany = (count) => deleted
    ? plural("{count} deleted memory", "{count} deleted memories", count)
    : plural("{count} memory", "{count} memories", count);
  return html`
    <div class="filters">
      <${Choice} label=${t("Category")} options=${ALL} value=${category} choose=${(it) => set({ category: it })} />
    </div>
    <div class="filters">
      <${Count} total=${total} words=${howMany} />
      <${Toggle} label=${t("Deleted")} value=${deleted} set=${(it) => set({ deleted: it })} />
      <select aria-label=${t("Sort by")} value=${sort} onChange=${(event) => set({ sort: event.target.value })}>
        ${Object.entries(ORDERS).map(([key, words]) => html`<option key=${key} value=${key}>${t(words)}</option>`)}
      </select>
    </div>`;
}

function List({ pages, which, open }) {
  const fresh = useFresh(pages);
  const isGrouped = which.sort === "category";
  const row = (it) => html`<${MemoryRow} key=${it.id} memory=${it} isOpen=${it.id === open} isFresh=${fresh.has(key(it))}
    hasCategory=${!isGrouped} />`;
  return html`<${Rows} pages=${pages} nothing=${html`<${Empty} which=${which} />`}>
    <${Groups} items=${pages.items} heading=${(it) => (isGrouped ? t(CATEGORIES[it.category]) : "")} row=${row} />
  <//>`;
}

function MemoryRow({ memory, isOpen, isFresh, hasCategory }) {
  const { id, subject, content, pinned, category, version } = memory;
  return html`<${Row} href=${`#/memories/${id}`} isOpen=${isOpen} isFresh=${isFresh}>
    <span class="text"><bdi>${subject && html`<strong>${subject}</strong> `}${content}</bdi></span>
    <span class="facts">
      ${pinned && html`<span class="pinned" title=${t("Pinned")}><${Icon} name="pin" /><span class="unseen">${t("Pinned")}</span></span>`}
      ${hasCategory && html`<span>${t(CATEGORIES[category])}</span>`}
      ${version > 1 && html`<span title=${plural("{count} version", "{count} versions", version)}>v${version}</span>`}
      <${Moment} at=${memory.updated_at} />
    </span>
  <//>`;
}

function Empty({ which }) {
  const { query, category, deleted } = which;
  if (query && !deleted) return html`<${Close} query=${query} />`;
  if (query || category) return html`<${Nothing} title=${t("Nothing found.")}>${t("Try fewer words or another category.")}<//>`;
  if (deleted) return html`<${Nothing} title=${t("Nothing is deleted.")} />`;
  return html`<${Nothing} title=${t("No memories yet.")}>
    ${filled(t("Tell Keepsake about yourself in Telegram, or press {key} to write one here."), { key: Key("n") })}
  <//>`;
}

// What is closest to words that no memory has, by meaning if there is an embedding model.
function Close({ query }) {
  const found = useOne(withQuery("/api/memory/search", { query, limit: 10 }), KINDS).data?.memories ?? [];
  if (!found.length) return html`<${Nothing} title=${t("Nothing found.")}>${t("Try fewer words or another category.")}<//>`;
  return html`<${Nothing} title=${t("Nothing found.")}>${t("No memory contains all these words. These are similar:")}<//>
    <div class="rows">
      <ul>${found.map((it) => html`<${MemoryRow} key=${it.id} memory=${it} hasCategory=${true} />`)}</ul>
    </div>`;
}

const key = (memory) => `${memory.id} ${memory.version} ${memory.pinned} ${memory.deleted_at}`;

// Returns the keys of what has come or changed while the list is shown, for a moment.
function useFresh({ path, items, isAnew }) {
  const [known, setKnown] = useState({});
  const [fresh, setFresh] = useState(new Set());
  useEffect(() => {
    const keys = new Set(items.map(key));
    setKnown({ path, keys });
    if (known.path !== path || !isAnew) return undefined;
    setFresh(new Set([...keys].filter((it) => !known.keys.has(it))));
    const timer = setTimeout(() => setFresh(new Set()), FLASH_MS);
    return () => clearTimeout(timer);
  }, [items]);
  return fresh;
}
