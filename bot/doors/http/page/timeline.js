// What was learned, changed and deleted, day by day.

import { html, useState } from "./html.js";
import { Groups, Row, Rows } from "./list.js";
import { usePages } from "./loading.js";
import { Memory } from "./memories.js";
import { Choice, Difference, Head, Icon, Moment, Nothing } from "./parts.js";
import { route } from "./route.js";
import { withQuery } from "./server.js";
import { mark, t } from "./texts.js";
import { by, clock, day } from "./words.js";

const KINDS = { "": mark("All"), learned: mark("Learned"), changed: mark("Changed"), deleted: mark("Deleted") };
const ICONS = { learned: "add", changed: "edit", deleted: "delete" };
const nothing = () => html`<${Nothing} title=${t("Nothing here yet.")}>
  ${t("What Keepsake learns, changes and forgets appears here.")}
<//>`;

export function Timeline() {
  const { id } = route.use();
  const [kind, setKind] = useState("");
  const pages = usePages(withQuery("/api/timeline/", { kind }), "entries", ["memories"], { next: "cursor" });
  const row = (it) => html`<${Entry} key=${`${it.at} ${it.memory_id} ${it.kind}`} entry=${it} open=${id} />`;
  return html`<div class=${id ? "split open" : "split"}>
    <section class="list" aria-label=${t("Timeline")}>
      <${Head} title=${t("Timeline")} />
      <div class="filters"><${Choice} label=${t("Type of change")} options=${KINDS} value=${kind} choose=${setKind} /></div>
      <${Rows} pages=${pages} nothing=${nothing()}>
        <${Groups} items=${pages.items} heading=${(it) => day(new Date(it.at))} row=${row} />
      <//>
    </section>
    ${id && html`<${Memory} key=${id} id=${id} />`}
  </div>`;
}

function Entry({ entry, open }) {
  const { kind, subject, before, content, through } = entry;
  const name = t(KINDS[kind] ?? kind);
  return html`<${Row} href=${`#/timeline/${entry.memory_id}`} isOpen=${entry.memory_id === open} className=${kind}>
    <span class="kind" title=${name}><${Icon} name=${ICONS[kind] ?? "clock"} /><span class="unseen">${name}: </span></span>
    <span class="text"><bdi>
      ${subject && html`<strong>${subject}</strong> `}
      ${before ? html`<${Difference} before=${before} after=${content} />` : content}
    </bdi></span>
    <span class="facts">
      ${through && html`<span>${by(through)}</span>`}
      <${Moment} at=${entry.at} text=${clock} />
    </span>
  <//>`;
}
