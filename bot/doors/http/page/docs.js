// The API's description at /docs: what /openapi.json says, to be read.

import { html, render } from "./html.js";

const METHODS = ["get", "post", "put", "delete"];

function Page({ api }) {
  const all = Object.entries(api.paths).flatMap(([path, its]) =>
    METHODS.filter((method) => its[method]).map((method) => ({ path, method, ...its[method] })));
  const tags = [...new Set(all.map((it) => it.tags?.[0] ?? "other"))];
  return html`<header>
    <h1>${api.info.title}</h1>
    <p>${words(api.info.description)}</p>
    <p><a href="/openapi.json">openapi.json</a> holds the same for programs.</p>
  </header>
  <main>${tags.map((tag) => html`<section key=${tag} aria-labelledby=${`tag-${tag}`}>
    <h2 id=${`tag-${tag}`}>${tag}</h2>
    ${all.filter((it) => (it.tags?.[0] ?? "other") === tag).map((it) =>
      html`<${Operation} key=${it.operationId} api=${api} of=${it} />`)}
  </section>`)}</main>`;
}

function Operation({ api, of }) {
  const [type, body] = Object.entries(of.requestBody?.content ?? {})[0] ?? [];
  return html`<details id=${of.operationId}>
    <summary>
      <span class="method">${of.method.toUpperCase()}</span><code>${of.path}</code>
      <span class="about">${words(firstSentence(of.description ?? of.summary))}</span>
    </summary>
    <div>
      <p>${words(of.description)}</p>
      ${of.parameters && html`<h3>Parameters</h3><${Table} rows=${of.parameters.map((it) =>
        [html`<code>${it.name}</code>`, `${it.in}, ${kind(api, it.schema)}${it.required ? "" : ", optional"}`, words(it.description)])} />`}
      ${body && html`<h3>Body</h3>
        <${Table} rows=${fields(api, body.schema)} />`}
      <h3>For example</h3>
      <pre><code>${curl(api, of, type, body)}</code></pre>
      <h3>Answers</h3>
      <${Table} rows=${Object.entries(of.responses).map(([status, it]) => [status, it.description, ""])} />
      ${answer(api, of) && html`<pre><code>${answer(api, of)}</code></pre>`}
    </div>
  </details>`;
}

function Table({ rows }) {
  return html`<table><tbody>${rows.map((row, at) => html`<tr key=${at}>
    <th scope="row">${row[0]}</th><td>${row[1]}</td><td>${row[2]}</td>
  </tr>`)}</tbody></table>`;
}

function resolved(api, schema = {}) {
  return schema.$ref ? api.components.schemas[schema.$ref.split("/").at(-1)] : schema;
}

function fields(api, schema) {
  const its = resolved(api, schema);
  return Object.entries(its.properties ?? {}).map(([name, of]) =>
    [html`<code>${name}</code>`, `${kind(api, of)}${its.required?.includes(name) ? "" : ", optional"}`, words(of.description)]);
}

function kind(api, schema) {
  if (!schema) return "";
  if (schema.anyOf) return schema.anyOf.map((it) => kind(api, it)).join(" or ");
  const values = resolved(api, schema).enum;
  if (values) return values.join(" | ");
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.type === "array") return `list of ${kind(api, schema.items)}`;
  return schema.format ?? schema.type ?? "anything";
}

// An example of a schema: its own, or one made of its parts.
function example(api, schema, depth = 0) {
  const its = resolved(api, schema);
  if (its.examples) return its.examples[0];
  if (its.default !== undefined) return its.default;
  if (its.anyOf) return example(api, its.anyOf[0], depth);
  if (its.enum) return its.enum[0];
  if (its.properties && depth < 4) {
    return Object.fromEntries(Object.entries(its.properties).map(([name, of]) => [name, example(api, of, depth + 1)]));
  }
  if (its.type === "array") return [example(api, its.items, depth + 1)];
  return { integer: 1, number: 1, boolean: false, string: its.format === "date-time" ? "2026-11-25T09:00:00Z" : "…" }[its.type] ?? null;
}

function curl(api, of, type, body) {
  const method = of.method === "get" ? "" : ` -X ${of.method.toUpperCase()}`;
  const bearer = of.security ? ` -H "Authorization: Bearer $TOKEN"` : "";
  const needed = (of.parameters ?? []).filter((it) => it.in === "query" && it.required).map((it) => `${it.name}=…`);
  const address = `${location.origin}${of.path}${needed.length ? `?${needed.join("&")}` : ""}`;
  if (!body) return `curl${method}${bearer} "${address}"`;
  if (type !== "application/json") return `curl${method}${bearer} --data-binary @FILE "${address}"`;
  return `curl${method}${bearer} -H "Content-Type: application/json" \\\n  -d '${JSON.stringify(example(api, body.schema)).replaceAll("'", "'\\''")}' "${address}"`;
}

function answer(api, of) {
  const json = Object.entries(of.responses).find(([status]) => status.startsWith("2"))?.[1].content?.["application/json"];
  return json?.schema && JSON.stringify(example(api, json.schema), null, 2);
}

// A text with what is between backticks as code.
function words(text = "") {
  return text.split("`").map((it, at) => (at % 2 ? html`<code key=${at}>${it}</code>` : it));
}

function firstSentence(text = "") {
  return text.split(/(?<=\.)\s/)[0];
}

const api = await (await fetch("/openapi.json")).json();
render(html`<${Page} api=${api} />`, document.body);
if (location.hash) document.getElementById(location.hash.slice(1))?.setAttribute("open", "");
