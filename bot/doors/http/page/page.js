// The page: its frame, which view is in it, and its language.

import { Conversations } from "./conversations.js";
import { html, render, useEffect, useErrorBoundary, useRef } from "./html.js";
import { GO_TO, GOES, KEYS, useTheKeyboard } from "./keys.js";
import { listen, listening, useChanged } from "./live.js";
import { Memories } from "./memories.js";
import { Notes } from "./notes.js";
import { Head, Icon, IconButton, Nothing } from "./parts.js";
import { Prompt } from "./prompt.js";
import { Reminders } from "./reminders.js";
import { go, route } from "./route.js";
import { ask, enter, isReachable, session } from "./server.js";
import { forgetShared, takeShared } from "./shared.js";
import { store } from "./store.js";
import { begin, initData, isMiniApp, useBackButton } from "./telegram.js";
import { filled, mark, speak, t } from "./texts.js";
import { switchTheme } from "./theme.js";
import { Timeline } from "./timeline.js";
import { attempt, Toast } from "./toast.js";
import { DropTarget, takeDroppedFiles, Transfer } from "./transfer.js";
import { Usage } from "./usage.js";
import { commandLine } from "./words.js";

const VIEWS = {
  memories: { title: mark("Memories"), icon: "memory", View: Memories },
  timeline: { title: mark("Timeline"), icon: "timeline", View: Timeline },
  notes: { title: mark("Notes"), icon: "note", View: Notes },
  conversations: { title: mark("Conversations"), icon: "chat", View: Conversations },
  reminders: { title: mark("Reminders"), icon: "clock", View: Reminders },
  usage: { title: mark("Usage"), icon: "chart", View: Usage },
  prompt: { title: mark("Prompt"), icon: "prompt", View: Prompt },
  transfer: { title: mark("Import and export"), icon: "import", View: Transfer },
};
const AT_THE_BOTTOM = 4; // views that a phone has room for
const MORE = { title: mark("More"), icon: "more", View: More };
const TOOLS = [
  ...(isMiniApp ? [] : [["theme", mark("Switch between light and dark"), switchTheme]]),
  ["help", mark("Keyboard shortcuts"), () => isHelping.set(true)],
  ...(isMiniApp ? [] : [["leave", mark("Log out"), leave]]),
];
const OFFLINE = mark("Can't reach Keepsake right now. This page may be out of date.");
const OPEN = html`<code>/memory open</code>`;
const PRINT = html`<code>${commandLine("open")}</code>`;
const isHelping = store(false);
const language = store(""); // at first the one in which the server has sent the page, then its owner's

// Closes what is open, or else goes to the first view.
function back() {
  const close = document.querySelector("[data-close]");
  if (close) close.click();
  else go("#/memories");
}

async function leave() {
  await attempt(() => ask("/logout", { method: "POST" }));
  session.set(null);
}

function Page() {
  const { view, id } = route.use();
  const isIn = session.use();
  const spoken = language.use();
  useChanged(["language"], speakToOwner);
  const { View, title } = view === "more" ? MORE : (VIEWS[view] ?? VIEWS.memories);
  const heading = useRef();
  useEffect(() => {
    document.title = `${t(title)} · Keepsake`;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title, spoken]);
  useBackButton(id || view !== "memories" ? back : undefined);
  if (isIn === null) return html`<${Login} />`;
  return html`
    <${Navigation} view=${view} />
    <main>
      <h1 class="unseen" tabindex="-1" ref=${heading}>${t(title)}</h1>
      <${Safely} key=${`${spoken} ${view}`}><${View} /><//>
    </main>
    <${Offline} />
    <${DropTarget} />
    <${Toast} />
    <${Help} />
  `;
}

function Navigation({ view }) {
  return html`<nav aria-label=${t("Views")}>
    <p class="brand"><span class="avatar" aria-hidden="true">K</span><b>Keepsake</b></p>
    <ul>
      ${Object.entries(VIEWS).map(([name, it]) => html`<${Link} key=${name} name=${name} ...${it} isHere=${name === view} />`)}
      <${Link} name="more" ...${MORE} isHere=${view === "more" || isRest(view)} />
    </ul>
    <p class="tools">
      ${TOOLS.map(([icon, label, act]) => html`<${IconButton} key=${icon} icon=${icon} label=${t(label)} onClick=${act} />`)}
    </p>
  </nav>`;
}

const isRest = (view) => Object.keys(VIEWS).indexOf(view) >= AT_THE_BOTTOM;

function Link({ name, title, icon, isHere }) {
  return html`<li class=${isRest(name) ? "rest" : name}>
    <a href=${`#/${name}`} aria-current=${isHere ? "page" : undefined} title=${t(title)}>
      <${Icon} name=${icon} /><span>${t(title)}</span>
    </a>
  </li>`;
}

// Shows an error of a view as a sentence, so that the others can still be reached.
function Safely({ children }) {
  const [error, reset] = useErrorBoundary((it) => console.error(it));
  if (!error) return children;
  return html`<${Nothing} title=${t("This view failed to open.")}>
    <button type="button" class="button" onClick=${reset}>${t("Try again")}</button>
  <//>`;
}

function Offline() {
  return html`<div id="offline" role="alert">${!isReachable.use() && html`<p>${t(OFFLINE)}</p>`}</div>`;
}

const shortcuts = () => [
  ...KEYS.map(([keys, words]) => [keys, t(words)]),
  ...Object.entries(GOES).map(([key, view]) => [`g ${key}`, t(GO_TO, { view: t(VIEWS[view].title) })]),
];

function Help() {
  const dialog = useRef();
  const isOpen = isHelping.use();
  useEffect(() => {
    if (isOpen) dialog.current.showModal();
  }, [isOpen]);
  return html`<dialog ref=${dialog} aria-labelledby="help-title" onClose=${() => isHelping.set(false)}>
    <form method="dialog">
      <h2 id="help-title">${t("Keyboard shortcuts")}</h2>
      <dl>${shortcuts().map(([keys, words]) => html`<div key=${keys}>
        <dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt>
        <dd>${words}</dd>
      </div>`)}</dl>
      <button class="button primary">${t("Close")}</button>
    </form>
  </dialog>`;
}

// How to get in, for those who have not.
function Login() {
  return html`<main class="login">
    <span class="avatar" aria-hidden="true">K</span>
    <h1>Keepsake</h1>
    ${isMiniApp ? html`<p>${t("Close this page and open it again from the chat.")}</p>` : html`<${Ways} />`}
  </main>`;
}

function Ways() {
  return html`
    <p>${filled(t("Send {command} to your bot in Telegram and tap the button in its answer. Each button works once."), { command: OPEN })}</p>
    <p class="quiet">${filled(t("On the computer that runs Keepsake, {command} also prints a link."), { command: PRINT })}</p>
    <button type="button" class="button" onClick=${() => location.reload()}>${t("Try again")}</button>`;
}

// On a phone: the views that don't fit at the bottom.
function More() {
  return html`<section class="single" aria-label=${t("More")}>
    <${Head} title=${t("More")} />
    <ul class="menu">
      ${Object.entries(VIEWS).slice(AT_THE_BOTTOM).map(([name, { title, icon }]) => html`<li key=${name}>
        <a href=${`#/${name}`}><${Icon} name=${icon} />${t(title)}</a>
      </li>`)}
      ${TOOLS.map(([icon, label, act]) => html`<li key=${label}>
        <button type="button" onClick=${act}><${Icon} name=${icon} />${t(label)}</button>
      </li>`)}
    </ul>
  </section>`;
}

// Resolves once the page speaks a language; its sentences are kept by the browser until one of them changes.
async function speakIn(code) {
  if (code === language.get()) return;
  const answer = code === "en" ? null : await fetch(new URL(`texts/${code}.json`, import.meta.url)).catch(() => null);
  speak(answer?.ok ? await answer.json() : null);
  language.set(code);
}

// Speaks the owner's language; resolves to whether somebody is logged in.
async function speakToOwner() {
  const read = await ask("/api/session").catch(() => null); // without a session, the browser's language it stays
  if (read) await speakIn(read.data.language);
  return Boolean(read);
}

// Inside Telegram, its user is logged in before anything is asked.
async function start() {
  begin();
  await speakIn(document.documentElement.lang);
  if (isMiniApp) await enter(initData).then(speakToOwner, () => session.set(null));
  takeShared();
  useTheKeyboard(() => isHelping.set(true));
  takeDroppedFiles();
  listen();
  listening.then(speakToOwner).then((isIn) => isIn && forgetShared());
  render(html`<${Page} />`, document.body);
}

start();
