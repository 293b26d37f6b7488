// One memory: its text, edited in place, its versions with what they changed, and where each was learned.

import { Aside } from "./aside.js";
import { Editor } from "./editor.js";
import { html } from "./html.js";
import { tell } from "./live.js";
import { useOne } from "./loading.js";
import { Choice, DeleteButton, Difference, EditButton, IconButton, Moment, RestoreButton, Waiting } from "./parts.js";
import { go, route } from "./route.js";
import { ask } from "./server.js";
import { draft, KindChoice, SHARED } from "./shared.js";
import { follow } from "./telegram.js";
import { filled, mark, t } from "./texts.js";
import { attempt, toast } from "./toast.js";
import { by, dated } from "./words.js";

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
const KINDS = ["memories"];

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
export function NewMemory({ category, isShared = false }) {
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
