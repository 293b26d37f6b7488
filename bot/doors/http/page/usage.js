// What the model's answers took, as charts: tokens by day, the share that was cached, cost, and what for.

import { html, useState } from "./html.js";
import { useOne } from "./loading.js";
import { Choice, Head, Nothing, Waiting } from "./parts.js";
import { mark, number, plural, t } from "./texts.js";
import { shortDay, wholeDay } from "./words.js";

const HIGH = 100;
const GAP = 0.18;
const SPANS = { 7: mark("7 days"), 30: mark("30 days"), 90: mark("90 days"), 365: mark("12 months") };
const PURPOSES = {
  answers: mark("Answers"),
  summaries: mark("Summaries"),
  reviews: mark("Reviews"),
  tasks: mark("Tasks"),
};
const short = (value) => number(value, { notation: "compact", maximumFractionDigits: 1 });
const percent = (value) => number(value, { style: "percent" });
// In the currency of the prices that are set.
const money = (value) => {
  const digits = value && value < 1 ? 3 : 2;
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
};
const sum = (days, value) => days.reduce((total, it) => total + (value(it) || 0), 0);
const cachedShare = (it) => (it.input_tokens ? it.cached_tokens / it.input_tokens : 0);

const TOKENS = [
  ["cached", mark("cached input"), (it) => it.cached_tokens],
  ["fresh", mark("new input"), (it) => it.input_tokens - it.cached_tokens],
  ["output", mark("output"), (it) => it.output_tokens],
];
const SHARE = [["cached", mark("cached"), cachedShare]];
const COST = [["fresh", mark("cost"), (it) => it.cost]];

export function Usage() {
  const [span, setSpan] = useState("30");
  const read = useOne(`/api/usage/days?days=${span}`, ["conversations"]);
  return html`<section class="single" aria-label=${t("Usage")}>
    <${Head} title=${t("Usage")} />
    <div class="filters"><${Choice} label=${t("Period")} options=${SPANS} value=${span} choose=${setSpan} /></div>
    ${read.data ? html`<${Charts} days=${read.data.days} />` : html`<${Waiting} ...${read} />`}
  </section>`;
}

function Charts({ days }) {
  const requests = sum(days, (it) => it.requests);
  if (!requests) {
    return html`<${Nothing} title=${t("No usage yet.")}>
      ${t("Write to Keepsake, and what its answers use appears here.")}
    <//>`;
  }
  const input = sum(days, (it) => it.input_tokens);
  const hasCost = days.some((it) => it.cost != null);
  const figures = [
    [t("Requests"), number(requests)],
    [t("Tokens"), short(input + sum(days, (it) => it.output_tokens))],
    [t("Cached"), percent(input ? sum(days, (it) => it.cached_tokens) / input : 0)],
    ...(hasCost ? [[t("Cost"), money(sum(days, (it) => it.cost))]] : []),
  ];
  const purposes = Object.entries(PURPOSES).map(([key, name]) => [t(name), sum(days, (it) => it.by_purpose[key])]);
  return html`
    <dl class="figures">
      ${figures.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    <${Columns} title=${t("Tokens by day")} days=${days} series=${TOKENS} words=${short} />
    <${Columns} title=${t("Share of input that was cached")} days=${days} series=${SHARE} words=${percent} most=${1} />
    ${hasCost && html`<${Columns} title=${t("Cost by day")} days=${days} series=${COST} words=${money} />`}
    <${Shares} title=${t("Tokens by purpose")} parts=${purposes} words=${short} />
    <${Table} days=${days} hasCost=${hasCost} />`;
}

function Table({ days, hasCost }) {
  const columns = [
    [t("Day"), (it) => wholeDay(it.day)],
    [t("Requests"), (it) => number(it.requests)],
    [t("Input tokens"), (it) => number(it.input_tokens)],
    [t("Cached"), (it) => number(it.cached_tokens)],
    [t("Output tokens"), (it) => number(it.output_tokens)],
    ...(hasCost ? [[t("Cost"), (it) => (it.cost == null ? "" : money(it.cost))]] : []),
  ];
  const used = days.filter((it) => it.requests).toReversed();
  return html`<details class="table"><summary>${t("Show as a table")}</summary>
    <table>
      <thead><tr>${columns.map(([name]) => html`<th key=${name} scope="col">${name}</th>`)}</tr></thead>
      <tbody>${used.map((it) => html`<tr key=${it.day}>
        ${columns.map(([, value], place) => place ? html`<td>${value(it)}</td>` : html`<th scope="row">${value(it)}</th>`)}
      </tr>`)}</tbody>
    </table>
  </details>`;
}


// `series` is [[class, name, value of a day]]; the first one is at the bottom.
function Columns({ title, days, series, words, most }) {
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
function Shares({ title, parts, words }) {
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
