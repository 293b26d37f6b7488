// Reminders and tasks that are still to come: the list, and beside it the one that is open, edited in place.

import { Editor } from "./editor.js";
import { html } from "./html.js";
import { Count, Groups, Row, Rows } from "./list.js";
import { tell } from "./live.js";
import { useOne, usePages } from "./loading.js";
import { Aside, DeleteButton, EditButton, Head, Key, Moment, NewButton, Nothing, Toggle, Waiting } from "./parts.js";
import { go, route } from "./route.js";
import { ask } from "./server.js";
import { filled, mark, plural, t } from "./texts.js";
import { attempt, toast } from "./toast.js";
import { clock, dated, day } from "./words.js";

const KINDS = ["reminders"];
const LONGEST = 500;
const STATES = { active: mark("Active"), done: mark("Done"), cancelled: mark("Cancelled") };
const EXAMPLES = ["“tomorrow at 9”", "“friday at 9”", "“every weekday at 8”"]; // as /remind reads them in any language
const EMPTY = { title: "", text: "", isTask: false };
const labels = () => ({
  form: t("Edit this reminder"),
  title: t("When, such as {example}. Leave it empty to keep the time.", { example: EXAMPLES[0] }),
  text: t("Text"),
});
const newLabels = () => ({
  form: t("New reminder"),
  title: t("When, such as {example} or {another}", { example: EXAMPLES[1], another: EXAMPLES[2] }),
  text: t("Text"),
});
const nothing = () => html`<${Nothing} title=${t("No reminders.")}>
  ${filled(t("Tell Keepsake in Telegram: “remind me on Friday at 9 to call Anna”. Or press {key}."), { key: Key("n") })}
<//>`;
const heading = (it) => (it.rings_at ? day(new Date(it.rings_at)) : t("Later"));
const howMany = (total) => plural("{count} reminder", "{count} reminders", total);

export function Reminders() {
  const { id } = route.use();
  const pages = usePages("/api/reminders/", "reminders", KINDS);
  const row = (it) => html`<${ReminderRow} key=${it.id} reminder=${it} open=${id} />`;
  return html`<div class=${id ? "split open" : "split"}>
    <section class="list" aria-label=${t("Reminders")}>
      <${Head} title=${t("Reminders")}><${NewButton} label=${t("New reminder")} onClick=${() => go("#/reminders/new")} /><//>
      <div class="filters"><${Count} total=${pages.total} words=${howMany} /></div>
      <${Rows} pages=${pages} nothing=${nothing()}><${Groups} items=${pages.items} heading=${heading} row=${row} /><//>
    </section>
    ${id === "new" ? html`<${NewReminder} />` : id && html`<${Reminder} key=${id} id=${id} />`}
  </div>`;
}

function ReminderRow({ reminder, open }) {
  const { id, text, repeats, is_task: isTask, rings_at: ringsAt } = reminder;
  return html`<${Row} href=${`#/reminders/${id}`} isOpen=${id === open}>
    <span class="text"><bdi>${text}</bdi></span>
    <span class="facts">
      ${isTask && html`<span class="category">${t("Task")}</span>`}
      ${repeats && html`<span title=${repeats}>${t("recurring")}</span>`}
      ${ringsAt && html`<${Moment} at=${ringsAt} text=${clock} />`}
    </span>
  <//>`;
}


function Reminder({ id }) {
  const path = `/api/reminders/${id}`;
  const read = useOne(path, KINDS);
  const isEditing = route.use().parameters.has("edit");
  return html`<${Aside} label=${t("Reminder")}>
    ${read.data
      ? html`<${Body} reminder=${read.data} tag=${read.tag} path=${path} isEditing=${isEditing} />`
      : html`<${Waiting} ...${read} />`}
  <//>`;
}

function Body({ reminder, tag, path, isEditing }) {
  const edit = (on) => go(`#/reminders/${reminder.id}${on ? "?edit" : ""}`, { replace: true });
  const acts = actions(tag, path);
  const { rings_at: ringsAt, repeats, zone, nag_minutes: nag } = reminder;
  return html`<div>
    <p class="bar">
      <span class="category">${reminder.is_task ? t("Task") : t("Reminder")}</span>
      ${reminder.state !== "cancelled" && html`
        <${EditButton} onClick=${() => edit(true)} /><${DeleteButton} label=${t("Cancel this reminder")} onClick=${acts.cancel} />`}
    </p>
    ${isEditing
      ? html`<${Editor} id=${reminder.id} labels=${labels()} save=${acts.save} reread=${acts.reread} close=${() => edit(false)}
          hint=${present(reminder)} initial=${{ title: "", text: reminder.text, tag }} />`
      : html`<h2>${ringsAt ? html`<${Moment} at=${ringsAt} text=${dated} />` : t(STATES[reminder.state])}</h2>
        <p class="content" dir="auto">${reminder.text}</p>`}
    <dl class="details">
      ${repeats && html`<div><dt>${t("Repeats")}</dt><dd>${repeats}</dd></div>`}
      ${nag > 0 && html`<div><dt>${t("Rings again")}</dt><dd>${again(nag)}</dd></div>`}
      <div><dt>${t("Time zone")}</dt><dd><bdi>${zone || t("Your current time zone")}</bdi></dd></div>
    </dl>
  </div>`;
}

const again = (minutes) => plural("every minute until done", "every {count} minutes until done", minutes);

// When it comes as it is now, and how often.
function present({ rings_at: ringsAt, repeats }) {
  const times = [ringsAt && dated(new Date(ringsAt)), repeats].filter(Boolean);
  return times.length ? t("Now: {times}", { times: times.join(", ") }) : "";
}

function actions(tag, path) {
  const changed = () => tell(KINDS);
  return {
    save: async ({ title, text }, { tag: known }) => {
      await ask(path, { method: "PUT", body: { text, ...(title.trim() && { when: title }) }, tag: known });
      changed();
    },
    reread: async () => {
      const { data, tag: now } = await ask(path);
      return { title: "", text: data.text, tag: now };
    },
    cancel: () => attempt(async () => {
      const { data } = await ask(path, { method: "DELETE", tag });
      changed();
      toast(t("Reminder cancelled."), async () => {
        await ask(`${path}/versions/${data.version}/undo`, { method: "POST" });
        changed();
      });
      go("#/reminders");
    }),
  };
}

const isItATask = (draft, type) => html`<${Toggle} label=${t("Task: Keepsake does it and answers in the chat")}
  value=${draft.isTask} set=${(isTask) => type({ isTask })} />`;

function NewReminder() {
  const save = async ({ title, text, isTask }) => {
    const { data } = await ask("/api/reminders/", { method: "POST", body: { text, when: title, is_task: isTask } });
    tell(KINDS);
    go(`#/reminders/${data.id}`, { replace: true });
  };
  const close = () => route.get().id === "new" && go("#/reminders", { replace: true });
  return html`<${Aside} label=${t("New reminder")}>
    <h2>${t("New reminder")}</h2>
    <${Editor} id="new reminder" labels=${newLabels()} limit=${LONGEST} initial=${EMPTY} save=${save} close=${close}
      beginsAt="title" below=${isItATask} />
  <//>`;
}
