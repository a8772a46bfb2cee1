// Staged changes: they are reviewed as SQL and applied in one transaction; nothing is written before.

import { el, sheet, closeSheet, notice, plural } from "./dom.js";
import { isCut, plain, same } from "./cells.js";
import { post } from "./session.js";
import { wholeValue } from "./values.js";

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
    sheet("Staged changes", [el("p.hint", {}, "They are applied in one transaction. An update checks the value that you saw, so that it overwrites no change of someone else."), el("ol.changes", {}, items)], [all, apply], { wide: true });
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
