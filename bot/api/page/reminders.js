// Reminders and tasks that are still to come: the list, and beside it the one that is open.

import { html } from "./html.js";
import { Count, Groups, Row, Rows } from "./list.js";
import { usePages } from "./loading.js";
import { Head, Key, Moment, NewButton, Nothing } from "./parts.js";
import { NewReminder, Reminder } from "./reminder.js";
import { go, route } from "./route.js";
import { filled, plural, t } from "./texts.js";
import { clock, day } from "./words.js";

const nothing = () => html`<${Nothing} title=${t("No reminders.")}>
  ${filled(t("Tell Keepsake in Telegram: “remind me on Friday at 9 to call Anna”. Or press {key}."), { key: Key("n") })}
<//>`;
const heading = (it) => (it.rings_at ? day(new Date(it.rings_at)) : t("Later"));
const howMany = (total) => plural("{count} reminder", "{count} reminders", total);

export function Reminders() {
  const { id } = route.use();
  const pages = usePages("/api/reminders/", "reminders", ["reminders"]);
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
