// Edits a title and a text in place. What is typed is kept until it is saved or given up, also when somebody else has
// changed the thing meanwhile: then both texts are shown.

import { html, useId, useLayoutEffect, useRef, useState } from "./html.js";
import { Difference } from "./parts.js";
import { useMainButton } from "./telegram.js";
import { number, t } from "./texts.js";

const drafts = new Map(); // by id, what was typed and not saved: {draft, base}, which is what it was typed over

// `save(draft, {tag, isNew})` resolves once it is saved, if the thing still has the tag. `reread()` resolves to
// {title, text, tag} as it is now; `initial` is the same, as far as it is known. `hint` is about the title; `children`
// and `below` draw more fields, above and below the text. The focus `beginsAt` the title or the text.
export function Editor({ id, initial, labels, limit, save, reread, close, hint, beginsAt = "text", children, below }) {
  const [{ draft, base }, set] = useState(drafts.get(id) ?? { draft: initial, base: initial });
  const [refusal, setRefusal] = useState(null);
  const [reading, setReading] = useState(null);
  const [isSaving, setSaving] = useState(false);
  const name = useId();
  const title = useRef();
  const theirs = reading ?? (initial.tag === base.tag ? null : initial);
  const isStale = refusal?.status === 412;
  const words = isStale ? t("Save mine") : t("Save");

  useLayoutEffect(() => {
    if (beginsAt === "title") title.current.focus();
  }, []);
  function keep(next) {
    drafts.set(id, next);
    set(next);
  }
  const type = (change) => keep({ draft: { ...draft, ...change }, base });
  function take() {
    keep({ draft: { ...draft, title: theirs.title, text: theirs.text }, base: theirs });
    setRefusal(null);
    setReading(null);
  }
  function leave() {
    drafts.delete(id);
    close();
  }
  async function submit(more = {}) {
    if (isSaving) return;
    setSaving(true);
    try {
      await save(draft, { tag: (isStale ? theirs : base).tag, ...more });
      leave();
    } catch (error) {
      if (error.status === 412) await reread().then(setReading, () => {}); // then the refusal alone is shown
      setRefusal(error);
    }
    setSaving(false);
  }
  function onKeyDown(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  useMainButton(words, () => submit());
  function onSubmit(event) {
    event.preventDefault();
    submit();
  }
  return html`<form class="editor" aria-label=${labels.form} onKeyDown=${onKeyDown} onSubmit=${onSubmit}>
    ${children?.(draft, type)}
    <label for=${`${name}-title`}>${labels.title}</label>
    <input id=${`${name}-title`} ref=${title} value=${draft.title} maxlength="200" autocomplete="off" dir="auto"
      aria-describedby=${hint ? `${name}-hint` : undefined} onInput=${(event) => type({ title: event.target.value })} />
    ${hint && html`<small id=${`${name}-hint`} class="quiet">${hint}</small>`}
    <label for=${`${name}-text`}>${labels.text}</label>
    <${Text} id=${`${name}-text`} value=${draft.text} isFirst=${beginsAt === "text"}
      onInput=${(text) => type({ text })} />
    ${below?.(draft, type)}
    ${theirs && html`<${Theirs} theirs=${theirs} base=${base} take=${take} />`}
    ${refusal && !isStale && html`<${Refusal} refusal=${refusal} link=${labels.link}
      again=${initial.isNew && (() => submit({ isNew: true }))} />`}
    <p class="acts">
      <button class="button primary" disabled=${isSaving} title="Ctrl + Enter" aria-keyshortcuts="Control+Enter">${words}</button>
      <button type="button" class="button" onClick=${leave} title="Esc">${t("Cancel")}</button>
      ${limit && html`<small class="quiet"><bdi>${number(draft.text.trim().length)} / ${number(limit)}</bdi></small>`}
    </p>
  </form>`;
}

// A field as high as its text.
function Text({ id, value, isFirst, onInput }) {
  const field = useRef();
  useLayoutEffect(() => {
    field.current.style.height = "auto";
    field.current.style.height = `${field.current.scrollHeight + 2}px`;
  }, [value]);
  useLayoutEffect(() => {
    if (!isFirst) return;
    field.current.focus();
    field.current.setSelectionRange(value.length, value.length);
  }, []);
  return html`<textarea id=${id} ref=${field} rows="2" dir="auto" value=${value}
    onInput=${(event) => onInput(event.target.value)} />`;
}

// What somebody else has made of it meanwhile.
function Theirs({ theirs, base, take }) {
  return html`<div class="refusal" role="alert">
    <p>${t("Someone changed this while you were editing. Your text is kept above. The new version:")}</p>
    <blockquote dir="auto">
      ${theirs.title && html`<strong>${theirs.title} </strong>`}<${Difference} before=${base.text} after=${theirs.text} />
    </blockquote>
    <p><button type="button" class="button" onClick=${take}>${t("Use the new version")}</button></p>
  </div>`;
}

function Refusal({ refusal, again, link }) {
  const inTheWay = refusal.memories ?? [];
  return html`<div class="refusal" role="alert">
    <p>${refusal.message}</p>
    ${inTheWay.map((it) => html`<blockquote key=${it.id} dir="auto"><a href=${link(it.id)}>${it.content}</a></blockquote>`)}
    ${again && inTheWay.length > 0 && html`<p>
      <button type="button" class="button" onClick=${again}>${t("Store it anyway")}</button>
    </p>`}
  </div>`;
}
