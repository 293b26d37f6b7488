// Lists: their rows, read a page at a time as they come into view, below headings.

import { html, useEffect, useRef } from "./html.js";
import { Waiting } from "./parts.js";

// `nothing` is shown where there are no items.
export function Rows({ pages, nothing, children }) {
  if (!pages.items.length) return pages.error || pages.isLoading ? html`<${Waiting} ...${pages} />` : nothing;
  return html`<div class="rows" aria-busy=${String(pages.isLoading)}>
    ${children}
    <${More} pages=${pages} />
  </div>`;
}

// Items in their order, by what `heading` says of each; `row` draws one.
export function Groups({ items, heading, row }) {
  return grouped(items, heading).map(([name, its]) => html`<div key=${name} class="group">
    ${name && html`<h2>${name}</h2>`}
    <ul>${its.map(row)}</ul>
  </div>`);
}

function grouped(items, heading) {
  const groups = new Map();
  for (const item of items) {
    const name = heading(item);
    if (groups.has(name)) groups.get(name).push(item);
    else groups.set(name, [item]);
  }
  return [...groups];
}

export function Row({ href, isOpen, isFresh, className = "", children }) {
  return html`<li class=${isFresh ? "changed" : ""}>
    <a class=${`row ${className}`} href=${href} data-row aria-current=${isOpen ? "true" : undefined}>${children}</a>
  </li>`;
}

// The end of a list: reads on when it comes into view.
export function More({ pages }) {
  const end = useRef();
  const more = useRef();
  more.current = pages.more;
  useEffect(() => {
    const seen = new IntersectionObserver(([it]) => it.isIntersecting && more.current(), { rootMargin: "800px" });
    seen.observe(end.current);
    return () => seen.disconnect();
  }, [pages.items.length]);
  return html`<div ref=${end} class="end">
    ${pages.error && html`<${Waiting} error=${pages.error} reload=${pages.more} />`}
  </div>`;
}

// How many there are; a screen reader says it when it has changed.
export function Count({ total, words }) {
  return html`<p class="count" role="status">${total === undefined ? "" : words(total)}</p>`;
}
