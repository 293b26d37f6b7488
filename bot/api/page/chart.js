// Charts as plain SVG: columns a day, whose parts are stacked, and shares as bars. The words around them are HTML.

import { html } from "./html.js";
import { plural, t } from "./texts.js";
import { shortDay, wholeDay } from "./words.js";

const HIGH = 100;
const GAP = 0.18;

// `series` is [[class, name, value of a day]]; the first one is at the bottom.
export function Columns({ title, days, series, words, most }) {
  const totals = days.map((it) => series.reduce((sum, [, , value]) => sum + (value(it) || 0), 0));
  const top = most ?? nice(Math.max(...totals, 0));
  return html`<figure class="chart">
    <figcaption><h2>${title}</h2><${Legend} series=${series} /></figcaption>
    <div class="plot">
      <span class="scale" aria-hidden="true"><span>${words(top)}</span><span>${words(0)}</span></span>
      <svg viewBox=${`0 0 ${days.length} ${HIGH}`} preserveAspectRatio="none" role="img"
        aria-label=${spoken(title, days, totals, words)}>
        <line x1="0" x2=${days.length} y1=${HIGH / 2} y2=${HIGH / 2} />
        ${days.map((day, place) => html`<g key=${day.day}>
          <title>${told(day, series, words)}</title>
          <rect class="hit" x=${place} y="0" width="1" height=${HIGH} />
          ${stacked(day, series, top).map(([name, y, height]) => html`<rect class=${name} x=${place + GAP / 2} y=${y}
            width=${1 - GAP} height=${height} />`)}
        </g>`)}
      </svg>
      <span class="span" aria-hidden="true"><span>${days[0] && shortDay(days[0].day)}</span><span>${days[0] && shortDay(days.at(-1).day)}</span></span>
    </div>
  </figure>`;
}

function stacked(day, series, top) {
  let below = 0;
  return series.map(([name, , value]) => {
    const height = (HIGH * (value(day) || 0)) / (top || 1);
    below += height;
    return [name, HIGH - below, height];
  });
}

function Legend({ series }) {
  if (series.length === 1) return null;
  return html`<span class="legend">
    ${series.map(([name, words]) => html`<span key=${name}><i class=${name} />${t(words)}</span>`)}
  </span>`;
}

// Parts of a whole, as bars with their names and values.
export function Shares({ title, parts, words }) {
  const whole = parts.reduce((sum, [, value]) => sum + value, 0);
  return html`<figure class="chart">
    <figcaption><h2>${title}</h2></figcaption>
    <dl class="shares">${parts.map(([name, value]) => html`<div key=${name}>
      <dt>${name}</dt>
      <dd><svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect class="hit" width="100" height="1" />
        <rect class="cached" width=${whole ? (100 * value) / whole : 0} height="1" />
      </svg></dd>
      <dd>${words(value)}</dd>
    </div>`)}</dl>
  </figure>`;
}

// Returns the next round number: 1, 2 or 5 times a power of ten.
function nice(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 5, 10].find((it) => it * power >= value);
}

// A day's values, a line each.
function told(day, series, words) {
  const values = series.map(([, name, value]) => t("{name}: {value}", { name: t(name), value: words(value(day) || 0) }));
  return [wholeDay(day.day), ...values].join("\n");
}

function spoken(title, days, totals, words) {
  if (!days.length) return title;
  const highest = totals.indexOf(Math.max(...totals));
  const most = { title, value: words(totals[highest]), day: wholeDay(days[highest].day) };
  return plural(
    "{title}, {count} day. Highest: {value} on {day}.",
    "{title}, {count} days. Highest: {value} on {day}.",
    days.length,
    most,
  );
}
