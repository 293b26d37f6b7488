// The notes: the list, and beside it the note that is open. Its checklist is ticked, and its text edited in place.

import { Editor } from "./editor.js";
import { html, useEffect, useState } from "./html.js";
import { Count, Row, Rows } from "./list.js";
import { tell } from "./live.js";
import { useOne, usePages } from "./loading.js";
import {
  Aside, DeleteButton, Difference, EditButton, Head, Key, Moment, NewButton, Nothing, RestoreButton, Toggle, Waiting,
} from "./parts.js";
import { go, route } from "./route.js";
import { ask, withQuery } from "./server.js";
import { draft, KindChoice, SHARED } from "./shared.js";
import { filled, number, plural, t } from "./texts.js";
import { attempt, toast } from "./toast.js";
import { dated } from "./words.js";

const KINDS = ["notes"];
const ITEM = /^(\s*- \[)([ xX])(\] )(.*)$/;
const labels = (form) => ({ form, title: t("Name"), text: t("Text") });
const BOX = html`<code>- [ ]</code>`;
const ITEMS = /^\s*- \[([ xX])\] /gm;
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
  const pages = usePages(withQuery("/api/notes/", { deleted }), "notes", KINDS);
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
  const items = [...note.content.matchAll(ITEMS)];
  const done = items.filter(([, mark]) => mark !== " ");
  return html`<${Row} href=${`#/notes/${note.id}`} isOpen=${note.id === open}>
    <span class="text"><bdi><strong>${note.name}</strong> <span class="glance">${glance(note.content)}</span></bdi></span>
    <span class="facts">
      ${items.length > 0 && html`<span>${t("{done} of {all} done", { done: number(done.length), all: number(items.length) })}</span>`}
      <${Moment} at=${note.updated_at} />
    </span>
  <//>`;
}

const glance = (content) => content.replace(ITEMS, "").replace(/\s+/g, " ").slice(0, 200);


export function Note({ id }) {
  const path = `/api/notes/${id}`;
  const read = useOne(path, KINDS);
  const isEditing = route.use().parameters.has("edit");
  return html`<${Aside} label=${t("Note")}>
    ${read.data
      ? html`<${Body} note=${read.data} tag=${read.tag} path=${path} isEditing=${isEditing} />`
      : html`<${Waiting} ...${read} />`}
  <//>`;
}

function Body({ note, tag, path, isEditing }) {
  const edit = (on) => go(`#/notes/${note.id}${on ? "?edit" : ""}`, { replace: true });
  const acts = actions(note, tag, path);
  return html`<div>
    <p class="bar">
      <span class="category">${note.deleted_at ? t("Deleted") : t("Note")}</span>
      ${note.deleted_at
        ? html`<${RestoreButton} onClick=${acts.restore} />`
        : html`<${EditButton} onClick=${() => edit(true)} /><${DeleteButton} onClick=${acts.remove} />`}
    </p>
    ${isEditing && !note.deleted_at
      ? html`<${Editor} id=${note.id} labels=${labels(t("Edit this note"))} save=${acts.save} reread=${acts.reread} close=${() => edit(false)}
          initial=${{ title: note.name, text: note.content, tag }} />`
      : html`<h2 dir="auto">${note.name}</h2><${Lines} note=${note} tick=${acts.tick} />`}
    <${Versions} versions=${note.versions} />
  </div>`;
}

// The text, with a box for each item. A box shows at once what was ticked, also while it is being stored.
function Lines({ note, tick }) {
  const lines = note.content.split("\n");
  const [pending, setPending] = useState([]); // lines as they were when they were ticked
  useEffect(() => setPending((before) => before.filter((line) => lines.includes(line))), [note.content]);
  async function toggle(line, place) {
    setPending((before) => [...before, line]);
    if (!(await tick(line, place))) setPending((before) => before.filter((it) => it !== line));
  }
  const seen = new Map(); // by text, how many lines above read so: an element stays with its line when others come
  const key = (text) => {
    seen.set(text, (seen.get(text) ?? 0) + 1);
    return `${seen.get(text)} ${text}`;
  };
  return html`<div class=${note.deleted_at ? "lines gone" : "lines"}>
    ${lines.map((line, place) => {
      const item = line.match(ITEM);
      if (!item) return html`<p key=${key(line)} dir="auto">${line || " "}</p>`;
      const [, , mark, , text] = item;
      return html`<label key=${key(text)} class="item">
        <input type="checkbox" checked=${(mark !== " ") !== pending.includes(line)} disabled=${Boolean(note.deleted_at)}
          onChange=${() => toggle(line, place)} />
        <span dir="auto">${text}</span>
      </label>`;
    })}
  </div>`;
}

function actions(note, tag, path) {
  const changed = () => tell(KINDS);
  const put = (name, content, known) => ask(path, { method: "PUT", body: { name, content }, tag: known });
  const restore = async () => {
    await ask(`${path}/restore`, { method: "POST" });
    changed();
  };
  return {
    save: async ({ title, text }, { tag: known }) => {
      await put(title, text, known);
      changed();
    },
    reread: async () => {
      const { data, tag: now } = await ask(path);
      return { title: data.name, text: data.content, tag: now };
    },
    tick: (line, place) => attempt(async () => {
      try {
        await put(note.name, ticked(note.content, line, place), tag);
      } catch (error) {
        if (error.status !== 412) throw error;
        const { data, tag: now } = await ask(path); // changed meanwhile: the same line is ticked in the new text
        await put(data.name, ticked(data.content, line, place), now);
      } finally {
        changed();
      }
      return true;
    }),
    remove: () => attempt(async () => {
      await ask(path, { method: "DELETE", tag });
      changed();
      toast(t("Note deleted."), restore);
      go("#/notes");
    }),
    restore: () => attempt(async () => {
      await restore();
      toast(t("Note restored."));
    }),
  };
}

// Returns a text in which an item is ticked, or no longer: the one at its place, or else the first one that reads so.
function ticked(content, line, place) {
  const lines = content.split("\n");
  const at = lines[place] === line ? place : lines.indexOf(line);
  if (at < 0) throw new Error(t("Someone changed this item. Look at the note and try again."));
  lines[at] = line.replace(ITEM, (_, start, mark, end, text) => `${start}${mark === " " ? "x" : " "}${end}${text}`);
  return lines.join("\n");
}

function Versions({ versions }) {
  return html`<section class="versions" aria-label=${t("History")}>
    <h2>${t("History")}</h2>
    <ol>${versions.map((version, place) => html`<li key=${version.number}>
      <p class="quiet"><b>v${version.number}</b> <${Moment} at=${version.created_at} text=${dated} /></p>
      ${versions[place + 1] && html`<details><summary>${t("What changed")}</summary>
        <p class="content" dir="auto"><${Difference} before=${whole(versions[place + 1])} after=${whole(version)} /></p>
      </details>`}
    </li>`)}</ol>
  </section>`;
}

const whole = ({ name, content }) => `${name}\n${content}`;

// A new note, perhaps of what another app has shared: that isn't taken for the user's own words.
function NewNote({ isShared = false }) {
  const save = async ({ title, text }) => {
    const body = { name: title, content: text, untrusted: isShared };
    const { data } = await ask("/api/notes/", { method: "POST", body });
    tell(KINDS);
    go(`#/notes/${data.id}`, { replace: true });
  };
  return html`<${Aside} label=${t("New note")}>
    <h2>${t("New note")}</h2>
    ${isShared && html`<${KindChoice} />`}
    <p class="quiet">${filled(t("Start a line with {box} to make it a checkbox."), { box: BOX })}</p>
    <${Editor} id=${isShared ? "shared note" : "new note"} labels=${labels(t("New note"))} save=${save} beginsAt="title"
      initial=${isShared ? draft() : { title: "", text: "" }}
      close=${() => ["new", SHARED].includes(route.get().id) && go("#/notes", { replace: true })} />
  <//>`;
}
