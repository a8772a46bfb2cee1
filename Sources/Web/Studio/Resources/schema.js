// The Schema page: a diagram of tables and foreign keys, the SQL, and the Swift types.

import { el, svg, notice } from "./dom.js";
import { get } from "./session.js";
import { shownName } from "./links.js";

const WIDTH = 224, LINE = 20, HEAD = 32, GAP_X = 88, GAP_Y = 24, MOST = 14;

export class SchemaPage {
  /** `wanted`: the index or trigger whose SQL is shown; `table`: the table that has it. */
  constructor(app, wanted, table) {
    this.app = app;
    this.shown = structure(app.database);
    this.body = el("div.schemaBody");
    this.node = el("div.schemaPage", { tabindex: "0", "aria-label": "Schema" }, this.body);
    app.title("Schema");
    const names = { Diagram: () => this.diagram(), SQL: () => this.sql(), Swift: () => this.swift() };
    this.tabs = Object.entries(names).map(([name, show]) => el("button", { type: "button", "aria-pressed": "false", onclick: () => this.show(name, show) }, name));
    app.tools(el("div.tabs", { role: "group", "aria-label": "View of the schema" }, this.tabs));
    const first = wanted ? "SQL" : "Diagram";
    this.show(first, names[first]);
    if (wanted) requestAnimationFrame(() => this.find(wanted, table));
  }

  show(name, run) {
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.textContent === name));
    this.view = name;
    run();
  }

  // MARK: Diagram

  diagram() {
    const tables = this.app.database.tables;
    if (!tables.length) return this.body.replaceChildren(el("p.blank", {}, "There are no tables yet."));
    const places = place(tables, Math.max(1, Math.floor((this.app.width?.() ?? innerWidth - 260) / (WIDTH + GAP_X))));
    const width = Math.max(...[...places.values()].map((p) => p.x)) + WIDTH + 48, height = Math.max(...[...places.values()].map((p) => p.y + p.height)) + 8;
    const wires = tables.flatMap((table) => table.foreignKeys.map((key) => wire(places, table, key))).filter(Boolean);
    this.body.replaceChildren(svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Diagram of tables and foreign keys" },
      svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, svg("path.tip", { d: "M0 0 8 4 0 8z" }))), ...tables.map((table) => this.box(table, places.get(id(table)))), ...wires));
  }

  box(table, { x, y, height }) {
    const shown = table.columns.slice(0, MOST), more = table.columns.length - shown.length;
    const cut = (text, n) => text.length > n ? text.slice(0, n - 1) + "…" : text;
    const points = table.foreignKeys.map((k) => `${k.columns.join(", ")} to ${shownName({ schema: k.schema, name: k.table })}`).join("; ");
    const lines = shown.map((column, i) => svg("g", {}, svg("text", { x: x + 12, y: y + HEAD + 16 + i * LINE }, (column.key ? "⚿ " : "") + cut(column.name, 18)), svg("text.soft-text", { x: x + WIDTH - 12, y: y + HEAD + 16 + i * LINE, "text-anchor": "end" }, cut(column.type ?? "", 12) + (column.notNull || column.key ? "" : "?"))));
    if (more > 0) lines.push(svg("text.soft-text", { x: x + 12, y: y + HEAD + 16 + shown.length * LINE }, `${more} more`));
    return svg("a.box", { href: this.app.tableLink(table), "aria-label": `${table.kind} ${shownName(table)}, ${table.columns.length} columns${points ? "; " + points : ""}` }, svg("rect", { x, y, width: WIDTH, height, rx: 6 }), svg("text.head-text", { x: x + 12, y: y + 21 }, cut(shownName(table), 24)),
      table.kind === "table" ? "" : svg("text.soft-text", { x: x + WIDTH - 12, y: y + 21, "text-anchor": "end" }, table.kind), svg("line", { x1: x, x2: x + WIDTH, y1: y + HEAD, y2: y + HEAD }), ...lines);
  }

  // MARK: Text

  sql() {
    const { tables, triggers } = this.app.database;
    const source = ({ name, sql }, table) => el("pre.source", { "data-name": name, "data-table": shownName(table) }, sql + ";");
    const ofTable = (trigger, table) => trigger.table === table.name && trigger.schema === table.schema;
    const parts = (table) => [table, ...table.indexes, ...triggers.filter((trigger) => ofTable(trigger, table))].filter((part) => part.sql);
    this.body.replaceChildren(...tables.filter((table) => parts(table).length).flatMap((table) => [el("h3", {}, shownName(table)), ...parts(table).map((part) => source(part, table))]));
  }

  /** Shows the SQL of an index or a trigger. */
  find(name, table) {
    const node = [...this.body.querySelectorAll("[data-name]")].find((part) => part.dataset.name === name && part.dataset.table === table);
    node?.classList.add("wanted");
    node?.scrollIntoView({ block: "center" });
  }

  async swift() {
    try {
      const { text } = await get("/api/swift");
      // Another view may have been chosen meanwhile.
      if (this.view !== "Swift") return;
      const copy = el("button", { type: "button", onclick: async () => { try { await navigator.clipboard.writeText(text); notice("Copied."); } catch { notice("The browser does not allow copying: select the text.", { error: true }); } } }, "Copy");
      this.body.replaceChildren(copy, el("pre.source", {}, text));
    } catch (error) { if (this.view === "Swift") this.body.replaceChildren(el("p.error", { role: "alert" }, error.message)); }
  }

  isCurrent(database) { return structure(database) === this.shown; }
  focus() { this.node.focus({ preventScroll: true }); }
  close() {}
}

const id = ({ schema, name }) => JSON.stringify([schema, name]);
/** The table that a foreign key refers to. */
const target = (key) => id({ schema: key.schema, name: key.table });

/** The structure as a text, without the estimated numbers of rows. */
export const structure = (database) => JSON.stringify(database, (name, value) => name === "rows" ? null : value);

/** Arranges tables in columns: a table is to the right of those that refer to it, so that lines run to the right. */
function place(tables, columns) {
  const depth = new Map(), byID = new Map(tables.map((t) => [id(t), t]));
  const deep = (table, seen) => {
    if (depth.has(id(table))) return depth.get(id(table));
    if (seen.has(id(table))) return 0;
    seen.add(id(table));
    const value = Math.max(0, ...table.foreignKeys.map((k) => byID.get(target(k))).filter((t) => t && t !== table).map((t) => deep(t, seen) + 1));
    depth.set(id(table), value);
    return value;
  };
  tables.forEach((table) => deep(table, new Set()));
  const most = Math.max(...depth.values()), linked = new Set(tables.flatMap((t) => t.foreignKeys.flatMap((k) => [id(t), target(k)])));
  const tall = [], places = new Map();
  const add = (table, column) => {
    const height = HEAD + Math.min(MOST + 1, table.columns.length) * LINE + 8, y = tall[column] ?? 8;
    places.set(id(table), { x: 8 + column * (WIDTH + GAP_X), y, height });
    tall[column] = y + height + GAP_Y;
  };
  for (const table of tables) if (linked.has(id(table))) add(table, Math.min(columns - 1, most - depth.get(id(table))));
  // Tables without foreign keys fill the shortest columns.
  for (const table of tables) if (!linked.has(id(table))) {
    const heights = Array.from({ length: columns }, (_, i) => tall[i] ?? 0);
    add(table, heights.indexOf(Math.min(...heights)));
  }
  return places;
}

function wire(places, table, key) {
  const from = places.get(id(table)), to = places.get(target(key));
  if (!from || !to) return null;
  const line = (place, columns, name) => place.y + HEAD + 12 + Math.max(0, Math.min(MOST, columns.findIndex((c) => c.name === name))) * LINE;
  const y1 = line(from, table.columns, key.columns[0]), y2 = to === from ? from.y + 16 : to.y + 16;
  const right = to.x > from.x, x1 = from.x + WIDTH, x2 = right ? to.x : to.x + WIDTH, bend = right ? (x2 - x1) / 2 : 40;
  return svg("path.wire", { d: `M${x1} ${y1}C${x1 + bend} ${y1} ${right ? x2 - bend : x2 + bend} ${y2} ${x2} ${y2}`, "marker-end": "url(#tip)" });
}
