// On a phone: the views that don't fit at the bottom.

import { html } from "./html.js";
import { Icon } from "./icon.js";
import { Head } from "./parts.js";
import { t } from "./texts.js";

export function More({ views, tools }) {
  return html`<section class="single" aria-label=${t("More")}>
    <${Head} title=${t("More")} />
    <ul class="menu">
      ${views.map(([name, { title, icon }]) => html`<li key=${name}>
        <a href=${`#/${name}`}><${Icon} name=${icon} />${t(title)}</a>
      </li>`)}
      ${tools.map(([icon, label, act]) => html`<li key=${label}>
        <button type="button" onClick=${act}><${Icon} name=${icon} />${t(label)}</button>
      </li>`)}
    </ul>
  </section>`;
}
