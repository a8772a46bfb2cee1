// The SQL page: an editor, live results with the way in which they are kept up to date, and the plan.

import { el, $, after, count, plural, time, local, remembered, remember, sheet, closeSheet } from "./dom.js";
import { post, wholeCellOfResult } from "./session.js";
import { Grid } from "./grid.js";
import { patched } from "./window.js";
import { kindOf, plain } from "./cells.js";
import { Completion, WORDS } from "./complete.js";
import { exportMenu } from "./exports.js";
import { details } from "./details.js";

const LIMITS = [100, 1000, 10000];

export class SQLPage {
  constructor(app) {
    Object.assign(this, { app, subscription: null, results: [], running: false });
    this.at = -1;
    this.makeEditor();
    this.list = el("div.results", { "aria-label": "Results", role: "region" });
    this.node = el("div.sqlPage", {}, this.write, this.list);
    this.tools();
    this.paint();
    this.hint();
  }

  makeEditor() {
    const text = this.app.carried ?? remembered("sql", "");
    this.app.carried = null;
    this.area = el("textarea", { "aria-label": "SQL", spellcheck: "false", autocomplete: "off", autocapitalize: "off", value: text, placeholder: "SELECT …" });
    this.colour = el("pre", { "aria-hidden": "true" });
    this.completion = new Completion(this.area, () => this.app.database);
    this.write = el("div.write", {}, this.colour, this.area, this.completion.node);
    const keep = after(300, () => remember("sql", this.area.value));
    this.area.addEventListener("input", () => { this.paint(); keep(); });
    this.area.addEventListener("scroll", () => { this.colour.scrollTop = this.area.scrollTop; });
    this.area.addEventListener("keydown", (event) => this.key(event));
  }

  tools() {
    const { app } = this, button = (name, key, run, kind = "button") => el(kind, { type: "button", title: `${name} (${key})`, onclick: (event) => run(event.currentTarget) }, name);
    this.writable = app.database.writable;
    app.title("SQL", this.writable ? "" : "read-only");
    this.runButton = button("Run", "Ctrl Enter", () => this.running ? this.cancel() : this.run(), "button.main");
    this.live = el("button", { type: "button", "aria-pressed": String(remembered("sql-live", true)), title: "Results follow every commit", onclick: () => { const on = this.live.getAttribute("aria-pressed") !== "true"; this.live.setAttribute("aria-pressed", String(on)); remember("sql-live", on); } }, "Live");
    this.limit = el("select", { "aria-label": "At most this many rows", onchange: () => remember("sql-limit", Number(this.limit.value)) }, LIMITS.map((n) => el("option", { value: n, selected: n === remembered("sql-limit", 1000) }, `${count(n)} rows`)));
    app.tools(this.limit, this.live, button("Plan", "Ctrl E", () => this.explain()), button("History", "Ctrl ↑", () => this.showHistory()), el("button", { type: "button", onclick: (event) => exportMenu(event.currentTarget, { sql: this.statementHere() }) }, "Export"), this.runButton);
  }

  hint() { if (!this.results.length) this.list.replaceChildren(el("p.blank", {}, "Ctrl Enter runs the text, or the selection. The result of a SELECT stays live.")); }

  // MARK: Editor

  /** Colours keywords, strings, numbers and comments, behind the transparent text. */
  paint() {
    const text = this.area.value, nodes = [], pattern = /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*'?)|("(?:[^"]|"")*"?)|\b(\d+(?:\.\d+)?(?:e[-+]?\d+)?)\b|(?<![\p{L}\p{N}_$])([A-Za-z_]\w*)(?![\p{L}\p{N}_$])/giu;
    let end = 0;
    for (const match of text.length < 50000 ? text.matchAll(pattern) : []) {
      const kind = match[1] ? "remark" : match[2] ? "string" : match[4] ? "digit" : match[5] && WORDS.includes(match[5].toUpperCase()) ? "word" : null;
      if (!kind) continue;
      nodes.push(text.slice(end, match.index), el("span." + kind, {}, match[0]));
      end = match.index + match[0].length;
    }
    this.colour.replaceChildren(...nodes, text.slice(end) + "\n");
    this.colour.scrollTop = this.area.scrollTop;
  }

  chosen() { return this.area.value.slice(this.area.selectionStart, this.area.selectionEnd).trim() || this.area.value; }

  /** The selection, or the statement at the cursor, for the plan and the export. */
  statementHere() {
    const { value, selectionStart, selectionEnd } = this.area;
    if (selectionStart !== selectionEnd) return value.slice(selectionStart, selectionEnd);
    return statementAt(value, selectionStart);
  }

  key(event) {
    if (this.completion.key(event)) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key === "Enter") { event.preventDefault(); this.run(); }
    else if (ctrl && event.key === " ") { event.preventDefault(); this.completion.open(true); }
    else if (ctrl && event.key === "e") { event.preventDefault(); this.explain(); }
    else if (ctrl && (event.key === "ArrowUp" || event.key === "ArrowDown")) { event.preventDefault(); this.step(event.key === "ArrowUp" ? 1 : -1); }
    else if (event.key === "Escape" && this.running) { event.preventDefault(); this.cancel(); }
  }

  step(by) {
    const list = remembered("sql-history", []), to = this.at + by;
    if (to < 0 || to >= list.length) return;
    this.at = to;
    this.set(list[to].sql);
  }
  set(text) { this.area.value = text; this.area.dispatchEvent(new Event("input")); this.area.focus(); }

  showHistory() {
    const list = remembered("sql-history", []);
    sheet("History", list.length ? el("ul.history", {}, list.map((entry) => el("li", {}, el("button", { type: "button", onclick: () => { closeSheet(); this.set(entry.sql); } }, entry.sql), el("small", { title: `${entry.time} in UTC` }, local(entry.time).slice(0, 16))))) : el("p.hint", {}, "Nothing has been run yet."));
  }

  // MARK: Running

  run() {
    const sql = this.chosen();
    if (!sql.trim()) return;
    const history = remembered("sql-history", []).filter((entry) => entry.sql !== sql);
    remember("sql-history", [{ sql, time: new Date().toISOString() }, ...history].slice(0, 100));
    this.at = -1;
    this.results = [];
    this.plan?.remove();
    this.list.replaceChildren();
    this.subscription?.close();
    this.subscription = this.app.stream.subscribe("sql", { sql, live: this.live.getAttribute("aria-pressed") === "true", limit: Number(this.limit.value) }, (kind, event) => this.receive(kind, event), (error) => this.fail(error.message));
    this.subscription.answered = ({ statements }) => { this.expected = statements; if (this.results.length >= statements) this.busy(false); };
    this.expected = Infinity;
    this.subscription.mayRepeat = () => !this.writable || (this.results.length >= this.expected && this.results.every((result) => result.isQuery));
    this.subscription.lost = () => this.lost();
    this.subscription.isRunning = () => this.running;
    this.busy(true);
  }

  busy(on) {
    this.running = on;
    this.list.setAttribute("aria-busy", String(on));
    clearTimeout(this.slow);
    // The button changes only for long queries, so that it does not flicker.
    if (on) this.slow = setTimeout(() => { this.runButton.textContent = "Cancel"; }, 150);
    else this.runButton.textContent = "Run";
  }

  cancel() { this.subscription?.cancel(); }
  fail(text) { this.busy(false); this.list.replaceChildren(el("p.blank", { role: "alert" }, el("span.error", {}, text))); }

  /** The stream was interrupted, and the text may write: it is not run again. */
  lost() {
    const isWhole = this.results.length >= this.expected;
    this.busy(false);
    for (const result of this.results) if (result?.isQuery) result.about.append(" · ", el("span", { class: "how again" }, "no longer live: the connection was interrupted"));
    if (!isWhole) this.list.append(el("p.error", { role: "alert" }, "The connection was interrupted before all results came. The statements may have run: look at the data before you run them again."));
  }

  receive(kind, event) {
    if (kind === "problem") return this.fail(event.error);
    if (kind !== "result") return;
    const old = this.results[event.statement];
    if (event.order && old) return old.patch(event);
    const result = new Result(this, event);
    this.results[event.statement] = result;
    if (old) old.node.replaceWith(result.node);
    else this.list.append(result.node);
    if (event.error || event.statement + 1 >= this.expected) this.busy(false);
  }

  // MARK: Plan

  async explain() {
    const sql = this.statementHere();
    if (!sql.trim()) return;
    let node;
    try { node = planTree(await post("/api/plan", { sql })); } catch (error) { node = el("div.plan", {}, el("p.error", { role: "alert" }, error.message)); }
    this.plan?.remove();
    this.plan = node;
    this.list.prepend(node);
    if (!this.results.length) this.list.querySelector(".blank")?.remove();
  }

  /** Structure changes leave the text and the results; names are completed from the newest structure. */
  isCurrent(database) { return database.writable === this.writable; }
  focus() { this.area.focus({ preventScroll: true }); }
  close() { clearTimeout(this.slow); this.subscription?.close(); }
}

/** The statement at a position. A `;` in a string, a quoted name, a comment or a dollar-quoted text ends none. */
export function statementAt(text, position) {
  const skipped = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`[^`]*`?|\[[^\]\n]*\]|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|;/g;
  let from = 0, last = "";
  for (const match of text.matchAll(skipped)) {
    if (match[0] !== ";") continue;
    const statement = text.slice(from, match.index).trim();
    if (hasCode(statement)) { last = statement; if (match.index >= position) return statement; }
    from = match.index + 1;
  }
  const rest = text.slice(from).trim();
  return hasCode(rest) ? rest : last;
}

/** Whether a text has more than comments. A comment within a string still leaves the quote. */
const hasCode = (text) => text.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, "").trim() !== "";

function planTree({ nodes, tables, plan, reason }) {
  const children = (parent) => {
    const list = nodes.filter((node) => node.parent === parent);
    return list.length ? el("ul", {}, list.map((node) => el("li", {}, el("code", {}, node.detail), node.warning ? el("span.slow", {}, "⚠ " + node.warning) : "", children(node.id)))) : "";
  };
  const source = tables.length ? "Updated by commits to " + tables.map((t) => t.columns.length ? `${t.table} (${t.columns.join(", ")})` : t.table).join(", ") + ". " : "It reads no table, so no commit updates it. ";
  return el("section.plan", { "aria-label": "Plan" }, children(0), el("p", {}, source, el("span", {}, how(plan, reason) + ".")));
}

const how = (plan, reason) => plan === "run again" ? `Run again after a commit${reason ? ", since " + reason : ""}` : plan ? `Kept up to date by ${plan === "ordered patch" ? "an ordered patch" : plan}${reason ? ": " + reason : ""}` : reason ? "Not live: " + reason : "";

/** The work that a live result has taken: of all pages that show the same query. */
const working = ({ patched, run, rows, ms }) => [patched && `${count(patched)} patched`, run && `${count(run)} run`, `${plural(rows, "row")} read in ${time(ms)}`].filter(Boolean).join(", ");

/** The result of one statement, whose rows are patched after commits. */
class Result {
  constructor(page, event) {
    Object.assign(this, { page, statement: event.statement, total: event.rows.length, columns: event.columns, isQuery: !event.error && !!event.plan });
    this.rows = event.rows.map((c) => ({ k: null, c }));
    this.about = el("span.about");
    this.head = el("header", {}, el("code", { title: event.sql }, event.sql.replace(/^(\s*--[^\n]*\n)+/, "").replace(/\s+/g, " ").trim()), this.about);
    this.node = el("section.result", { "aria-label": `Result ${event.statement + 1}` }, this.head);
    if (event.error) this.node.append(el("p.error", { role: "alert" }, event.error));
    else if (event.columns.length) this.makeGrid(event);
    this.describe(event);
  }

  makeGrid(event) {
    const columns = event.columns.map((name, i) => {
      const numbers = this.rows.length && this.rows.slice(0, 50).every(({ c }) => ["integer", "real", "null"].includes(kindOf(c[i]))) && this.rows.slice(0, 50).some(({ c }) => c[i] !== null);
      const longest = Math.max(name.length * 1.1 + 3, ...this.rows.slice(0, 50).map(({ c }) => Math.min(44, plain(c[i]).length)));
      return { name, type: numbers ? "NUM" : "", width: longest * 7.4 + 24 };
    });
    this.grid = new Grid(this, columns, { label: "Rows of the result", on: {
      whole: (row, column) => this.whole(row, column), open: (row, column) => row && this.details(row, column?.name), details: (row) => row && this.details(row),
    } });
    for (const [i, column] of this.grid.columns.entries()) column.width = Math.max(72, columns[i].width);
    this.grid.layout();
    this.node.append(this.grid.node);
    this.size();
  }

  size() { this.grid.node.style.height = Math.min(380, 28 + Math.max(1, this.rows.length) * 28 + 14) + "px"; }
  row(index) { return this.rows[index]; }

  /** Fetches the whole value of a cell. The server has the rows of the newest event. */
  async whole(row, { index }) {
    const { subscription, results, app } = this.page, at = this.rows.indexOf(row);
    if (results[this.statement] !== this || at < 0 || subscription.at === null) throw new Error("The row is no longer in the result.");
    return wholeCellOfResult(app.stream.tab, subscription.id, { statement: this.statement, row: at, column: index, at: subscription.at });
  }

  /** Shows a row with its values whole. */
  details(row, column) {
    const columns = this.columns.map((name, index) => ({ name, index, type: "" }));
    const shown = { schema: "main", name: `Row ${count(this.rows.indexOf(row) + 1)} of result ${this.statement + 1}`, columns, key: [], foreignKeys: [] };
    return details(this.page.app, shown, row, (cell) => this.whole(row, cell), column);
  }

  patch(event) {
    this.rows = patched(this.rows, event, performance.now());
    this.total = this.rows.length;
    if (event.commit !== undefined) this.commits = (this.commits ?? 0) + 1;
    this.size();
    this.grid.refresh();
    this.describe(event);
  }

  describe(event) {
    const parts = [];
    if (event.error) parts.push(time(event.ms));
    else if (this.grid) {
      parts.push(event.more ? `first ${plural(this.total, "row")}` : plural(this.total, "row"), time(event.ms));
      if (this.page.subscription?.body.live && (event.plan || event.reason)) parts.push(el("span", { class: event.plan === "run again" ? "how again" : "how" }, how(event.plan, event.reason)));
      this.work = event.work ?? this.work;
      if (this.work) parts.push(el("span.work", { title: "What keeping the result up to date has taken so far: patches, runs of the whole query, and rows that the database read for them" }, working(this.work)));
      if (this.commits) parts.push(plural(this.commits, "update") + (event.latency === undefined ? "" : `, the last sent ${time(event.latency)} after its commit was seen`));
    } else parts.push(event.changed === null ? "done" : plural(event.changed, "row") + " changed", time(event.ms));
    this.about.replaceChildren(...parts.flatMap((part, i) => i ? [" · ", part] : [part]));
  }
}
