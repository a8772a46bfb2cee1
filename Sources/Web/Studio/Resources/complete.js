// Completion of names in a text area: keywords, tables, and the columns of the tables that the text names.

import { el } from "./dom.js";
import { isUsual, shownName } from "./links.js";

export const WORDS = ("SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET JOIN LEFT INNER CROSS ON USING AS DISTINCT UNION ALL EXCEPT INTERSECT INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE VIEW INDEX UNIQUE TRIGGER DROP ALTER ADD COLUMN PRIMARY KEY FOREIGN REFERENCES " +
  "DEFAULT NOT NULL AND OR IN IS LIKE GLOB BETWEEN EXISTS CASE WHEN THEN ELSE END ASC DESC WITH RECURSIVE OVER PARTITION BEGIN COMMIT ROLLBACK EXPLAIN QUERY PLAN PRAGMA RETURNING CAST COLLATE IF CONFLICT DO NOTHING TRUE FALSE").split(" ");
const CALLS = "count sum avg min max total abs coalesce ifnull nullif length lower upper substr trim replace round typeof date time datetime strftime json_extract group_concat printf instr hex quote".split(" ");
const PART = "[\\p{L}\\p{N}\\p{M}_$]", NAME = `(?:${PART}+|"(?:[^"]|"")+")`;
const QUALIFIED = new RegExp(`((?:${NAME}\\.)*)"?(${PART}*)$`, "u"), WANTS_TABLE = new RegExp(`(?<!${PART})(?:FROM|JOIN|INTO|UPDATE|TABLE)\\s+"?${PART}*$`, "iu");

/** A name as it is written: PostgreSQL makes letters of names without quotes small. */
function quoted(name, kind) {
  const isPlain = (kind === "postgres" ? /^[a-z_][a-z0-9_]*$/ : /^[A-Za-z_]\w*$/).test(name);
  return isPlain && !WORDS.includes(name.toUpperCase()) ? name : `"${name.replaceAll('"', '""')}"`;
}
const bare = (name) => name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
const escaped = (name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

/** The table of a name; without a schema, one whose schema need not be written comes first. */
const find = (tables, name, schema) => tables.filter((table) => isSame(table.name, name) && (schema === undefined || isSame(table.schema, schema))).sort((a, b) => isUsual(b) - isUsual(a))[0];

/** The table that an alias, or a name, means in a statement. */
function tableOf(tables, qualifiers, statement) {
  if (qualifiers.length > 1) return find(tables, qualifiers.at(-1), qualifiers.at(-2));
  const alias = new RegExp(`(?:(${NAME})\\s*\\.\\s*)?(${NAME})\\s+(?:AS\\s+)?"?${escaped(qualifiers[0])}(?!${PART})`, "giu");
  for (const [, schema, name] of statement.matchAll(alias)) {
    const table = find(tables, bare(name), schema && bare(schema));
    if (table) return table;
  }
  return find(tables, qualifiers[0]);
}

/** The completions at the cursor, the most likely first. `isExpected`: whether nothing but a name can be there. */
export function candidates(text, at, tables, kind = "sqlite") {
  const before = text.slice(0, at), [, prefix, part] = QUALIFIED.exec(before.slice(-400)), wish = part.toLowerCase();
  const qualifiers = [...prefix.matchAll(new RegExp(NAME, "gu"))].map(([name]) => bare(name));
  const statement = before.slice(before.lastIndexOf(";", at - 1) + 1) + text.slice(at).split(";")[0];
  const isNamed = (table) => new RegExp(`(?<!${PART})${escaped(table.name)}(?!${PART})`, "iu").test(statement);
  const found = [], wantsTable = WANTS_TABLE.test(before.slice(-400));
  const add = (name, note, rank, written = quoted(name, kind)) => { if (name.toLowerCase().startsWith(wish)) found.push({ name: written, note, rank }); };
  const columns = (table, rank) => table.columns.forEach((c) => add(c.name, `${shownName(table)}${c.type ? " · " + c.type : ""}`, rank));
  if (qualifiers.length) {
    const table = tableOf(tables, qualifiers, statement);
    if (table) columns(table, 0);
    if (qualifiers.length === 1) for (const other of tables) if (isSame(other.schema, qualifiers[0])) add(other.name, other.kind, 0);
  } else {
    tables.forEach((table) => add(table.name, table.kind, wantsTable ? 0 : 2, (isUsual(table) ? "" : quoted(table.schema, kind) + ".") + quoted(table.name, kind)));
    if (!wantsTable) {
      tables.filter(isNamed).forEach((table) => columns(table, 1));
      if (wish) { WORDS.forEach((word) => add(word, "keyword", 3, word)); CALLS.forEach((call) => add(call, "function", 4, call)); }
    }
  }
  const seen = new Set();
  return {
    from: at - part.length - (before[at - part.length - 1] === '"' ? 1 : 0), isExpected: wantsTable || qualifiers.length > 0,
    list: found.sort((a, b) => a.rank - b.rank).filter((f) => !seen.has(f.name) && seen.add(f.name)).slice(0, 40),
  };
}

export class Completion {
  /** `database()`: the tables, and the kind of the database. */
  constructor(area, database) {
    Object.assign(this, { area, database, at: -1 });
    this.node = el("ul.complete", { role: "listbox", id: "completion", "aria-label": "Names", hidden: true });
    area.setAttribute("aria-autocomplete", "list");
    area.setAttribute("aria-controls", "completion");
    area.addEventListener("input", (event) => event.inputType?.startsWith("insert") ? this.open(false) : this.close());
    area.addEventListener("blur", () => this.close());
    area.addEventListener("click", () => this.close());
  }

  get isOpen() { return !this.node.hidden; }

  open(asked) {
    const { area } = this, { tables, kind } = this.database();
    const { from, list, isExpected } = candidates(area.value, area.selectionStart, tables, kind), part = area.value.slice(from, area.selectionStart);
    const isWritten = list.length > 0 && isSame(list[0].name, part);
    if (!list.length || (isWritten && list.length === 1) || (!asked && part.length < 2 && !/\.$/.test(area.value.slice(0, from)))) return this.close();
    // Where anything may be written, Enter is a new line until a key chooses a name.
    Object.assign(this, { from, list, at: asked || (isExpected && !isWritten) ? 0 : -1 });
    this.node.replaceChildren(...list.map((item, i) => el("li", { role: "option", id: "completion-" + i, onpointerdown: (event) => { event.preventDefault(); this.at = i; this.take(); } }, el("span", {}, item.name), el("small", {}, item.note))));
    this.node.hidden = false;
    this.place();
    this.mark();
  }

  close() { this.node.hidden = true; this.area.removeAttribute("aria-activedescendant"); }

  /** Places the list under the word, whose position is measured in a copy of the text. */
  place() {
    const { area } = this, style = getComputedStyle(area), mark = el("span", {}, "\u200b"), mirror = el("div", { "aria-hidden": "true" }, area.value.slice(0, this.from), mark);
    for (const key of ["font", "lineHeight", "padding", "whiteSpace", "overflowWrap", "tabSize"]) mirror.style[key] = style[key];
    Object.assign(mirror.style, { position: "absolute", visibility: "hidden", top: "0", left: "0", width: area.clientWidth + "px" });
    area.parentNode.append(mirror);
    const left = mark.offsetLeft, top = mark.offsetTop;
    mirror.remove();
    this.node.style.left = Math.max(4, Math.min(left - 12, area.clientWidth - this.node.offsetWidth - 8)) + "px";
    this.node.style.top = top - area.scrollTop + 22 + "px";
  }

  mark() {
    [...this.node.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === this.at)));
    this.node.children[this.at]?.scrollIntoView({ block: "nearest" });
    if (this.at < 0) this.area.removeAttribute("aria-activedescendant");
    else this.area.setAttribute("aria-activedescendant", "completion-" + this.at);
  }

  /** Returns whether the list has handled the key. */
  key(event) {
    if (!this.isOpen) return false;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && !event.ctrlKey) { this.at = this.at < 0 ? (by > 0 ? 0 : this.list.length - 1) : (this.at + by + this.list.length) % this.list.length; this.mark(); }
    else if (event.key === "Tab" || (event.key === "Enter" && !event.ctrlKey && this.at >= 0)) this.take();
    else if (event.key === "Enter") { this.close(); return false; }
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  take() {
    const { area } = this;
    area.setRangeText(this.list[Math.max(0, this.at)].name, this.from, area.selectionStart, "end");
    this.close();
    area.dispatchEvent(new Event("input"));
  }
}
