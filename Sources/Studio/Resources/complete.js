// Completion of names in a text area: keywords, tables, and the columns of the tables that the text names.

import { el } from "./dom.js";

export const WORDS = ("SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET JOIN LEFT INNER CROSS ON USING AS DISTINCT UNION ALL EXCEPT INTERSECT INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE VIEW INDEX UNIQUE TRIGGER DROP ALTER ADD COLUMN PRIMARY KEY FOREIGN REFERENCES " +
  "DEFAULT NOT NULL AND OR IN IS LIKE GLOB BETWEEN EXISTS CASE WHEN THEN ELSE END ASC DESC WITH RECURSIVE OVER PARTITION BEGIN COMMIT ROLLBACK EXPLAIN QUERY PLAN PRAGMA RETURNING CAST COLLATE IF CONFLICT DO NOTHING TRUE FALSE").split(" ");
const CALLS = "count sum avg min max total abs coalesce ifnull nullif length lower upper substr trim replace round typeof date time datetime strftime json_extract group_concat printf instr hex quote".split(" ");
const quoted = (name) => /^[A-Za-z_]\w*$/.test(name) && !WORDS.includes(name.toUpperCase()) ? name : `"${name.replaceAll('"', '""')}"`;

/** The completions at the cursor, the most likely first. */
export function candidates(text, at, tables) {
  const before = text.slice(0, at), [, qualifier, part] = /(?:(\w+|"[^"]+")\.)?"?(\w*)$/.exec(before), wish = part.toLowerCase();
  const statement = before.slice(before.lastIndexOf(";", at - 1) + 1) + text.slice(at).split(";")[0];
  const named = tables.filter((table) => new RegExp(`\\b${table.name.replace(/\W/g, "\\$&")}\\b`, "i").test(statement));
  const found = [];
  const add = (name, note, rank) => { if (name.toLowerCase().startsWith(wish)) found.push({ name: note === "keyword" || note === "function" ? name : quoted(name), note, rank }); };
  const columns = (table, rank) => table.columns.forEach((c) => add(c.name, `${table.name}${c.type ? " · " + c.type : ""}`, rank));
  if (qualifier) {
    const bare = qualifier.replaceAll('"', ""), alias = new RegExp(`(\\w+|"[^"]+")\\s+(?:AS\\s+)?${bare}\\b`, "i").exec(statement);
    const table = tables.find((t) => t.name.toLowerCase() === bare.toLowerCase()) ?? tables.find((t) => t.name.toLowerCase() === alias?.[1].replaceAll('"', "").toLowerCase());
    if (table) columns(table, 0);
  } else {
    const wantsTable = /\b(FROM|JOIN|INTO|UPDATE|TABLE)\s+"?\w*$/i.test(before);
    tables.forEach((table) => add(table.name, table.kind, wantsTable ? 0 : 2));
    if (!wantsTable) {
      named.forEach((table) => columns(table, 1));
      if (wish) { WORDS.forEach((word) => add(word, "keyword", 3)); CALLS.forEach((call) => add(call, "function", 4)); }
    }
  }
  const seen = new Set();
  return { from: at - part.length - (before[at - part.length - 1] === '"' ? 1 : 0), list: found.sort((a, b) => a.rank - b.rank).filter((f) => !seen.has(f.name) && seen.add(f.name)).slice(0, 40) };
}

export class Completion {
  constructor(area, tables) {
    Object.assign(this, { area, tables, at: 0 });
    this.node = el("ul.complete", { role: "listbox", id: "completion", "aria-label": "Names", hidden: true });
    area.setAttribute("aria-autocomplete", "list");
    area.setAttribute("aria-controls", "completion");
    area.addEventListener("input", (event) => event.inputType?.startsWith("insert") ? this.open(false) : this.close());
    area.addEventListener("blur", () => this.close());
    area.addEventListener("click", () => this.close());
  }

  get isOpen() { return !this.node.hidden; }

  open(asked) {
    const { area } = this, { from, list } = candidates(area.value, area.selectionStart, this.tables()), part = area.value.slice(from, area.selectionStart);
    const finished = list.length === 1 && list[0].name.toLowerCase() === part.toLowerCase();
    if (!list.length || finished || (!asked && part.length < 2 && !/\.$/.test(area.value.slice(0, from)))) return this.close();
    Object.assign(this, { from, list, at: 0 });
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
    this.area.setAttribute("aria-activedescendant", "completion-" + this.at);
  }

  /** Returns whether the list has handled the key. */
  key(event) {
    if (!this.isOpen) return false;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && !event.ctrlKey) { this.at = (this.at + by + this.list.length) % this.list.length; this.mark(); }
    else if (event.key === "Enter" && !event.ctrlKey || event.key === "Tab") this.take();
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  take() {
    const { area } = this;
    area.setRangeText(this.list[this.at].name, this.from, area.selectionStart, "end");
    this.close();
    area.dispatchEvent(new Event("input"));
  }
}
