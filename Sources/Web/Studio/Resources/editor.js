// The editor in a cell.

import { el, notice, after } from "./dom.js";
import { KINDS, parse, typeFor, kindOf, editable, isCut, isLarge, isUntyped, plain, same, keyText } from "./cells.js";
import { get } from "./session.js";
import { wholeValue, fileCell } from "./values.js";
import { rowID } from "./edits.js";

/** Edits a cell in place. `typed` replaces what was there. A long value is fetched first; what is typed meanwhile is kept. */
export async function editCell(page, row, column, typed) {
  const { opening } = page;
  if (opening && opening.column === column && same(opening.row.k, row.k)) {
    if (typed !== undefined) opening.typed = (opening.typed ?? "") + typed;
    return;
  }
  // An editor with a value of the wrong type stays.
  if (page.editor?.commit() === false) return;
  const { app, table } = page, mine = page.opening = { row, column, typed }, staged = app.edits.staged(table, row, column.name);
  // Rows of a view have no keys, so their values may change while the editor is open.
  const named = rowID(table, row), seen = row.c[column.index];
  let cell = staged ? staged.change.value : row.c[column.index];
  try {
    const key = table.key.length ? row.k : await page.keyOf(row);
    if (!staged && isCut(cell)) cell = await wholeValue((digest) => page.whole(row, column, digest), cell);
    // Another cell may be active now, or another page open.
    if (page.opening === mine && isActive(page, mine)) page.editor = new Editor(page, row, column, cell, mine.typed, { key, named, seen: table.key.length ? row.c[column.index] : seen });
  } catch (error) { notice(error.message, { error: true }); } finally { if (page.opening === mine) page.opening = null; }
}

const isActive = ({ closed, grid }, { row, column }) => !closed && grid.column === column && !!grid.current && same(grid.current.k, row.k);

class Editor {
  /** `key` and `named`: what names the row in changes and on the page; `seen`: its cell. */
  constructor(page, row, column, cell, typed, { key, named, seen }) {
    Object.assign(this, { page, row, column, cell, chosen: false, key, named, seen });
    // A text area turns all line ends into LF.
    this.hasCRLF = typeof cell === "string" && /\r\n/.test(cell) && !/[^\r]\n|\r(?!\n)/.test(cell);
    const text = typed ?? editable(cell), long = text.length > 60 || text.includes("\n");
    this.input = el("textarea", { rows: long ? 6 : 1, "aria-label": `${column.name} of row ${keyText(row.k)}`, spellcheck: "false", autocomplete: "off", oninput: () => this.typed(), value: text });
    this.type = el("select", { "aria-label": "Type of the value", onchange: () => { this.chosen = true; this.show(); this.input.focus(); } }, KINDS.map((kind) => el("option", { value: kind }, kind === "null" ? "NULL" : kind.toUpperCase())));
    this.hint = el("span.hint", { role: "alert" });
    this.file = el("input", { type: "file", class: "file", "aria-label": "A file as value", onchange: () => this.read() });
    this.list = el("ul.options", { role: "listbox", "aria-label": "Rows to choose from", hidden: true });
    this.node = el("div.editor", { class: long ? "editor long" : "editor" }, this.input, el("div.side", {}, this.type, this.file, this.hint), this.list);
    this.node.addEventListener("keydown", (event) => this.pressed(event));
    this.node.addEventListener("focusout", (event) => { if (!this.node.contains(event.relatedTarget) && document.hasFocus()) setTimeout(() => this.page.editor === this && !this.node.contains(document.activeElement) && this.commit(), 0); });
    this.foreignKey = page.table.foreignKeys.find((key) => key.columns.length === 1 && key.columns[0] === column.name);
    this.look = after(150, () => this.search());
    page.grid.editor = this.node;
    page.grid.stage.append(this.node);
    // A text that is not valid UTF-8 has no other form than its bytes.
    this.type.value = typed !== undefined ? this.guess(typed) : Array.isArray(cell) && (cell[0] === "x" || cell[0] === "h") ? "blob" : kindOf(cell);
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
    const { kind } = this.page.app.database;
    return kind === "sqlite" && isUntyped(this.column) && kindOf(this.cell) === "text" ? "text" : typeFor(this.column, text, kind);
  }

  typed() {
    if (!this.chosen && this.type.value !== "blob") this.type.value = this.guess(this.input.value);
    if (this.type.value === "null") this.type.value = this.guess(this.input.value);
    this.show();
    if (this.foreignKey) this.look();
  }

  show() {
    this.file.hidden = this.type.value !== "blob";
    this.input.classList.toggle("isNull", this.type.value === "null");
    if (this.type.value === "null") this.input.value = "";
    const blob = this.type.value !== "blob" ? null : this.fileValue ?? (isLarge(this.cell) ? this.cell : null);
    this.input.placeholder = this.type.value === "null" ? "NULL" : blob ? plain(blob) : "";
    const now = this.row.c[this.column.index], other = !same(now, this.seen);
    this.node.classList.toggle("overtaken", other);
    this.hint.textContent = this.row.gone ? "this row is gone" : other ? "now: " + plain(now) : this.wrong() ?? "";
  }

  wrong() { try { this.value(); return null; } catch (error) { return error.message; } }
  value() {
    if (this.fileValue && this.type.value === "blob") return this.fileValue;
    const value = parse(this.type.value, this.input.value, this.page.app.database.kind);
    return this.hasCRLF && typeof value === "string" ? value.replaceAll("\n", "\r\n") : value;
  }
  get isUnchanged() { return !this.fileValue && this.initial?.text === this.input.value && this.initial.type === this.type.value; }

  async read() {
    this.fileValue = await fileCell(this.file.files[0]);
    if (!this.fileValue) return;
    this.input.value = "";
    this.show();
    this.input.focus();
  }

  /** Moves the editor with its row. */
  place() {
    const { grid } = this.page, slot = grid.pool.find((s) => s.row && same(s.row.k, this.row.k) && s.index !== null), cell = slot?.cells[grid.seen.indexOf(this.column)];
    this.node.classList.toggle("away", !cell);
    if (!cell) { if (!this.isAway) setTimeout(() => this.page.left(), 0); this.isAway = true; return; }
    this.isAway = false;
    const stage = grid.stage.getBoundingClientRect(), box = cell.getBoundingClientRect();
    this.node.style.left = box.left - stage.left + "px";
    this.node.style.top = Math.max(28, Math.min(box.top - stage.top, grid.view - 60)) + "px";
    this.node.style.setProperty("--cell", Math.max(box.width, 120) + "px");
    if (slot.row !== this.row) this.row = slot.row;
    this.show();
  }

  pressed(event) {
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
    const mine = this.searches = (this.searches ?? 0) + 1;
    try {
      const { rows } = await get("/api/label?" + new URLSearchParams({ table: this.foreignKey.table, schema: this.foreignKey.schema, prefix: this.input.value }));
      // Answers may come in another order than the letters.
      if (mine !== this.searches) return;
      this.list.replaceChildren(...rows.slice(0, 8).map((row) => el("li", { role: "option", "aria-selected": "false", onpointerdown: (event) => { event.preventDefault(); this.options = row; this.take(row); } }, el("span", {}, row.label), el("small", {}, keyText(row.k ?? row.key)))));
      this.found = rows;
      this.at = -1;
      this.list.hidden = !rows.length || this.type.value === "integer";
    } catch { if (mine === this.searches) this.list.hidden = true; }
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
      if (!same(value, this.cell)) this.page.app.edits.update(this.page.table, this.row, this.column, value, { was: this.cell, seen: this.seen, key: this.key, named: this.named });
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
