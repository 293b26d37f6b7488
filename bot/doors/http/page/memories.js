// The memories: search as you type, categories, order, and the list. Beside it is the one that is open, with its versions.

import { Editor } from "./editor.js";
import { html, useEffect, useState } from "./html.js";
import { Count, Groups, Row, Rows } from "./list.js";
import { tell } from "./live.js";
import { useOne, usePages } from "./loading.js";
import {
  Aside, Choice, DeleteButton, Difference, EditButton, Head, Icon, IconButton, Key, Moment, NewButton, Nothing,
  RestoreButton, SearchField, Toggle, Waiting,
} from "./parts.js";
import { go, route } from "./route.js";
import { ask, withQuery } from "./server.js";
import { draft, KindChoice, SHARED } from "./shared.js";
import { follow } from "./telegram.js";
import { filled, mark, plural, t } from "./texts.js";
import { attempt, toast } from "./toast.js";
import { by, dated } from "./words.js";

const KINDS = ["memories"];
const LONGEST = 500;
export const CATEGORIES = {
  context: mark("Context"),
  person: mark("Person"),
  preference: mark("Preference"),
  project: mark("Project"),
};
const labels = () => ({ form: t("Edit this memory"), title: t("Subject"), text: t("Memory"), link: (id) => `#/memories/${id}` });
const ORIGINS = {
  conversation: mark("from a conversation"),
  review: mark("found after a conversation"),
  command: mark("with /memory"),
  import: mark("imported"),
  undo: mark("undone"),
};
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


export function Memory({ id }) {
  const path = `/api/memory/${id}`;
  const read = useOne(path, KINDS);
  const { view, parameters } = route.use();
  const { data: memory, tag } = read;
  return html`<${Aside} label=${t("Memory")}>
    ${memory
      ? html`<${Body} memory=${memory} tag=${tag} path=${path} view=${view} isEditing=${parameters.has("edit")} />`
      : html`<${Waiting} ...${read} />`}
  <//>`;
}

function Body({ memory, tag, path, view, isEditing }) {
  const { id, category, subject, content, pinned, deleted_at: deletedAt } = memory;
  const edit = (on) => go(`#/${view}/${id}${on ? "?edit" : ""}`, { replace: true });
  const acts = actions(memory, tag, path, view);
  return html`<div>
    <p class="bar">
      <span class="category">${t(CATEGORIES[category])}</span>
      ${deletedAt
        ? html`<${RestoreButton} onClick=${acts.restore} />`
        : html`<${PinButton} pinned=${pinned} onClick=${acts.pin} />
          <${EditButton} onClick=${() => edit(true)} />
          <${DeleteButton} onClick=${acts.remove} />`}
    </p>
    ${isEditing && !deletedAt
      ? html`<${Editor} id=${id} labels=${labels()} limit=${LONGEST} initial=${{ title: subject ?? "", text: content, tag }}
          save=${acts.save} reread=${acts.reread} close=${() => edit(false)} />`
      : html`<h2 dir="auto">${subject ?? t("No subject")}</h2>
        <p class=${deletedAt ? "content gone" : "content"} dir="auto" onDblClick=${() => edit(true)}>${content}</p>`}
    ${deletedAt && html`<p class="quiet">
      ${filled(t("Deleted on {time}. Keepsake no longer sees it."), { time: html`<${Moment} at=${deletedAt} text=${dated} />` })}
    </p>`}
    <${Versions} memory=${memory} undo=${acts.undo} />
    <p class="quiet"><code>${id}</code></p>
  </div>`;
}

function PinButton({ pinned, onClick }) {
  return html`<${IconButton} icon="pin" label=${pinned ? t("Unpin") : t("Pin")} aria-pressed=${String(pinned)} aria-keyshortcuts="p"
    data-pin onClick=${onClick} />`;
}

function actions(memory, tag, path, view) {
  const changed = () => tell(KINDS);
  const restore = async () => {
    await ask(`${path}/restore`, { method: "POST" });
    changed();
  };
  return {
    save: async ({ title, text }, { tag: known }) => {
      await ask(path, { method: "PUT", body: { content: text, subject: title }, tag: known });
      changed();
    },
    reread: async () => {
      const { data, tag: now } = await ask(path);
      return { title: data.subject ?? "", text: data.content, tag: now };
    },
    pin: () => attempt(async () => {
      await ask(`${path}/pin`, { method: memory.pinned ? "DELETE" : "PUT", tag });
      changed();
    }),
    remove: () => attempt(async () => {
      await ask(path, { method: "DELETE", tag });
      changed();
      toast(t("Memory deleted."), restore);
      go(`#/${view}`);
    }),
    restore: () => attempt(async () => {
      await restore();
      toast(t("Memory restored."));
    }),
    undo: () => attempt(async () => {
      await ask(`${path}/versions/${memory.version}/undo`, { method: "POST", tag });
      changed();
      toast(t("The earlier version is back."));
    }),
  };
}

function Versions({ memory, undo }) {
  const newestFirst = memory.versions.toReversed();
  const sources = useOne(`/api/memory/${memory.id}/source`, KINDS).data?.versions ?? [];
  const canUndo = newestFirst.length > 1 && !memory.deleted_at;
  return html`<section class="versions" aria-label=${t("History")}>
    <h2>${t("History")}</h2>
    <ol reversed>
      ${newestFirst.map((version, place) => html`<${Version} key=${version.number} version=${version}
        before=${newestFirst[place + 1]} undo=${place === 0 && canUndo && undo}
        source=${sources.find((it) => it.number === version.number)} />`)}
    </ol>
  </section>`;
}

function Version({ version, before, undo, source }) {
  const { number, content, origin, through, created_at: at } = version;
  return html`<li>
    <p class="quiet">
      <b>v${number}</b> <${Moment} at=${at} text=${dated} />
      <span>${through ? by(through) : (ORIGINS[origin] ? t(ORIGINS[origin]) : "")}</span>
      ${undo && html`<button type="button" class="link" aria-label=${t("Undo this change")} onClick=${undo}>${t("Undo")}</button>`}
    </p>
    <p class="content" dir="auto">${before ? html`<${Difference} before=${before.content} after=${content} />` : content}</p>
    <${Source} source=${source} />
  </li>`;
}

// The messages from which a version was learned, and where they can be read.
function Source({ source }) {
  if (!source) return null;
  const { said, link, conversation } = source;
  return html`
    ${said.map((text, place) => html`<blockquote key=${place} dir="auto">${text}</blockquote>`)}
    ${(link || conversation) && html`<p class="quiet">
      ${link && html`<a href=${link} target="_blank" rel="noreferrer" onClick=${follow}>${t("Show in Telegram")}</a>`}
      ${conversation && html`<a href=${`#/conversations/${conversation}`}>${t("Read the conversation")}</a>`}
    </p>`}`;
}

// A new memory, perhaps of what another app has shared.
function NewMemory({ category, isShared = false }) {
  const save = async ({ title, text, category: chosen }, { isNew = false }) => {
    const body = { content: text, subject: title || null, category: chosen, is_new: isNew };
    const { data } = await ask("/api/memory/", { method: "POST", body });
    tell(KINDS);
    go(`#/memories/${data.id}`, { replace: true });
  };
  const begun = isShared ? draft() : { title: "", text: "" };
  const initial = { ...begun, category: category || "context", isNew: true };
  const close = () => ["new", SHARED].includes(route.get().id) && go("#/memories", { replace: true });
  return html`<${Aside} label=${t("New memory")}>
    <h2>${t("New memory")}</h2>
    ${isShared && html`<${KindChoice} />`}
    <${Editor} id=${isShared ? "shared memory" : "new"} labels=${labels()} limit=${LONGEST} initial=${initial} save=${save} close=${close}>
      ${(draft, type) => html`<${Choice} label=${t("Category")} options=${CATEGORIES} value=${draft.category}
        choose=${(chosen) => type({ category: chosen })} />`}
    <//>
  <//>`;
}
