// Staged changes: they are reviewed as SQL and applied in one transaction; nothing is written before.

import { el, sheet, closeSheet, notice, plural, after, $ } from "./dom.js";
import { parse, typeFor, kindOf, editable, isCut, plain, same, keyText, hexOf } from "./cells.js";
import { get, post, wholeCell } from "./session.js";

const KINDS = ["text", "integer", "real", "blob", "null"];
const rowID = (table, key) => `${table.schema}.${table.name} ${JSON.stringify(key)}`;

export class Edits {
  /** `changed`: called after each change of the list; `applied`: after the database was changed. */
  constructor(changed, applied) {
    this.list = [];
    this.cells = new Map();      // by row and column, which the grid looks up
    this.deleted = new Map();
    this.undos = [];
    Object.assign(this, { changed, applied });
  }

  get count() { return this.list.length; }

  /** The staged value of a cell, and whether the row has changed since. */
  staged(table, key, column) {
    return this.cells.size ? this.cells.get(rowID(table, key) + column) : undefined;
  }
  rowState(table, key) { return this.deleted.size && this.deleted.has(rowID(table, key)) ? "deleted" : ""; }

  /** Stages a value after fetching the whole old one, which the user sees only cut. */
  async replace(table, row, column, value) {
    if (!column || column.generated) return;
    const seen = row.c[column.index], staged = this.staged(table, row.k, column.name);
    try { this.update(table, row, column, value, { was: staged ? staged.change.was : await wholeValue(table, row, column.name, seen), seen }); } catch (error) { notice(error.message, { error: true }); }
  }

  /** Stages a value. `was`: the whole value that the user saw; `seen`: the cell of the grid then. */
  update(table, row, column, value, { was, seen }) {
    const id = rowID(table, row.k) + column.name, old = this.cells.get(id);
    if (old) was = old.change.was;
    this.remove(old?.change, false);
    if (!same(was, value)) {
      const change = { kind: "update", schema: table.schema, table: table.name, key: row.k, column: column.name, was, value };
      this.list.push(change);
      this.cells.set(id, { value: short(value), change, row, index: column.index, seen: old?.seen ?? seen, get conflict() { return !same(this.row.c[this.index], this.seen); } });
    }
    this.changed();
  }

  restore(table, row, column) {
    this.remove(this.cells.get(rowID(table, row.k) + column.name)?.change);
  }

  toggleDelete(table, rows) {
    const all = rows.every((row) => this.deleted.has(rowID(table, row.k)));
    for (const row of rows) {
      const id = rowID(table, row.k), old = this.deleted.get(id);
      if (all) this.remove(old, false);
      else if (!old) {
        // Cut values are not compared, because the page does not have them whole.
        const was = Object.fromEntries(table.columns.map((c, i) => [c.name, row.c[i]]).filter(([, cell]) => !isCut(cell)));
        const change = { kind: "delete", schema: table.schema, table: table.name, key: row.k, was };
        this.list.push(change);
        this.deleted.set(id, change);
      }
    }
    this.changed();
  }

  insert(table, values) {
    this.list.push({ kind: "insert", schema: table.schema, table: table.name, values });
    this.changed();
  }

  remove(change, tell = true) {
    if (!change) return;
    this.list = this.list.filter((other) => other !== change);
    for (const [id, entry] of this.cells) if (entry.change === change) this.cells.delete(id);
    for (const [id, other] of this.deleted) if (other === change) this.deleted.delete(id);
    if (tell) this.changed();
  }

  clear() {
    this.list = [];
    this.cells.clear();
    this.deleted.clear();
    this.changed();
  }

  // MARK: Review

  async review(problem = null) {
    if (!this.list.length) return notice("There are no changes to apply.");
    let sql;
    try { sql = (await post("/api/edits/preview", { changes: this.list })).sql; } catch (error) { return notice(error.message, { error: true }); }
    const items = this.list.map((change, i) => el("li", { class: problem?.index === i ? "wrong" : null },
      el("code", {}, sql[i]), el("button.quiet", { type: "button", "aria-label": `Drop change ${i + 1}`, onclick: () => { this.remove(change); this.list.length ? this.review() : closeSheet(); } }, "✕"),
      problem?.index === i ? this.trouble(problem, change) : ""));
    const apply = el("button.main", { type: "button", onclick: () => this.apply(apply) }, `Apply ${plural(this.list.length, "change")}`);
    const all = el("button", { type: "button", onclick: () => { this.clear(); closeSheet(); } }, "Drop all");
    sheet("Staged changes", [el("p.hint", {}, "They are applied in one transaction. An update checks the value that you saw, so that it overwrites no change of someone else."), el("ol.changes", {}, items)], [all, apply], true);
    (document.querySelector(".wrong button.mine") ?? apply).focus();
  }

  trouble(problem, change) {
    const box = el("div.clash", { role: "alert" }, el("p", {}, problem.error)), conflict = problem.conflict;
    if (!conflict) return box;
    const value = (name, cell) => el("div", {}, el("dt", {}, name), el("dd", {}, plain(cell)));
    box.append(el("dl", {}, value("you saw", conflict.was), value("now there", conflict.theirs), value("yours", conflict.yours)));
    if (!conflict.gone) box.append(el("button.mine", { type: "button", onclick: () => { change.was = conflict.theirs; this.settle(change); this.review(); } }, "Take mine"));
    box.append(el("button", { type: "button", onclick: () => { this.remove(change); this.list.length ? this.review() : closeSheet(); } }, conflict.gone ? "Drop it" : "Take theirs"));
    return box;
  }

  /** Resolves a conflict, because the user has seen the newer value. */
  settle(change) {
    for (const entry of this.cells.values()) if (entry.change === change) entry.seen = entry.row.c[entry.index];
    this.changed();
  }

  async apply(button) {
    button.disabled = true;
    try {
      const answer = await post("/api/edits", { changes: this.list });
      if (answer.undo) this.undos.push(answer.undo);
      this.clear();
      closeSheet();
      this.applied();
      notice(`${plural(answer.applied, "change")} applied.`, answer.undo ? { action: "Undo", run: () => this.undo() } : {});
    } catch (error) {
      if (error.body?.index !== undefined) return this.review(error.body);
      button.disabled = false;
      notice(error.message, { error: true });
    }
  }

  async undo() {
    const id = this.undos.at(-1);
    if (!id) return notice("There is nothing to undo.");
    try {
      const answer = await post("/api/undo", { undo: id });
      this.undos.pop();
      this.applied();
      notice(`The changes were undone: ${plural(answer.applied, "row")} restored.`);
    } catch (error) { notice("Not undone. " + error.message, { error: true }); }
  }
}

const short = (cell) => typeof cell === "string" && cell.length > 500 ? ["t", cell.length, cell.slice(0, 500)] : Array.isArray(cell) && cell[0] === "b" ? ["b", cell[1], cell[2].slice(0, 128)] : cell;

/** Fetches a cut cell, because an update needs the whole old value. */
async function wholeValue(table, row, column, cell) {
  if (!isCut(cell)) return cell;
  const response = await wholeCell(table, row.k, column);
  if (cell[0] === "t") return response.text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  return [cell[0], bytes.length, hexOf(bytes)];
}

const LARGEST = 10_000_000;

/** A file as a cell. A request with edits holds 32 MiB, and hex takes two letters a byte. */
async function fileCell(file) {
  if (!file) return null;
  if (file.size > LARGEST) { notice("The file has more than 10,000,000 bytes. Store it with SQL, for example by a program.", { error: true }); return null; }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return ["b", bytes.length, hexOf(bytes)];
}

// MARK: The editor in a cell

/** Edits a cell in place. `typed` replaces what was there. */
export async function editCell(page, row, column, typed) {
  page.editor?.commit();
  const { app, table, grid } = page, staged = app.edits.staged(table, row.k, column.name);
  let cell = staged ? staged.change.value : row.c[column.index];
  try { if (!staged) cell = await wholeValue(table, row, column.name, cell); } catch (error) { return notice(error.message, { error: true }); }
  page.editor = new Editor(page, row, column, cell, typed);
}

class Editor {
  constructor(page, row, column, cell, typed) {
    Object.assign(this, { page, row, column, cell, chosen: false, seen: row.c[column.index] });
    // A text area turns all line ends into LF.
    this.hasCRLF = typeof cell === "string" && /\r\n/.test(cell) && !/[^\r]\n|\r(?!\n)/.test(cell);
    const text = typed ?? editable(cell), long = text.length > 60 || text.includes("\n");
    this.input = el("textarea", { rows: long ? 6 : 1, "aria-label": `${column.name} of row ${keyText(row.k)}`, spellcheck: "false", autocomplete: "off", oninput: () => this.typed(), value: text });
    this.type = el("select", { "aria-label": "Type of the value", onchange: () => { this.chosen = true; this.show(); this.input.focus(); } }, KINDS.map((kind) => el("option", { value: kind }, kind === "null" ? "NULL" : kind.toUpperCase())));
    this.hint = el("span.hint", { role: "alert" });
    this.file = el("input", { type: "file", class: "file", "aria-label": "A file as value", onchange: () => this.read() });
    this.list = el("ul.options", { role: "listbox", "aria-label": "Rows to choose from", hidden: true });
    this.node = el("div.editor", { class: long ? "editor long" : "editor" }, this.input, el("div.side", {}, this.type, this.file, this.hint), this.list);
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.addEventListener("focusout", (event) => { if (!this.node.contains(event.relatedTarget) && document.hasFocus()) setTimeout(() => this.page.editor === this && !this.node.contains(document.activeElement) && this.commit(), 0); });
    this.key_ = page.table.foreignKeys.find((key) => key.columns.length === 1 && key.columns[0] === column.name);
    this.look = after(150, () => this.search());
    page.grid.editor = this.node;
    page.grid.stage.append(this.node);
    // A text that is not valid UTF-8 has no other form than its bytes.
    this.type.value = typed !== undefined ? this.guess(typed) : Array.isArray(cell) && cell[0] === "x" ? "blob" : kindOf(cell);
    this.show();
    // What was not changed is not staged, even if the text area shows it differently.
    if (typed === undefined) this.initial = { text: this.input.value, type: this.type.value };
    this.place();
    this.input.focus();
    if (typed === undefined) this.input.select();
    else this.input.setSelectionRange(text.length, text.length);
    if (typed !== undefined) this.typed();
  }

  /** The type of the new value: the declared type, or else the type of the old value. */
  guess(text) {
    return this.column.type ? typeFor(this.column.type, text) : kindOf(this.cell) === "text" ? "text" : typeFor("", text);
  }

  typed() {
    if (!this.chosen && this.type.value !== "blob") this.type.value = this.guess(this.input.value);
    if (this.type.value === "null") this.type.value = this.guess(this.input.value);
    this.show();
    if (this.key_) this.look();
  }

  show() {
    this.file.hidden = this.type.value !== "blob";
    this.input.classList.toggle("isNull", this.type.value === "null");
    if (this.type.value === "null") this.input.value = "";
    this.input.placeholder = this.type.value === "null" ? "NULL" : "";
    const now = this.row.c[this.column.index], other = !same(now, this.seen);
    this.node.classList.toggle("overtaken", other);
    this.hint.textContent = this.row.gone ? "this row is gone" : other ? "now: " + plain(now) : this.wrong() ?? "";
  }

  wrong() { try { this.value(); return null; } catch (error) { return error.message; } }
  value() {
    if (this.fileValue && this.type.value === "blob") return this.fileValue;
    const value = parse(this.type.value, this.input.value);
    return this.hasCRLF && typeof value === "string" ? value.replaceAll("\n", "\r\n") : value;
  }
  get isUnchanged() { return !this.fileValue && this.initial?.text === this.input.value && this.initial.type === this.type.value; }

  async read() {
    this.fileValue = await fileCell(this.file.files[0]);
    if (!this.fileValue) return;
    this.input.value = "";
    this.input.placeholder = plain(this.fileValue);
    this.input.focus();
  }

  /** Moves the editor with its row. */
  place() {
    const { grid } = this.page, slot = grid.pool.find((s) => s.row && same(s.row.k, this.row.k) && s.index !== null), cell = slot?.cells[grid.seen.indexOf(this.column)];
    this.node.classList.toggle("away", !cell);
    if (!cell) return;
    const stage = grid.stage.getBoundingClientRect(), box = cell.getBoundingClientRect();
    this.node.style.left = box.left - stage.left + "px";
    this.node.style.top = Math.max(28, Math.min(box.top - stage.top, grid.view - 60)) + "px";
    this.node.style.setProperty("--cell", Math.max(box.width, 120) + "px");
    if (slot.row !== this.row) this.row = slot.row;
    this.show();
  }

  key(event) {
    const ctrl = event.ctrlKey || event.metaKey;
    event.stopPropagation();
    if (!this.list.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")) { event.preventDefault(); this.pick(event.key === "ArrowDown" ? 1 : -1); }
    else if (event.key === "Escape") { event.preventDefault(); if (!this.list.hidden) this.list.hidden = true; else this.cancel(true); }
    else if (event.key === "Enter" && !event.shiftKey && event.target !== this.file) { event.preventDefault(); this.choose(); this.commit(ctrl ? [0, 0] : [1, 0]); }
    else if (event.key === "Tab" && event.target === this.input) { event.preventDefault(); this.commit([0, event.shiftKey ? -1 : 1]); }
    else if (ctrl && event.key === "0") { event.preventDefault(); this.type.value = "null"; this.chosen = true; this.commit([0, 0]); }
    else if (ctrl && event.key === "s") { event.preventDefault(); if (this.commit([0, 0])) this.page.app.edits.review(); }
  }

  async search() {
    if (!this.node.isConnected) return;
    try {
      const { rows } = await get("/api/label?" + new URLSearchParams({ table: this.key_.table, schema: this.page.table.schema, prefix: this.input.value }));
      this.list.replaceChildren(...rows.slice(0, 8).map((row) => el("li", { role: "option", "aria-selected": "false", onpointerdown: (event) => { event.preventDefault(); this.options = row; this.take(row); } }, el("span", {}, row.label), el("small", {}, keyText(row.k ?? row.key)))));
      this.found = rows;
      this.at = -1;
      this.list.hidden = !rows.length || this.type.value === "integer";
    } catch { this.list.hidden = true; }
  }

  pick(by) {
    const items = [...this.list.children];
    this.at = (this.at + by + items.length) % items.length;
    items.forEach((item, i) => item.setAttribute("aria-selected", String(i === this.at)));
  }
  choose() { if (!this.list.hidden && this.at >= 0) this.take(this.found[this.at]); }
  take(row) {
    this.type.value = kindOf(row.key[0]);
    this.chosen = true;
    this.input.value = editable(row.key[0]);
    this.list.hidden = true;
  }

  /** Stages the typed value; if it has the wrong type, the editor stays open and shows why. */
  commit(move) {
    if (!this.isUnchanged) {
      let value;
      try { value = this.value(); } catch { this.show(); this.input.focus(); return false; }
      // The old value is the one that the user saw, and not the one of this moment: a change in between is a conflict.
      if (!same(value, this.cell)) this.page.app.edits.update(this.page.table, this.row, this.column, value, { was: this.cell, seen: this.seen });
    }
    this.end();
    const { grid } = this.page;
    if (move) grid.activate(grid.active.row + move[0], grid.active.column + move[1]);
    return true;
  }

  cancel(back) { this.end(); if (back) this.page.grid.focus(); }
  end() {
    if (this.page.editor === this) this.page.editor = null;
    this.page.grid.editor = null;
    this.node.remove();
    this.page.grid.render();
  }
}

// MARK: A new row

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
    input.oninput = () => { if (!chosen) type.value = typeFor(column.type, input.value); };
    type.onchange = () => { chosen = true; file.hidden = type.value !== "blob"; };
    file.onchange = async () => { bytes = await fileCell(file.files[0]); if (bytes) { input.value = ""; input.placeholder = plain(bytes); } };
    const read = () => { error.textContent = ""; try { return type.value === "default" ? undefined : type.value === "blob" && bytes ? bytes : parse(type.value, input.value); } catch (problem) { error.textContent = problem.message; throw problem; } };
    return { column, read, node: el("div.field", {}, el("label", { for: "new-" + column.name }, column.name, el("small", {}, [column.type, column.notNull ? "not null" : ""].filter(Boolean).join(" · "))), input, type, file, error) };
  });
  const stage = el("button.main", { type: "button", onclick: () => {
    const values = {};
    try { for (const field of fields) { const value = field.read(); if (value !== undefined) values[field.column.name] = value; } } catch { return; }
    app.edits.insert(table, values);
    closeSheet();
    notice("Staged; it is written when you apply the changes.", { action: "Review", run: () => app.edits.review() });
  } }, "Stage this row");
  for (const { node } of fields) node.onkeydown = (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); stage.click(); } };
  sheet("New row in " + table.name, fields.map((f) => f.node), [el("button", { type: "button", onclick: closeSheet }, "Cancel"), stage]);
  (fields.find((f) => !f.column.key) ?? fields[0])?.node.querySelector("textarea").focus();
}
