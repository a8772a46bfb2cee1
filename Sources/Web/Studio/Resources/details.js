// One row as a sheet: all values whole, and links along foreign keys in both directions.

import { el, sheet, closeSheet, count } from "./dom.js";
import { keysAlong, linkAlong, refersTo, shownName, storedIn } from "./links.js";
import { kindOf, show, isCut, plain, keyText } from "./cells.js";

const MOST = 200_000;   // the number of characters of a text that are shown at first

/** `fetchWhole(column)`: fetches the whole value of a cell of the row. */
export function details(app, table, row, fetchWhole, column) {
  const list = el("dl.details");
  table.columns.forEach((c, i) => list.append(entry(app, table, row, c, row.c[i], fetchWhole)));
  const closed = sheet(`${shownName(table)} ${table.key.length ? keyText(row.k) : ""}`, [list, ways(app, table, row)]);
  if (column) [...list.querySelectorAll("dt")].find((dt) => dt.dataset.column === column)?.scrollIntoView({ block: "nearest" });
  return closed;
}

function entry(app, table, row, column, cell, fetchWhole) {
  const value = el("dd.value");
  if (typeof cell === "string" && cell !== "") { value.textContent = cell; value.setAttribute("dir", "auto"); }
  else show(value, cell);
  const type = [column.type, column.key ? "key" : "", column.notNull ? "not null" : "", column.generated ? "generated" : ""].filter(Boolean).join(" · ");
  const link = linkAlong(keysAlong(table, column.name), storedIn(table, row));
  if (link) value.append(" ", el("a", { href: app.linkTo(link.to, link.pairs), onclick: closeSheet }, `${shownName(link.to)} →`));
  if (isCut(cell) || kindOf(cell) === "blob") whole(table, row, column, cell, value, fetchWhole);
  return el("div", {}, el("dt", { "data-column": column.name }, el("span", {}, column.name), el("small", {}, type)), value);
}

/** Loads a cut value: an image is shown, other bytes as hex, and a whole text on demand. */
async function whole(table, row, column, cell, value, fetchWhole) {
  const blob = kindOf(cell) === "blob";
  if (!blob || cell[1] > 1_000_000) {
    value.append(" ", el("button", { type: "button", onclick: () => load() }, blob ? "Save" : "Show all"));
    return;
  }
  load();
  async function load() {
    try {
      const response = await fetchWhole(column), type = response.headers.get("Content-Type");
      if (!blob) { const text = await response.text(); value.textContent = text.slice(0, MOST); if (text.length > MOST) value.append(el("span.chip", {}, `${count(text.length)} characters`)); return; }
      const data = await response.blob(), address = URL.createObjectURL(new Blob([data], { type }));
      const save = el("a", { href: address, download: `${table.name}-${column.name}` }, "Save");
      value.append(" ", save);
      if (type.startsWith("image/")) value.append(el("img", { src: address, alt: `${column.name} of ${table.name}${table.key.length ? " " + keyText(row.k) : ""}` }));
      else value.append(hexDump(new Uint8Array(await data.slice(0, 512).arrayBuffer())));
      if (cell[1] > 1_000_000) save.click();
    } catch (error) { value.append(el("span.error", {}, " " + error.message)); }
  }
}

function hexDump(bytes) {
  const lines = [];
  for (let i = 0; i < bytes.length; i += 16) {
    const part = [...bytes.slice(i, i + 16)];
    lines.push(i.toString(16).padStart(4, "0") + "  " + part.map((b) => b.toString(16).padStart(2, "0")).join(" ").padEnd(48) + " " + part.map((b) => b > 31 && b < 127 ? String.fromCharCode(b) : "·").join(""));
  }
  return el("pre.hex", {}, lines.join("\n"));
}

/** Links to the rows of other tables that refer to this row. */
function ways(app, table, row) {
  const valueOf = storedIn(table, row);
  // No row refers to one without a value in the columns that are referred to; a cut value cannot be searched.
  const back = app.database.tables.flatMap((other) => other.foreignKeys.filter((key) => refersTo(key, table)).map((key) => ({ other, pairs: key.columns.map((name, i) => [name, valueOf(key.references[i])]) })))
    .filter(({ pairs }) => pairs.every(([, value]) => value !== null && value !== undefined && !isCut(value)));
  if (!back.length) return "";
  return el("section.ways", {}, el("h3", {}, "Rows that point here"), el("ul", {}, back.map(({ other, pairs }) =>
    el("li", {}, el("a", { href: app.linkTo(other, pairs), onclick: closeSheet }, `${shownName(other)} where ${pairs.map(([n, v]) => `${n} = ${plain(v)}`).join(" and ")} →`)))));
}
