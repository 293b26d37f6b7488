// A conversation, read as a chat.

import { Aside } from "./aside.js";
import { html, useEffect, useRef } from "./html.js";
import { More } from "./list.js";
import { usePages } from "./loading.js";
import { Moment, Waiting } from "./parts.js";
import { Rich } from "./rich.js";
import { route } from "./route.js";
import { mark, t } from "./texts.js";
import { clock, dated } from "./words.js";

const KINDS = ["conversations"];
const STATES = {
  running: mark("Being answered"),
  stopped: mark("Stopped"),
  failed: mark("Not answered"),
  superseded: mark("Replaced by an edited message"),
};

// Reads on until the turn that the address names is there, and shows it.
export function Chat({ number }) {
  const wanted = route.use().parameters.get("turn");
  const pages = usePages(`/api/conversations/${number}/turns/`, "turns", KINDS);
  const sought = useRef();
  const isThere = pages.items.some((it) => it.id === wanted);
  useEffect(() => {
    if (wanted && !isThere && !pages.isComplete) pages.more();
  }, [wanted, pages.items.length]);
  useEffect(() => sought.current?.scrollIntoView({ block: "center" }), [wanted, isThere]);
  const [first] = pages.items;
  return html`<${Aside} label=${t("Conversation")} className="chat">
    <h2>${first ? html`<${Moment} at=${first.created_at} text=${dated} />` : t("Conversation")}</h2>
    ${!pages.items.length && (pages.error || pages.isLoading) && html`<${Waiting} ...${pages} />`}
    ${pages.items.map((it) => html`<${Turn} key=${it.id} turn=${it} sought=${it.id === wanted ? sought : null} />`)}
    ${pages.items.length > 0 && html`<${More} pages=${pages} />`}
  <//>`;
}

function Turn({ turn, sought }) {
  const { said, answer, state, created_at: at } = turn;
  return html`<div class=${sought ? "turn sought" : "turn"} ref=${sought}>
    ${said.map((text, place) => html`<${Bubble} key=${place} isMine text=${text} at=${at} />`)}
    ${answer && html`<${Bubble} text=${answer} at=${at} />`}
    ${state !== "answered" && html`<p class="quiet">${t(STATES[state] ?? state)}</p>`}
  </div>`;
}

function Bubble({ isMine, text, at }) {
  return html`<article class=${isMine ? "bubble mine" : "bubble theirs"} aria-label=${isMine ? t("You") : "Keepsake"}>
    <div class="said" dir="auto"><${Rich} text=${text} /></div>
    <small><${Moment} at=${at} text=${clock} /></small>
  </article>`;
}
