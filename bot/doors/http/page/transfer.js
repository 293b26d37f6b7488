// Memories from a file, dropped anywhere or chosen, after a look at what is in it; and everything as files.

import { html, useEffect, useRef } from "./html.js";
import { tell } from "./live.js";
import { CATEGORIES } from "./memories.js";
import { Head } from "./parts.js";
import { go } from "./route.js";
import { ask } from "./server.js";
import { store } from "./store.js";
import { isMiniApp } from "./telegram.js";
import { filled, mark, plural, t } from "./texts.js";
import { attempt, hush, toast } from "./toast.js";
import { commandLine } from "./words.js";

const EXPORTS = [
  ["json", "JSON", mark("Everything, as a backup. Importing it here restores the memories. {command} also restores the rest.")],
  ["md", "Markdown", mark("Everything, for reading")],
  ["jsonl", "JSON Lines", mark("Memories only, for other programs")],
];
const IMPORT = html`<code>${commandLine("import")}</code>`;
const EXPORT = html`<code>/export</code>`;
const offer = store(null); // {file, preview}: what was chosen and waits to be imported
const isDropping = store(false);

export function Transfer() {
  return html`<section class="single" aria-label=${t("Import and export")}>
    <${Head} title=${t("Import and export")} />
    ${offer.use() ? html`<${Preview} ...${offer.get()} />` : html`<${Chooser} />`}
    <${Export} />
  </section>`;
}

function Chooser() {
  const field = useRef();
  const choose = () => field.current.click();
  const chooser = html`<button type="button" class="link" onClick=${choose}>${t("Choose a file")}</button>`;
  return html`<section class="panel" aria-label=${t("Import")}>
    <h2>${t("Import memories")}</h2>
    <p>${t("Drop a file anywhere on this page.")} ${chooser}</p>
    <p class="quiet">
      ${t("It can be an export of Keepsake, or JSON, Markdown, a table or a list. You see its content before anything is stored.")}
    </p>
    <input ref=${field} class="unseen" type="file" tabindex="-1" aria-label=${t("File to import")}
      onChange=${({ target }) => target.files[0] && look(target.files[0])} />
  </section>`;
}

// Reads a file without storing anything, and shows what would be imported.
async function look(file) {
  offer.set(null);
  hush();
  await attempt(async () => {
    const { data } = await ask("/api/import?preview=true", { method: "POST", body: file });
    offer.set({ file, preview: data });
    go("#/transfer");
  }, file.name);
}

function Preview({ file, preview }) {
  const heading = useRef();
  useEffect(() => heading.current.focus(), [preview]);
  const { new: fresh, known, skipped, memories, left_out: leftOut } = preview;
  return html`<section class="panel" aria-label=${t("Import")}>
    <h2 tabindex="-1" ref=${heading}><bdi>${file.name}</bdi>: ${fresh ? plural("{count} new memory", "{count} new memories", fresh) : t("Nothing new")}</h2>
    ${known > 0 && html`<p class="quiet">
      ${plural("{count} memory is skipped because it is already stored.", "{count} memories are skipped because they are already stored.", known)}
    </p>`}
    <p class="acts">
      ${fresh > 0 && html`<button type="button" class="button primary" onClick=${() => take(file)}>
        ${plural("Import {count} memory", "Import {count} memories", fresh)}
      </button>`}
      <button type="button" class="button" onClick=${() => offer.set(null)}>${t("Cancel")}</button>
    </p>
    ${fresh > 0 && html`<ul class="offered">${memories.map((it, place) => html`<li key=${place}>
      <span class="category">${t(CATEGORIES[it.category])}</span>
      <bdi>${it.subject && html`<strong>${it.subject}</strong> `}${it.content}</bdi>
    </li>`)}</ul>`}
    ${fresh > memories.length && html`<p class="quiet">${plural("… and {count} more.", "… and {count} more.", fresh - memories.length)}</p>`}
    ${skipped > 0 && html`<details><summary>${plural("{count} text can't be imported", "{count} texts can't be imported", skipped)}</summary>
      <ul class="offered">
        ${leftOut.map((it, place) => html`<li key=${place}><bdi>${it.text}</bdi> <span class="quiet">${it.why}</span></li>`)}
      </ul>
    </details>`}
  </section>`;
}

async function take(file) {
  await attempt(async () => {
    const { data } = await ask("/api/import", { method: "POST", body: file });
    offer.set(null);
    tell(["memories"]);
    toast(plural("{count} memory imported.", "{count} memories imported.", data.new), async () => {
      const undone = await ask(`/api/import/${data.id}/undo`, { method: "POST" });
      tell(["memories"]);
      const { removed } = undone.data;
      toast(plural("Import undone: {count} memory removed.", "Import undone: {count} memories removed.", removed));
    });
  });
}

function Export() {
  return html`<section class="panel" aria-label=${t("Export")}>
    <h2>${t("Export")}</h2>
    ${isMiniApp
      ? html`<p>${filled(t("Send {command} in the chat to get the files there."), { command: EXPORT })}</p>`
      : html`<ul class="exports">${EXPORTS.map(([format, name, about]) => html`<li key=${format}>
          <a class="button" href=${`/api/export?format=${format}`} download>${name}</a> <span class="quiet">${filled(t(about), { command: IMPORT })}</span>
        </li>`)}</ul>`}
  </section>`;
}

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

// Takes a file that is dropped anywhere on the page.
export function takeDroppedFiles() {
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isDropping.set(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && isDropping.set(false));
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isDropping.set(false);
    look(event.dataTransfer.files[0]);
  });
}

export function DropTarget() {
  return isDropping.use() && html`<div id="drop" role="status">${t("Drop the file to see its content.")}</div>`;
}
