// The page of one table: tools, filters, the grid, and a status line.

import { el, after, count, plural, time, notice } from "./dom.js";
import { Window } from "./window.js";
import { Grid } from "./grid.js";
import { Filters } from "./filters.js";
import { menu } from "./menu.js";
import { details } from "./details.js";
import { wholeCell, wholeCellAt } from "./session.js";
import { seenValue } from "./values.js";
import { editCell } from "./editor.js";
import { insertRow } from "./insert.js";
import { exportMenu } from "./exports.js";
import { keyText } from "./cells.js";
import { structure } from "./schema.js";
import { keysAlong, linkAlong, shownName, storedIn } from "./links.js";

export class TablePage {
  constructor(app, table, state) {
    Object.assign(this, { app, table, ownUntil: 0 });
    this.sort = state.sort ?? [];
    this.filters = new Filters(table, app.database, () => this.respec());
    this.filters.set(state.filters ?? []);
    this.later = after(200, () => this.respec());
    this.search = el("input.search", { type: "search", placeholder: "Search all columns", "aria-label": "Search all columns", value: state.search ?? "", spellcheck: "false", autocomplete: "off",
      oninput: () => this.later(), onkeydown: (event) => { if (event.key === "Enter" || event.key === "Escape") { event.preventDefault(); this.grid.focus(); } } });
    this.makeFoot();
    this.makeGrid();
    this.node = el("div.table", {}, this.filters.node, this.grid.node, this.foot);
    this.tools();
    this.describe();
  }

  // MARK: Parts

  makeFoot() {
    this.sqlText = el("code.sql");
    this.toSQL = el("a.quiet", { href: "#/sql", title: "Take this query to the SQL page", onclick: () => this.app.carry(this.window.sql) }, "Open in SQL");
    this.state = el("span.state");
    this.pending = el("button.pending", { type: "button", hidden: true, onclick: () => this.release() });
    this.foot = el("footer.foot", {}, this.sqlText, this.toSQL, this.pending, this.state);
  }

  makeGrid() {
    const { app, table } = this;
    this.window = new Window(app.stream, this.spec(), {
      held: () => this.held(), moved: (delta, why, activeDelta) => this.moved(delta, why, activeDelta), problem: (text) => this.problem(text), sql: (sql) => { this.sqlText.textContent = this.sqlText.title = sql; },
    });
    this.grid = new Grid(this.window, table.columns, { name: `${app.database.name}-${table.schema}-${table.name}`, label: `${table.kind} ${shownName(table)}`, on: {
      open: (row, column, typed) => this.open(row, column, typed), details: (row) => row && this.details(row), whole: (row, column) => this.whole(row, column),
      sort: (column, more) => this.sortBy(column, more), menu: (column, button) => this.columnMenu(column, button), key: (event) => this.key(event),
      staged: (row, column) => app.edits.staged(table, row, column.name), row: (row) => app.edits.rowState(table, row), link: this.linker(),
      drawn: () => this.editor?.place(),
    } });
    this.grid.sorts = this.sort;
    this.window.anchor = () => this.grid.visible();
    this.window.active = () => this.grid.active.row;
    this.grid.layout();
    for (const event of ["pointerleave", "focusout"]) this.grid.node.addEventListener(event, () => setTimeout(() => this.left(), 0));
    this.grid.node.addEventListener("pointerenter", (event) => { this.inside = event.pointerType !== "touch"; });
    this.grid.node.addEventListener("pointerleave", () => { this.inside = false; });
  }

  tools() {
    const { app, table } = this;
    app.title(shownName(table), table.kind !== "table" ? table.kind : app.database.writable && !table.editable ? "read-only" : "");
    const tool = (name, key, run) => el("button", { type: "button", title: key ? `${name} (${key})` : name, onclick: (event) => run(event.currentTarget) }, name);
    app.tools(this.search, tool("Filter", "/", () => this.addFilter()), tool("Columns", "", (button) => this.columnsMenu(button)),
      tool("Export", "", (button) => exportMenu(button, { grid: this.window.body(0, 0) })), table.edits.includes("insert") ? tool("Insert", "Ctrl I", () => insertRow(app, table)) : "");
  }

  spec() { return { table: this.table.name, schema: this.table.schema, filters: this.filters.wire(), search: this.search.value || null, sort: this.sort }; }

  // MARK: What is shown

  respec() {
    if (this.closed) return;
    this.later.stop();
    this.grid.toTop();
    this.window.respec(this.spec());
    this.describe();
    this.app.keepState(this.table, { filters: this.filters.kept(), search: this.search.value, sort: this.sort });
  }

  sortBy(column, more) {
    const old = this.sort.find((s) => s.column === column.name), rest = more ? this.sort.filter((s) => s !== old) : [];
    const next = !old ? [{ column: column.name, descending: false }] : old.descending ? [] : [{ column: column.name, descending: true }];
    this.setSort([...rest, ...next]);
  }

  setSort(sort) {
    const focus = this.grid.head.contains(document.activeElement) ? [...this.grid.head.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    this.sort = this.grid.sorts = sort;
    this.grid.layout();
    this.respec();
    if (focus >= 0) this.grid.head.querySelectorAll("button")[focus]?.focus();
  }

  /** Whether rows must not move, because the pointer or the focus is in the grid. */
  held() {
    if (!this.window.rows.length) return false;
    // An editor that was scrolled out of view follows its row, and does not need the others to stay.
    const { editor } = this, isAway = !!editor?.isAway;
    if (editor && !isAway) return true;
    const isInGrid = this.grid.node.contains(document.activeElement) && !(isAway && editor.node.contains(document.activeElement));
    return performance.now() > this.ownUntil && (this.inside || isInGrid);
  }
  left() { if (!this.held() && this.window.pending) this.window.release(); }
  release() { this.window.release(); }

  /** Shows the user's own changes at once, whether they have arrived or are about to. */
  applied() {
    this.ownUntil = performance.now() + 1000;
    this.left();
  }

  moved(delta, why, activeDelta = delta) {
    const { grid } = this;
    // At the top, new rows are shown; elsewhere the visible rows keep their positions. The active row stays the same row.
    grid.shift(grid.y === 0 && why === "live" ? 0 : delta, activeDelta);
    if (why === "fresh") grid.y = 0;
    grid.refresh();
    if (this.window.columns.length && this.window.columns.some((name, i) => grid.columns[i]?.name !== name)) { this.isOutdated = true; this.app.reload(); }
    this.describe();
  }

  problem(text) {
    this.trouble = text;
    this.describe();
  }

  describe() {
    const { window: w, pending } = this;
    if (!w) return;
    // A count may have been cut off by its time limit, or cancelled.
    const all = w.total === null ? (!w.loaded ? "reading" : w.least ? "not counted" : "counting") : `${w.least ? "at least " : w.about ? "about " : ""}${plural(w.total, "row")}`;
    if (this.trouble) this.state.replaceChildren(el("span.error", {}, this.trouble), el("button", { type: "button", onclick: () => { this.trouble = null; w.retry(); } }, "Run again"));
    else this.state.replaceChildren(el("span", { class: "total" }, all), w.loaded ? el("span.ms", {}, time(w.ms)) : "", w.slow ? el("button", { type: "button", onclick: () => w.cancel() }, "Cancel") : "");
    pending.hidden = !w.pending;
    if (w.pending) pending.replaceChildren(([w.waiting.new && `${count(w.waiting.new)} new`, w.waiting.gone && `${count(w.waiting.gone)} gone`].filter(Boolean).join(", ") || "rows moved") + ": show ", el("kbd", {}, this.table.editable ? "Alt R" : "r"));
    this.empty();
  }

  /** Shows a message in place of the rows if there are none. */
  empty() {
    const none = this.window.loaded && this.window.total === 0 && !this.trouble;
    if (!none) { this.blank?.remove(); this.blank = null; return; }
    const narrowed = this.window.spec.filters.some((f) => f.enabled) || this.window.spec.search;
    this.blank?.remove();
    this.blank = el("p.blank", {}, narrowed ? "No row matches. " : `${this.table.name} has no rows. `, narrowed ? el("button", { type: "button", onclick: () => { this.search.value = ""; this.filters.clear(); } }, "Clear the filters") : "");
    this.grid.node.append(this.blank);
  }

  /** A function that returns where the foreign key at a cell leads. A staged value comes before the stored one. */
  linker() {
    const { app, table } = this, keys = new Map(table.columns.map((column) => [column.name, keysAlong(table, column.name)]).filter(([, list]) => list.length));
    return (row, { name }) => {
      if (!keys.has(name)) return null;
      const stored = storedIn(table, row), link = linkAlong(keys.get(name), (column) => { const staged = app.edits.staged(table, row, column); return staged ? staged.value : stored(column); });
      return link && { href: app.linkTo(link.to, link.pairs), name: `${shownName(link.to)} ${keyText(link.pairs.map(([, value]) => value))}` };
    };
  }

  /** Fetches the whole value of a cell: by the key of its row, or by its place in a view. */
  async whole(row, { name }, digest = false) {
    const { app, table, window: w } = this;
    if (table.key.length) return wholeCell(table, row.k, name, digest);
    const place = this.closed ? -1 : w.placeOf(row);
    if (place < 0) throw new Error("The row is no longer shown.");
    return wholeCellAt(app.stream.tab, w.subscription.id, place, name, digest);
  }

  /** What names a row of a view in a change: all its values, whole. */
  async keyOf(row) {
    const cells = await Promise.all(this.table.columns.map((column, i) => seenValue((digest) => this.whole(row, column, digest), row.c[i])));
    if (cells.some((cell) => cell?.[0] === "h" && Array.isArray(cell))) throw new Error("A value of this row is larger than 1 MiB. A row of a view is found by all its values: change it in its table.");
    return cells;
  }

  // MARK: Keys and menus

  addFilter(column = this.grid.column) { if (column) this.filters.add(column.name); }

  key(event) {
    const ctrl = event.ctrlKey || event.metaKey, { grid, app, table } = this;
    const kind = event.key === "Delete" ? "delete" : ctrl && event.key === "0" ? "update" : null;
    if (table.editable && kind && !table.edits.includes(kind)) { this.lacks(kind); return true; }
    if (ctrl && event.key === "0" && table.editable) { for (const row of grid.chosen("Change the others on the SQL page.")) app.edits.replace(this, row, grid.column, null); return true; }
    if (ctrl && event.key === "z" && table.editable && !app.edits.count) { app.edits.undo(); return true; }
    if (ctrl && event.key === "z" && table.editable) { for (const row of grid.chosen()) app.edits.restore(table, row, grid.column); return true; }
    if (event.key === "Escape" && this.opening) { this.opening = null; return true; }
    if (event.altKey && event.key === "Enter") return this.follow();
    if (event.altKey && event.code === "KeyR" && this.window.pending) { this.release(); return true; }
    if (event.altKey && event.code === "KeyF") { this.addFilter(); return true; }
    if (app.database.writable && !table.editable && (event.key === "F2" || event.key === "Delete" || (ctrl && (event.key === "0" || event.key === "i")))) { this.whyNot(); return true; }
    if (ctrl || event.altKey) return false;
    if (event.key === "Delete" && table.editable) { app.edits.toggleDelete(this, grid.chosen("Delete the others on the SQL page.")); return true; }
    // In a table that can be edited, every character begins an edit.
    if (table.editable && event.key.length === 1 && event.key !== " " && grid.current) { this.open(grid.current, grid.column, event.key); return true; }
    if (event.key === "/") { this.addFilter(); return true; }
    if (event.key === "r" && this.window.pending) { this.release(); return true; }
    if (event.key === "o" && !table.editable) return this.follow();
    if (event.key === "s" && !table.editable) { this.sortBy(grid.column, false); return true; }
    return false;
  }

  /** Says why the rows cannot be edited. */
  whyNot() { notice(`${this.table.name} cannot be edited. ${this.table.reason}`); }

  /** Says that a view does not make a kind of change. */
  lacks(kind) { notice(`The view ${this.table.name} has no INSTEAD OF ${kind.toUpperCase()} trigger.`); }

  /** Opens the row that the active cell refers to. */
  follow() {
    const go = this.grid.cellAt()?.querySelector("a.go");
    if (go) location.hash = go.getAttribute("href");
    return !!go;
  }

  details(row, column) { return details(this.app, this.table, row, (cell) => this.whole(row, cell), column); }

  open(row, column, typed) {
    if (!row || !column) return;
    if (!this.table.editable) return typed === undefined ? this.details(row, column.name) : undefined;
    if (!this.table.edits.includes("update")) return this.lacks("update");
    if (column.generated) return notice(`${column.name} is a generated column; it is computed from others.`);
    editCell(this, row, column, typed);
  }

  columnMenu(column, button) {
    const { grid } = this;
    menu(button, [
      { name: "Sort ascending", run: () => this.setSort([{ column: column.name, descending: false }]) },
      { name: "Sort descending", run: () => this.setSort([{ column: column.name, descending: true }]) },
      ...(this.sort.some((s) => s.column !== column.name) ? [{ name: "Add to the sort", run: () => this.sortBy(column, true) }] : []),
      null,
      { name: "Filter…", keeps: true, run: () => this.addFilter(column) },
      { name: "Only NULL", run: () => this.filters.add(column.name, "is null") },
      null,
      { name: column.pinned ? "Unpin" : "Pin to the left", run: () => grid.change(column, { pinned: !column.pinned }) },
      { name: "Fit the width", run: () => grid.fit(column) },
      { name: "Wider", key: "Alt →", run: () => grid.wider(column, 32) },
      { name: "Narrower", key: "Alt ←", run: () => grid.wider(column, -32) },
      { name: "Hide", run: () => { if (grid.seen.length > 1) grid.change(column, { hidden: true }); } },
    ], "Column " + column.name);
  }

  columnsMenu(button) {
    const { grid } = this;
    menu(button, [...grid.columns.map((column) => ({ name: column.name, checked: () => !column.hidden, run: () => { if (column.hidden || grid.seen.length > 1) grid.change(column, { hidden: !column.hidden }); } })),
      null, { name: "Show all, unpinned", run: () => { for (const column of grid.columns) Object.assign(column, { hidden: false, pinned: false }); grid.keep(); grid.layout(); } }], "Columns");
  }

  /** Whether the structure of the table is still the one that is shown. */
  isCurrent(database) {
    const { table } = this, now = database.tables.find((t) => t.schema === table.schema && t.name === table.name);
    return !this.isOutdated && now !== undefined && structure(now) === structure(table);
  }

  focus() { this.grid.focus(); }
  edited() { this.grid.render(); }
  close() {
    this.closed = true;
    this.later.stop();
    this.filters.later.stop();
    this.editor?.cancel();
    this.window.close();
  }
}
