// The sheet for a new row.

import { el, sheet, closeSheet, notice } from "./dom.js";
import { KINDS, parse, typeFor, plain } from "./cells.js";
import { fileCell } from "./values.js";

/** The value of "default", if known. */
function placeholder(table, column) {
  if (column.default !== null) return column.default;
  if (column.key && table.key.length === 1 && /^INTEGER$/i.test(column.type)) return "the next number";
  return column.notNull || column.key ? "" : "NULL";
}

export function insertRow(app, table) {
  const fields = table.columns.filter((c) => !c.generated).map((column) => {
    const type = el("select", { "aria-label": `Type of ${column.name}` }, ["default", ...KINDS].map((kind) => el("option", { value: kind }, kind === "null" ? "NULL" : kind === "default" ? "default" : kind.toUpperCase())));
    const input = el("textarea", { rows: 1, id: "new-" + column.name, spellcheck: "false", placeholder: placeholder(table, column) });
    const file = el("input", { type: "file", "aria-label": `A file for ${column.name}`, hidden: true }), error = el("span.error", { role: "alert" });
    let chosen = false, bytes = null;
    const { kind } = app.database;
    input.oninput = () => { bytes = null; if (!chosen) type.value = typeFor(column, input.value, kind); file.hidden = type.value !== "blob"; };
    type.onchange = () => { chosen = true; file.hidden = type.value !== "blob"; };
    file.onchange = async () => { bytes = await fileCell(file.files[0]); if (bytes) { input.value = ""; input.placeholder = plain(bytes); } };
    const read = () => { error.textContent = ""; try { return type.value === "default" ? undefined : type.value === "blob" && bytes ? bytes : parse(type.value, input.value, kind); } catch (problem) { error.textContent = problem.message; throw problem; } };
    const isFilled = () => input.value !== "" || bytes !== null || type.value !== "default";
    return { column, read, isFilled, node: el("div.field", {}, el("label", { for: "new-" + column.name }, column.name, el("small", {}, [column.type, column.notNull ? "not null" : ""].filter(Boolean).join(" · "))), input, type, file, error) };
  });
  const stage = el("button.main", { type: "button", "data-stage": true, onclick: () => {
    const values = {};
    try { for (const field of fields) { const value = field.read(); if (value !== undefined) values[field.column.name] = value; } } catch { return; }
    app.edits.insert(table, values);
    closeSheet();
    notice("Staged; it is written when you apply the changes.", { action: "Review", run: () => app.edits.review() });
  } }, "Stage this row");
  for (const { node } of fields) node.onkeydown = (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); stage.click(); } };
  sheet("New row in " + table.name, fields.map((f) => f.node), [el("button", { type: "button", onclick: closeSheet }, "Cancel"), stage], { holds: () => fields.some((field) => field.isFilled()) });
  (fields.find((f) => !f.column.key) ?? fields[0])?.node.querySelector("textarea").focus();
}
