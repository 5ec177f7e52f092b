// The report on one row: a self-contained HTML file without scripts. It is assembled
// from strings, so all data goes through safe().

import { range, toHex } from "../bytes.js";
import { title, when } from "../model.js";
import { visible } from "../view/dom.js";

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Data as HTML text, with hidden characters spelled out. */
const safe = (text) => visible(String(text)).replace(/[&<>"']/g, (c) => ENTITIES[c]);

const spaced = (bytes) => toHex(bytes).replace(/..(?=.)/g, "$& ");

/** The colours and fonts of the page, as its own style sheet has them. */
const tokens = () => [...document.styleSheets[0].cssRules].map((r) => r.cssText).filter((text) => /^(:root|\.r-|@media screen)[^]*--(page|sans|fill):/.test(text)).join("\n");

/** The report's own style: rules for a medium that does not exist, so that they have no effect here. */
const style = () => [...[...document.styleSheets[0].cssRules].find((r) => r.media?.mediaText === "report").cssRules].map((r) => r.cssText).join("\n");

const kept = (n) => n.kind !== "none" && n.text !== undefined;

/** The notes after a value. */
const notes = (n) => [when(n) && `${when(n)} UTC`, n.order === "desc" && "descending", n.check && `check ${n.check}`, n.canonical === false && "not canonical", n.note].filter(Boolean).join(", ");

function part(model, p) {
  const bands = p.bands.map(({ node, dashed }) => `<li class="r-${safe(node.role)}${dashed ? " dashed" : ""}"><code>${spaced(model.bytesOf(node))}</code>
<span class="field">${safe(title(node))}${node.order === "desc" ? " ↓" : ""}</span><span>${range(node.start, node.end)}</span></li>`);
  return `<h2>${safe(p.title)} <small>${p.bytes.length} bytes</small></h2>\n<ol class="layout">${bands.join("\n")}</ol>`;
}

function rows(model) {
  const out = [];
  for (const [n, depth] of model.walk()) {
    const hex = toHex(model.bytesOf(n));
    out.push(`<tr><th scope="row" class="d${Math.min(depth, 6)}">${safe(title(n))}</th><td>${range(n.start, n.end)}</td><td>${safe(n.type)}</td>
<td>${kept(n) ? safe(n.text) : ""} <small>${safe(notes(n))}</small></td><td><code>${n.children.length ? "" : hex}</code></td></tr>`);
  }
  return out.join("\n");
}

/**
 * @param {{model: import("../model.js").Model, shown: object, timestamp?: string}} what
 * @returns {string} the file
 */
export function report({ model, shown, timestamp }) {
  const evidence = (shown.evidence ?? []).map((e) => safe(e.text)).join(" · ");
  const failed = model.error?.message ? `<p class="error">${safe(model.error.message)}</p>` : "";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(shown.title)}</title>
<style>${tokens()}${style()}</style>
</head>
<body>
<h1>${safe(shown.title)}</h1>
<p>${[evidence, timestamp === undefined ? "" : `cell time ${safe(timestamp)}`].filter(Boolean).join(" · ")}</p>
${failed}
${model.stored.map((p) => part(model, p)).join("\n")}
<h2>Fields</h2>
<table>
<thead><tr><th scope="col">Name</th><th scope="col">Bytes</th><th scope="col">Type</th><th scope="col">Value (times in UTC)</th><th scope="col">Stored</th></tr></thead>
<tbody>
${rows(model)}
</tbody>
</table>
<p><small>Made by rowlens.</small></p>
</body>
</html>
`;
}
