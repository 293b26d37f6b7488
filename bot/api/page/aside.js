// What is open beside a list, or over it on a phone. It takes the focus, unless it was opened quietly,
// and gives it back to its row.

import { html, useLayoutEffect, useRef } from "./html.js";
import { IconButton } from "./parts.js";
import { go, route } from "./route.js";
import { t } from "./texts.js";

export function Aside({ label, className = "", close = () => go(`#/${route.get().view}`), children }) {
  const element = useRef();
  useLayoutEffect(() => {
    const aside = element.current;
    const { isQuiet, view, id } = route.get();
    if (!isQuiet && !aside.contains(document.activeElement)) aside.focus();
    return () => requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return; // the focus was elsewhere
      (document.querySelector(`[data-row][href="#/${view}/${id}"]`) ?? document.querySelector("main h1"))?.focus();
    });
  }, []);
  return html`<section class=${`aside ${className}`} ref=${element} tabindex="-1" aria-label=${label}>
    <${IconButton} icon="close" label=${t("Close")} data-close onClick=${close} />
    ${children}
  </section>`;
}
