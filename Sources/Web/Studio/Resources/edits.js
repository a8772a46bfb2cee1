// Staged changes: they are reviewed as SQL and applied in one transaction; nothing is written before.

import { $, el, sheet, closeSheet, sheetHolds, notice, plural } from "./dom.js";
import { isCut, plain, same, keyText } from "./cells.js";
import { post } from "./session.js";
import { seenValue } from "./values.js";

/** What names a row on the page: its key; a row of a view has none, and is named by its values as they are shown. */
export const rowID = (table, row) => `${table.schema}.${table.name} ${JSON.stringify(table.key.length ? row.k : row.c)}`;

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

  /** The staged value of a cell, and whether the row has changed since. `row`: the row as it is shown now, which may be another object than the one that was edited. */
  staged(table, row, column) {
    const entry = this.cells.size ? this.cells.get(rowID(table, row) + column) : undefined;
    if (entry) entry.row = row;
    return entry;
  }
  rowState(table, row) { return this.deleted.size && this.deleted.has(rowID(table, row)) ? "deleted" : ""; }

  /** Stages a value after fetching the whole old one, which the user sees only cut. */
  async replace(page, row, column, value) {
    if (!column || column.generated) return;
    const { table } = page, seen = row.c[column.index], staged = this.staged(table, row, column.name), named = rowID(table, row);
    try {
      const key = table.key.length ? row.k : await page.keyOf(row);
      const was = staged ? staged.change.was : await seenValue((digest) => page.whole(row, column, digest), seen);
      this.update(table, row, column, value, { was, seen, key, named });
    } catch (error) { notice(error.message, { error: true }); }
  }

  /** Stages a value. `was`: the whole value that the user saw; `seen`: the cell of the grid then; `key` and `named`: what named the row then. */
  update(table, row, column, value, { was, seen, key, named }) {
    const id = named + column.name, old = this.cells.get(id);
    if (old) was = old.change.was;
    this.remove(old?.change, false);
    if (!same(was, value)) {
      const change = { kind: "update", schema: table.schema, table: table.name, key, column: column.name, was, value };
      this.list.push(change);
      this.cells.set(id, { value: short(value), change, row, index: column.index, seen: old?.seen ?? seen, get conflict() { return !same(this.row.c[this.index], this.seen); } });
    }
    this.changed();
  }

  restore(table, row, column) {
    this.remove(this.cells.get(rowID(table, row) + column.name)?.change);
  }

  async toggleDelete(page, rows) {
    const { table } = page, ids = new Map(rows.map((row) => [rowID(table, row), row])), all = [...ids.keys()].every((id) => this.deleted.has(id));
    try {
      for (const [id, row] of ids) {
        if (all) this.remove(this.deleted.get(id), false);
        else if (!this.deleted.has(id)) {
          // Cut values are not compared, because the page does not have them whole. The key of a view's row has all of them.
          const was = table.key.length ? Object.fromEntries(table.columns.map((c, i) => [c.name, row.c[i]]).filter(([, cell]) => !isCut(cell))) : {};
          if (rowID(table, row) !== id) throw new Error("Someone else has just changed a row: look at it again.");
          const key = table.key.length ? row.k : await page.keyOf(row);
          if (this.deleted.has(id)) continue;
          const change = { kind: "delete", schema: table.schema, table: table.name, key, was };
          this.list.push(change);
          this.deleted.set(id, change);
        }
      }
    } catch (error) { notice(error.message, { error: true }); }
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
    const lines = await statements([...this.list]);
    if (!sheetHolds()) this.showReview(lines, problem);
  }

  /** Shows the list of changes. Changes without a statement are listed too, because otherwise they could not be dropped. */
  showReview(lines, problem = null) {
    const isOneError = lines.length > 1 && lines.every((line) => line.error && line.error === lines[0].error);
    const items = lines.map((line, i) => {
      const { change, error } = line, isWrong = problem?.index === i;
      return el("li", { class: isWrong || (error && !isOneError) ? "wrong" : null },
        line.sql ? el("code", {}, line.sql) : el("span", {}, error ? inWords(change) : `${inWords(change)}, with change ${1 + lines.findIndex((other) => other.change === line.owner)}`),
        el("button.quiet", { type: "button", "aria-label": `Drop change ${i + 1}`, onclick: () => this.drop(line, lines) }, "✕"),
        isWrong ? this.trouble(problem, change) : error && !isOneError ? el("div.clash", {}, el("p", { role: "alert" }, error)) : "");
    });
    const apply = el("button.main", { type: "button", onclick: () => this.apply(apply) }, `Apply ${plural(this.list.length, "change")}`);
    const all = el("button", { type: "button", onclick: () => { this.clear(); closeSheet(); } }, "Drop all");
    sheet("Staged changes", [el("p.hint", {}, "They are applied in one transaction. An update checks the value that you saw, so that it overwrites no change of someone else."),
      isOneError ? el("p.error", { role: "alert" }, "The statements cannot be shown. " + lines[0].error) : "", el("ol.changes", {}, items)], [all, apply], { wide: true });
    (document.querySelector(".wrong button.mine") ?? apply).focus();
  }

  /** Drops a change from the list that is shown. The other statements are read again only if one was made together with it: they may contain large files. */
  drop(line, lines = []) {
    this.remove(line.change);
    if (!this.list.length) return closeSheet();
    const others = lines.filter((other) => other !== line);
    if (others.length === this.list.length && others.every((other) => other.owner !== line.owner)) this.showReview(others);
    else this.review();
  }

  trouble(problem, change) {
    const box = el("div.clash", { role: "alert" }, el("p", {}, problem.error)), conflict = problem.conflict;
    if (!conflict) return box;
    if (change.kind === "delete") return this.deletion(box, conflict, change);
    const value = (name, cell) => el("div", {}, el("dt", {}, name), el("dd", {}, plain(cell)));
    box.append(el("dl", {}, value("you saw", conflict.was), value("now there", conflict.theirs), value("yours", conflict.yours)));
    if (!conflict.gone) box.append(el("button.mine", { type: "button", onclick: () => { change.was = conflict.theirs; this.settle(change); this.review(); } }, "Take mine"));
    box.append(el("button", { type: "button", onclick: () => this.drop({ change }) }, conflict.gone ? "Drop it" : "Take theirs"));
    return box;
  }

  /** A deletion of a row that someone else has changed or deleted. Deleting it anyway checks the newer values, which the user has seen now. */
  deletion(box, { gone, differing }, change) {
    const drop = el("button", { type: "button", onclick: () => this.drop({ change }) }, gone ? "Drop it" : "Keep the row");
    if (gone) { box.append(drop); return box; }
    const anyway = () => { change.was = { ...change.was, ...Object.fromEntries(differing.map(({ column, theirs }) => [column, theirs])) }; this.changed(); this.review(); };
    box.append(el("dl", {}, differing.map(({ column, was, theirs }) => el("div", {}, el("dt", {}, column), el("dd", {}, el("del", {}, plain(was)), " → ", el("ins", {}, plain(theirs)))))),
      el("button.mine", { type: "button", onclick: anyway }, "Delete anyway"), drop);
    return box;
  }

  /** Resolves a conflict, because the user has seen the newer value. */
  settle(change) {
    for (const entry of this.cells.values()) if (entry.change === change) entry.seen = entry.row.c[entry.index];
    this.changed();
  }

  /** Applies the listed changes. What is staged meanwhile stays staged, and a sheet that was opened meanwhile stays open. */
  async apply(button) {
    // Ctrl S lists the changes again, with a button that can be pressed.
    if (this.applying) return;
    const changes = this.applying = [...this.list];
    button.disabled = true;
    try {
      const answer = await post("/api/edits", { changes });
      if (answer.undo) this.undos.push(answer.undo);
      for (const change of changes) this.remove(change, false);
      this.changed();
      if ($("sheet").querySelector(".changes")) closeSheet();
      this.applied();
      notice(`${plural(answer.applied, "change")} applied.`, answer.undo ? { action: "Undo", run: () => this.undo() } : {});
    } catch (error) {
      if (error.body?.index !== undefined) return this.review(error.body);
      button.disabled = false;
      notice(error.message, { error: true });
    } finally { this.applying = null; }
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

const MANY = 30;

/**
 * The statements of changes, each with the change whose statement it is part of. If they cannot be had together, they are read
 * by tables, and then one by one; a change without a statement has the error.
 */
async function statements(changes) {
  try {
    const answer = await post("/api/edits/preview", { changes });
    return changes.map((change, i) => ({ change, sql: answer.sql[i], owner: changes[answer.with?.[i] ?? i] }));
  } catch (error) {
    const tableOf = ({ schema, table }) => JSON.stringify([schema, table]), tables = [...new Set(changes.map(tableOf))];
    const parts = tables.length > 1 ? tables.map((table) => changes.filter((change) => tableOf(change) === table)) : changes.map((change) => [change]);
    // A server that does not answer, or gets too much, does not answer its parts either.
    if (!error.status || error.status === 413 || parts.length < 2 || parts.length > MANY) return changes.map((change) => ({ change, owner: change, error: error.message }));
    const lines = (await Promise.all(parts.map(statements))).flat();
    return changes.map((change) => lines.find((line) => line.change === change));
  }
}

/** A change that is shown without its statement. */
function inWords({ kind, table, key, column, value, values }) {
  const name = (cell) => { const text = plain(cell); return text.length > 80 ? text.slice(0, 80) + "…" : text; };
  if (kind === "insert") return `new row of ${table}: ${Object.values(values).map(name).join(", ") || "defaults"}`;
  return kind === "delete" ? `row ${name(keyText(key))} of ${table} is deleted` : `${column} of row ${name(keyText(key))} of ${table} becomes ${name(value)}`;
}

const short = (cell) => typeof cell === "string" && cell.length > 500 ? ["t", cell.length, cell.slice(0, 500)] : Array.isArray(cell) && cell[0] === "b" ? ["b", cell[1], cell[2].slice(0, 128)] : cell;
