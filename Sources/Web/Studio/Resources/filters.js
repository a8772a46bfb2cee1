// The filters of a table, which the keyboard alone can enter; each can be switched off, and all are shown as SQL.

import { el, after } from "./dom.js";
import { parse, typeFor } from "./cells.js";

const BARE = new Set(["is null", "is not null", "is empty"]);
const KINDS = ["auto", "text", "integer", "real", "blob"];
const CLASSES = ["integer", "real", "text", "blob", "null"];

export class Filters {
  /** `database`: its kind, and the operators that it has. */
  constructor(table, { kind, operators }, changed) {
    Object.assign(this, { table, kind, operators, changed, list: [] });
    this.node = el("div.filters", { role: "group", "aria-label": "Filters", hidden: true });
    // A query for each key press would be expensive on a big table.
    this.later = after(200, () => this.changed());
  }

  get count() { return this.list.length; }

  set(list) { this.list = list.map((filter) => ({ type: "auto", text: "", enabled: true, ...filter })); this.draw(); }

  add(column, operator, text = "") {
    const type = this.table.columns.find((c) => c.name === column)?.type ?? "";
    this.list.push({ column, operator: operator ?? (/CHAR|TEXT/i.test(type) ? "contains" : "="), type: "auto", text, enabled: true });
    this.draw();
    this.node.lastElementChild.querySelector(".value")?.focus();
    if (BARE.has(operator) || text) this.changed();
  }

  remove(filter) {
    this.list.splice(this.list.indexOf(filter), 1);
    this.draw();
    this.changed();
    (this.node.querySelector(".value") ?? document.querySelector(".grid"))?.focus();
  }

  clear() { this.list = []; this.draw(); this.changed(); }

  draw() {
    this.node.hidden = !this.list.length;
    this.node.replaceChildren(...this.list.map((filter, i) => this.line(filter, i)));
  }

  line(filter, i) {
    const name = `filter ${i + 1}`, bare = BARE.has(filter.operator);
    const node = el("div.filter", { role: "group", "aria-label": `${name}: ${filter.column}` });
    const now = (redraw) => { if (redraw) { const at = [...node.children].indexOf(document.activeElement); this.draw(); this.node.children[i]?.children[at]?.focus(); } this.changed(); };
    const pick = (label, values, key) => el("select", { "aria-label": `${label} of ${name}`, onchange(event) { filter[key] = event.target.value; if (key === "operator" && filter.operator === "type" && !CLASSES.includes(filter.text)) filter.text = "integer"; now(true); } },
      values.map((value) => el("option", { selected: value === filter[key] }, value)));
    const value = bare ? null : filter.operator === "type"
      ? el("select.value", { "aria-label": `value of ${name}`, onchange: (event) => { filter.text = event.target.value; this.changed(); } }, CLASSES.map((c) => el("option", { selected: c === filter.text }, c)))
      : el("input.value", { value: filter.text, "aria-label": `value of ${name}`, placeholder: filter.operator === "in" ? "a, b, c" : "value", spellcheck: "false", autocomplete: "off",
        oninput: (event) => { filter.text = event.target.value; this.later(); }, onkeydown: (event) => this.key(event, filter) });
    node.append(el("input", { type: "checkbox", checked: filter.enabled, "aria-label": `use ${name}`, onchange(event) { filter.enabled = event.target.checked; now(false); } }),
      pick("column", this.table.columns.map((c) => c.name), "column"), pick("operator", this.offered(filter), "operator"), value ?? "",
      bare || ["type", "contains", "begins with"].includes(filter.operator) ? "" : pick("type", KINDS, "type"),
      el("span.error", { role: "alert" }), el("button.quiet", { type: "button", "aria-label": "Remove " + name, onclick: () => this.remove(filter) }, "✕"));
    filter.tell = (text) => { node.querySelector(".error").textContent = text; };
    return node;
  }

  /** The operators to choose from. An address of another database may contain one that is not among them: it stays, and the rows are refused. */
  offered({ operator }) { return this.operators.includes(operator) ? this.operators : [...this.operators, operator]; }

  key(event, filter) {
    if (event.key === "Enter") { event.preventDefault(); this.later.now(); }
    else if (event.key === "Escape") { event.preventDefault(); if (filter.text) this.node.closest(".table")?.querySelector(".grid [tabindex='0'], .grid")?.focus(); else this.remove(filter); }
    else if (event.key === "Backspace" && event.ctrlKey) { event.preventDefault(); this.remove(filter); }
  }

  /** The filters as JSON. A filter whose value has the wrong type shows an error and is left out. */
  wire() {
    return this.list.flatMap((filter) => {
      const { column, operator, enabled } = filter, declared = this.table.columns.find((c) => c.name === column) ?? {};
      const cell = (text) => parse(filter.type === "auto" ? typeFor(declared, text, this.kind) : filter.type, text, this.kind);
      try {
        filter.tell?.("");
        if (BARE.has(operator)) return [{ column, operator, value: null, enabled }];
        if (operator === "type" || operator === "contains" || operator === "begins with") return filter.text === "" ? [] : [{ column, operator, value: filter.text, enabled }];
        if (operator === "in") return filter.text.trim() ? [{ column, operator, value: filter.text.split(",").map((part) => cell(part.trim())), enabled }] : [];
        // An empty value is ignored, because the user has not typed yet; "is empty" searches for ''.
        return filter.text === "" ? [] : [{ column, operator, value: cell(filter.text), enabled }];
      } catch (error) {
        filter.tell?.(error.message);
        return [];
      }
    });
  }

  /** The filters as the address contains them. */
  kept() { return this.list.map(({ column, operator, type, text, enabled }) => ({ column, operator, type, text, enabled })); }
}
