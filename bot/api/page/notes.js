// The notes: the list, and beside it the note that is open.

import { html, useState } from "./html.js";
import { Count, Row, Rows } from "./list.js";
import { usePages } from "./loading.js";
import { NewNote, Note } from "./note.js";
import { Head, Key, Moment, NewButton, Nothing, Toggle } from "./parts.js";
import { go, route } from "./route.js";
import { withQuery } from "./server.js";
import { SHARED } from "./shared.js";
import { filled, number, plural, t } from "./texts.js";

const ITEM = /^\s*- \[([ xX])\] /gm;
const nothing = () => html`<${Nothing} title=${t("No notes yet.")}>
  ${filled(t("Ask Keepsake for one, such as a packing list, or press {key} to write it here."), { key: Key("n") })}
<//>`;
const noneDeleted = () => html`<${Nothing} title=${t("Nothing is deleted.")} />`;

export function Notes() {
  const { id } = route.use();
  const [deleted, setDeleted] = useState(false);
  const howMany = (count) => deleted
    ? plural("{count} deleted note", "{count} deleted notes", count)
    : plural("{count} note", "{count} notes", count);
  const pages = usePages(withQuery("/api/notes/", { deleted }), "notes", ["notes"]);
  return html`<div class=${id ? "split open" : "split"}>
    <section class="list" aria-label=${t("Notes")}>
      <${Head} title=${t("Notes")}><${NewButton} label=${t("New note")} onClick=${() => go("#/notes/new")} /><//>
      <div class="filters">
        <${Count} total=${pages.total} words=${howMany} />
        <${Toggle} label=${t("Deleted")} value=${deleted} set=${setDeleted} />
      </div>
      <${Rows} pages=${pages} nothing=${deleted ? noneDeleted() : nothing()}>
        <ul>${pages.items.map((it) => html`<${NoteRow} key=${it.id} note=${it} open=${id} />`)}</ul>
      <//>
    </section>
    ${id === "new" || id === SHARED
      ? html`<${NewNote} key=${id} isShared=${id === SHARED} />`
      : id && html`<${Note} key=${id} id=${id} />`}
  </div>`;
}

function NoteRow({ note, open }) {
  const items = [...note.content.matchAll(ITEM)];
  const done = items.filter(([, mark]) => mark !== " ");
  return html`<${Row} href=${`#/notes/${note.id}`} isOpen=${note.id === open}>
    <span class="text"><bdi><strong>${note.name}</strong> <span class="glance">${glance(note.content)}</span></bdi></span>
    <span class="facts">
      ${items.length > 0 && html`<span>${t("{done} of {all} done", { done: number(done.length), all: number(items.length) })}</span>`}
      <${Moment} at=${note.updated_at} />
    </span>
  <//>`;
}

const glance = (content) => content.replace(ITEM, "").replace(/\s+/g, " ").slice(0, 200);
