// How to get in, for those who have not.

import { html } from "./html.js";
import { isMiniApp } from "./telegram.js";
import { filled, t } from "./texts.js";
import { commandLine } from "./words.js";

const OPEN = html`<code>/memory open</code>`;
const PRINT = html`<code>${commandLine("open")}</code>`;

export function Login() {
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
