// What the model's answers took: tokens by day, the share that was cached, cost, and what for.

import { Columns, Shares } from "./chart.js";
import { html, useState } from "./html.js";
import { useOne } from "./loading.js";
import { Choice, Head, Nothing, Waiting } from "./parts.js";
import { mark, number, t } from "./texts.js";
import { wholeDay } from "./words.js";

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
