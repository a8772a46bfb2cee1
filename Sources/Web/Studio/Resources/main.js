// The start, the frame of the page, and the routes from addresses to pages.

import { $, el, after, count, notice, leaveSheet, sheetHolds } from "./dom.js";
import { takeToken, get, whenLost, whenSlow } from "./session.js";
import { Stream } from "./stream.js";
import { TablePage } from "./table.js";
import { Edits } from "./edits.js";
import { SQLPage } from "./sql.js";
import { LivePage } from "./live.js";
import { SchemaPage } from "./schema.js";
import { help } from "./help.js";
import { closeMenu } from "./menu.js";
import { isCut, isLarge, kindOf, editable } from "./cells.js";
import { shownName } from "./links.js";

class App {
  constructor() {
    this.stream = new Stream();
    this.edits = new Edits(() => this.edited(), () => this.page?.applied?.());
    this.page = null;
  }

  async start() {
    takeToken();
    whenLost((text) => this.locked(text));
    whenSlow(() => notice("No answer for 3 s. " + CROWDED, { error: true }));
    this.listen();
    // If other tabs use all connections, even the first request waits without an error.
    const crowded = setTimeout(() => this.locked("No answer yet. " + CROWDED), 3000);
    try { await this.load(); } catch (error) { if (error.status !== 401) this.locked(error.message); return; }
    finally { clearTimeout(crowded); }
    this.stream.structure = after(100, () => this.reload());
    this.stream.open();
    this.route();
  }

  async load() {
    const database = this.database = await get("/api/database");
    document.title = database.name + " – LiveSQL studio";
    $("database").textContent = $("database").title = database.name;
    $("mode").hidden = !database.writable;
    $("mode").textContent = "writes";
    document.body.classList.toggle("writable", database.writable);
    $("version").textContent = `${database.kind === "sqlite" ? "SQLite" : "PostgreSQL"} ${database.version}`;
    this.list();
  }

  /** Reads the structure again after a possible change. The open page is rebuilt only if its own part has changed, so that a change elsewhere costs neither the focus nor a text. */
  async reload() {
    try { await this.load(); } catch { return; }
    if (!this.page?.isCurrent(this.database)) this.route(true);
  }

  locked(text) {
    this.page?.close();
    this.page = null;
    $("page").replaceChildren(el("p.blank", { role: "alert" }, text));
  }

  // MARK: The frame

  list() {
    const wish = $("tableFilter").value.trim().toLowerCase(), groups = { table: [], view: [], virtual: [] };
    for (const table of this.database.tables) if (fuzzy(table.name.toLowerCase(), wish)) groups[table.kind].push(table);
    const names = { table: "Tables", view: "Views", virtual: this.database.kind === "sqlite" ? "Virtual tables" : "Foreign tables" };
    const nodes = Object.entries(groups).filter(([, tables]) => tables.length).map(([kind, tables]) => el("section", {}, el("h2", {}, names[kind]), el("ul", {}, tables.map((table) =>
      el("li", {}, el("a", { href: this.tableLink(table), title: table.reason && table.kind !== "table" ? table.reason : shownName(table) }, el("span", {}, shownName(table)), el("small", {}, table.rows === null ? "" : short(table.rows))))))));
    const parts = this.schemaParts(wish);
    $("tables").replaceChildren(...nodes, ...parts, nodes.length || parts.length ? "" : el("p.hint", {}, this.database.tables.length ? "No such table." : "There are no tables yet."));
    this.mark();
  }

  /** Indexes and triggers, collapsed until the search finds one; each links to its SQL. */
  schemaParts(wish) {
    const { tables, triggers } = this.database;
    const parts = { Indexes: tables.flatMap((table) => table.indexes.filter((index) => index.sql).map((index) => ({ name: index.name, table: shownName(table) }))), Triggers: triggers.map((trigger) => ({ name: trigger.name, table: shownName({ schema: trigger.schema, name: trigger.table }) })) };
    return Object.entries(parts).map(([name, all]) => [name, all.filter((part) => fuzzy(part.name.toLowerCase(), wish))]).filter(([, found]) => found.length).map(([name, found]) =>
      el("details", { open: wish !== "" || this.unfolded?.has(name), ontoggle: (event) => { (this.unfolded ??= new Set())[event.currentTarget.open ? "add" : "delete"](name); } }, el("summary", {}, name, " ", el("small", {}, count(found.length))), el("ul", {}, found.map((part) =>
        el("li", {}, el("a", { href: `#/schema/${encodeURIComponent(part.table)}/${encodeURIComponent(part.name)}`, title: `${part.name} on ${part.table}` }, el("span", {}, part.name)))))));
  }

  /** Marks the page that is open. */
  mark() {
    const here = location.hash.split("?")[0];
    for (const link of document.querySelectorAll("#side a")) {
      if (link.getAttribute("href").split("?")[0] === here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  title(name, note = "") { $("title").replaceChildren(el("h1", {}, name), note ? el("span.tag", {}, note) : ""); }

  tools(...nodes) {
    this.review = el("button.main", { type: "button", hidden: true, title: "Ctrl S", onclick: () => this.edits.review() });
    $("tools").replaceChildren(...nodes.filter(Boolean), this.review);
    this.edited();
  }

  edited() {
    if (this.review) { this.review.hidden = !this.edits.count; this.review.textContent = `Review ${this.edits.count}`; this.review.setAttribute("aria-label", `Review ${this.edits.count} staged changes`); }
    this.page?.edited?.();
  }

  badge() {
    const { stream } = this, badge = $("badge"), seconds = Math.max(0, Math.ceil((stream.retryAt - Date.now()) / 1000));
    const text = { live: "live", paused: "paused", crowded: "waiting", off: stream.stopped ? "locked" : stream.retryAt ? seconds ? `reconnecting, ${seconds} s` : "reconnecting" : "connecting" }[stream.state];
    const age = stream.newest ? `newest change ${ago(Date.now() - stream.newest)}` : "no change yet";
    if (badge.dataset.state !== stream.state) badge.dataset.state = stream.state;
    if (badge.lastElementChild.textContent !== text) badge.lastElementChild.textContent = text;
    $("menuButton").dataset.state = stream.state;
    $("menuButton").setAttribute("aria-label", `Tables (${text})`);
    badge.title = stream.state === "crowded" ? CROWDED : stream.state === "live" ? `${age} · press to pause` : stream.state === "paused" ? "press to resume" : [stream.refusal, "press to try now"].filter(Boolean).join(" ");
    // What the server refuses is said once, because it stays until a person does something.
    if (stream.refusal && stream.refusal !== this.refused) notice(stream.refusal, { error: true });
    this.refused = stream.refusal;
  }

  // MARK: Addresses

  tableLink(table) { return `#/table/${encodeURIComponent(table.schema)}/${encodeURIComponent(table.name)}`; }

  /** The address of the rows of a table where columns have values; null if a value is cut, or is no text that can be typed. */
  linkTo({ schema, name }, pairs) {
    const table = this.database.tables.find((t) => t.name === name && t.schema === schema);
    if (!table) return "#/schema";
    if (pairs.some(([, cell]) => cell === undefined || isCut(cell) || isLarge(cell))) return null;
    const filters = pairs.map(([column, cell]) => cell === null ? { column, operator: "is null" } : cell === "" ? { column, operator: "is empty" } : { column, operator: "=", type: kindOf(cell), text: editable(cell) });
    return this.tableLink(table) + "?" + encodeURIComponent(JSON.stringify({ filters }));
  }

  /** Keeps the filters in the address, so that it can be bookmarked; letters add no steps to the history. */
  keepState(table, state) {
    const bare = location.hash.split("?")[0], [, schema, name] = parts(bare), empty = !state.filters.length && !state.search && !state.sort.length;
    // The address is that of the next page before that page opens.
    if (location.hash && (schema !== table.schema || name !== table.name)) return;
    history.replaceState(null, "", empty ? bare : bare + "?" + encodeURIComponent(JSON.stringify(state)));
  }

  carry(sql) { this.carried = sql; }

  route(again = false) {
    const [path, query] = location.hash.split("?");
    let state = {};
    try { state = query ? JSON.parse(decodeURIComponent(query)) : {}; } catch { /* an address that was cut */ }
    const inPage = document.activeElement?.closest?.("#page");
    this.page?.close();
    this.page = null;
    closeMenu(false);
    this.side(false);
    this.page = this.make(parts(path), state);
    if (!this.page) return;
    $("page").replaceChildren(this.page.node);
    this.mark();
    // The grid does not take the focus from a mouse user, because rows do not move while it has the focus; the first key moves the focus there.
    if (inPage || (!again && (this.byKey || !(this.page instanceof TablePage)))) this.page.focus();
  }

  make(address, state) {
    const { tables } = this.database, [page, schema, name] = address;
    if (page === "sql") return new SQLPage(this);
    if (page === "live") return new LivePage(this);
    if (page === "schema") return new SchemaPage(this, name, schema);
    if (page === "table") {
      const table = tables.find((t) => t.schema === schema && t.name === name);
      if (table) return new TablePage(this, table, state);
      this.title(name ?? "");
      this.tools();
      $("page").replaceChildren(el("p.blank", {}, `The table ${name} no longer exists.`));
      return null;
    }
    if (tables.length) { history.replaceState(null, "", this.tableLink(tables[0])); return new TablePage(this, tables[0], {}); }
    this.title("No tables");
    this.tools();
    $("page").replaceChildren(el("p.blank", {}, "This database has no tables yet. ", el("a", { href: "#/sql" }, "Create one with SQL")));
    return null;
  }

  // MARK: Input

  listen() {
    addEventListener("hashchange", () => { if (/^#token=/.test(location.hash)) { takeToken(); location.reload(); } else if (this.database) this.route(); });
    addEventListener("keydown", (event) => { this.byKey = true; this.key(event); });
    addEventListener("pointerdown", () => { this.byKey = false; }, true);
    $("tableFilter").addEventListener("input", () => this.list());
    $("tableFilter").addEventListener("keydown", (event) => this.filterKey(event));
    $("tables").addEventListener("keydown", (event) => this.listKey(event));
    $("badge").addEventListener("click", () => this.stream.toggle());
    $("helpButton").addEventListener("click", help);
    $("menuButton").addEventListener("click", () => this.side(!document.body.classList.contains("open")));
    $("shade").addEventListener("click", () => this.side(false));
    $("skip").addEventListener("click", (event) => { event.preventDefault(); this.page?.focus(); });
    this.listenToSheet();
    $("sheet").addEventListener("close", () => { if (!$("sheet").open) document.body.append($("notice")); });
    this.stream.watchers.add(() => this.badge());
    setInterval(() => this.badge(), 500);
    addEventListener("beforeunload", (event) => { if (this.edits.count || sheetHolds()) event.preventDefault(); });
  }

  /** Closes the sheet by Escape, its ✕, and a press beside it; one that began in the sheet, such as a selection, does not count. */
  listenToSheet() {
    const sheet = $("sheet");
    let began = false;
    sheet.addEventListener("pointerdown", (event) => { began = event.target === sheet; });
    sheet.addEventListener("click", (event) => { if ((event.target === sheet && began) || event.target.closest("[data-close]")) leaveSheet(); });
    sheet.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.preventDefault(); leaveSheet(); } });
    sheet.addEventListener("cancel", (event) => { if (event.target === sheet) { event.preventDefault(); leaveSheet(); } });
  }

  /** Reviews the staged changes. In the sheet of a new row, the typed row is staged first. */
  reviewKey() {
    const stage = $("sheet").open ? $("sheet").querySelector("[data-stage]") : null;
    if (sheetHolds()) stage?.click();
    if (!$("sheet").open || !(stage || sheetHolds())) this.edits.review();
  }

  side(open) {
    document.body.classList.toggle("open", open);
    $("shade").hidden = !open;
    $("menuButton").setAttribute("aria-expanded", String(open));
    if (open) $("tableFilter").focus();
  }

  filterKey(event) {
    const links = [...$("tables").querySelectorAll("a")];
    if (event.key === "Enter" && links.length) { event.preventDefault(); location.hash = links[0].getAttribute("href"); event.target.value = ""; this.list(); }
    else if (event.key === "ArrowDown") { event.preventDefault(); links[0]?.focus(); }
    else if (event.key === "Escape") { event.preventDefault(); event.target.value = ""; this.list(); this.side(false); this.page?.focus(); }
  }

  listKey(event) {
    const links = [...$("tables").querySelectorAll("a")], at = links.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    (to < 0 ? $("tableFilter") : links[Math.min(to, links.length - 1)])?.focus();
  }

  key(event) {
    const ctrl = event.ctrlKey || event.metaKey, inSheet = $("sheet").open, typing = event.target.closest?.("input:not([type=checkbox]), textarea, select");
    if (ctrl && event.key === "k") { event.preventDefault(); leaveSheet(() => { this.side(innerWidth < 720); $("tableFilter").focus(); $("tableFilter").select(); }); }
    else if (ctrl && event.key === "s") { event.preventDefault(); this.reviewKey(); }
    else if (ctrl && event.key === "i" && inSheet) event.preventDefault();
    else if (ctrl && event.key === "i" && this.page instanceof TablePage && this.page.table.editable) { event.preventDefault(); if (this.page.table.edits.includes("insert")) $("tools").querySelector("[title='Insert (Ctrl I)']")?.click(); else this.page.lacks("insert"); }
    else if (event.altKey && PAGES[event.code]) { event.preventDefault(); leaveSheet(() => { location.hash = PAGES[event.code]; }); }
    else if (event.key === "Escape" && document.body.classList.contains("open")) this.side(false);
    else if (this.page instanceof TablePage && document.activeElement === document.body && !event.altKey && !inSheet && INTO_GRID.test(event.key)) { this.page.focus(); this.page.grid.key(event); }
    else if (typing || ctrl || event.altKey || inSheet) return;
    else if (event.key === "?") { event.preventDefault(); help(); }
    else if (event.key === "/" && this.page instanceof TablePage) { event.preventDefault(); this.page.addFilter(); }
    else if (event.key === "r" && this.page?.window?.pending) this.page.release();
  }
}

const CROWDED = "A browser opens six connections to a server over all its tabs: close a tab of the studio.";
const INTO_GRID = /^(Arrow|Page|Home$|End$|Enter$|F2$|Delete$| $)/;
const PAGES = { Digit1: "#/sql", Digit2: "#/live", Digit3: "#/schema" };

/** The parts of an address. One that was typed may contain a `%` that escapes nothing. */
const parts = (path) => path.split("/").slice(1).map((part) => { try { return decodeURIComponent(part); } catch { return part; } });

/** Whether a name contains the letters in order. */
function fuzzy(name, wish) {
  let at = -1;
  return [...wish].every((letter) => letter === " " || (at = name.indexOf(letter, at + 1)) >= 0);
}
const short = (n) => n < 10000 ? count(n) : n < 1e6 ? Math.round(n / 1000) + "k" : (n / 1e6).toFixed(1).replace(/\.0$/, "") + "M";
const ago = (ms) => ms < 1500 ? "now" : ms < 90000 ? `${Math.round(ms / 1000)} s ago` : `${Math.round(ms / 60000)} min ago`;

const app = new App();
app.start();
