// The Live page: every commit with its origin, tables, keys, and old and new values.

import { el, plural, after, local, arrange, sheet } from "./dom.js";
import { plain, keyText } from "./cells.js";
import { shownName } from "./links.js";

const KEPT = 300, SHOWN = 8, SIGNS = { insert: "+", update: "~", delete: "−", write: "≈" }, WORDS = { insert: ["insert", "inserts"], update: ["update", "updates"], delete: ["delete", "deletes"], write: ["row written", "rows written"] };

export class LivePage {
  constructor(app) {
    Object.assign(this, { app, commits: [], held: [], paused: false, droppedCount: 0 });
    this.list = el("div.commits", { role: "log", "aria-label": "Commits", "aria-live": "off", "aria-busy": "true" });
    this.node = el("div.livePage", { tabindex: "0", "aria-label": "Commits" }, this.list);
    this.filter = el("input.search", { type: "search", placeholder: "Tables or values", "aria-label": "Only commits with", autocomplete: "off", spellcheck: "false", oninput: after(100, () => this.draw()) });
    this.pause = el("button", { type: "button", "aria-pressed": "false", title: "Pause (p)", onclick: () => this.toggle() }, "Pause");
    app.title("Live");
    app.tools(this.filter, this.pause, el("button", { type: "button", onclick: () => this.clear() }, "Clear"));
    this.node.addEventListener("keydown", (event) => { if (event.key === "p" && !event.ctrlKey) this.toggle(); });
    this.list.addEventListener("pointerenter", (event) => { this.inside = event.pointerType !== "touch"; });
    this.list.addEventListener("pointerleave", () => { this.inside = false; this.left(); });
    this.list.addEventListener("focusout", () => setTimeout(() => this.left(), 0));
    this.node.addEventListener("scroll", () => this.left(), { passive: true });
    this.subscription = app.stream.subscribe("commits", {}, (kind, event) => { if (kind === "commit") this.receive(event); else if (kind === "problem") { this.note = event.error; this.draw(); } });
    this.subscription.begins = () => { this.before = this.last && { ...this.last }; this.list.setAttribute("aria-busy", "true"); };
    this.subscription.answered = (answer) => this.cameBack(answer);
    this.draw();
  }

  /** Pauses and resumes. Where commits wait without a pause, it shows them. */
  toggle() {
    const waits = !this.paused && this.held.length > 0;
    if (waits) this.node.scrollTop = 0;
    else this.paused = !this.paused;
    if (!this.paused) this.show();
    this.label();
  }

  clear() {
    Object.assign(this, { commits: [], held: [], droppedCount: 0 });
    this.draw();
    this.label();
  }

  show() {
    this.commits = this.kept([...this.held, ...this.commits]);
    this.held = [];
    this.draw();
  }

  /** Whether cards must not move, because someone points at them, has moved into them, or has scrolled down to read. */
  get isRead() {
    return this.commits.length > 0 && (this.inside || this.node.scrollTop > 0 || (this.list !== document.activeElement && this.list.contains(document.activeElement)));
  }

  left() {
    if (this.paused || !this.held.length || this.isRead || this.closed) return;
    this.show();
    this.label();
  }

  label() {
    this.pause.setAttribute("aria-pressed", String(this.paused));
    this.pause.textContent = this.held.length ? `Show ${this.held.length}` : this.paused ? "Resume" : "Pause";
  }

  /** Says how many commits there were while no stream was open. The server counts them for some time. Commits of the new stream may come before its answer. */
  cameBack({ epoch, count, since }) {
    const { before } = this;
    this.list.removeAttribute("aria-busy");   // from now on, each commit is listed
    this.before = null;
    this.last = { epoch, count: Math.max(count, this.last?.epoch === epoch ? this.last.count : 0) };
    if (!before) return;
    const isKnown = before.epoch === epoch && before.count >= since, missed = isKnown ? count - before.count : null;
    if (missed === 0) return;
    this.add({ missed: 0, gap: isKnown ? `${plural(missed, "commit")} ${this.app.stream.away}.` : `How many commits there were ${this.app.stream.away} is not known.`, size: missed ?? 0 });
  }

  receive(event) {
    if (this.last) this.last.count = event.count;
    this.droppedCount += event.missed;
    this.add(event);
  }

  /** Adds a commit, or the number of those that were not seen. */
  add(event) {
    if (this.paused || this.isRead) { this.held = this.kept([event, ...this.held]); return this.label(); }
    this.commits = this.kept([event, ...this.commits]);
    // Many commits per second are drawn once per frame.
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.draw(); });
  }

  /** The newest commits; the number of the others is shown. */
  kept(commits) {
    this.droppedCount += commits.slice(KEPT).reduce((sum, { size = 1 }) => sum + size, 0);
    return commits.slice(0, KEPT);
  }

  draw() {
    const wish = this.filter.value.trim().toLowerCase(), commits = wish ? this.commits.filter((commit) => words(commit).includes(wish)) : this.commits;
    if (!commits.length) return this.list.replaceChildren(el("p.blank", {}, this.commits.length ? "No commit matches." : this.note ?? "Waiting for the next commit of any process."));
    const known = new Map([...this.list.children].map((node) => [node.commit, node]));
    arrange(this.list, [...(this.app.database.kind === "sqlite" && commits.some(isUnknown) ? [this.unknown ??= unknownHint()] : []), ...commits.map((commit) => known.get(commit) ?? this.card(commit)), ...(this.droppedCount ? [el("p.hint", {}, `${plural(this.droppedCount, "older commit")} ${this.droppedCount === 1 ? "is" : "are"} no longer shown.`)] : [])]);
  }

  card(commit) {
    if (commit.gap) { const node = el("p.hint.gap", {}, commit.gap); node.commit = commit; return node; }
    const node = el("article.commit", { "aria-label": `Commit ${commit.number}` }, el("time", { datetime: commit.time, title: `${local(commit.time)}, here; ${commit.time} in UTC` }, local(commit.time).slice(11)),
      el("span", { class: "origin " + commit.origin }, commit.origin === "this" ? "this process" : "another"), el("div", {}, commit.tables.map((table) => this.table(table)), commit.tables.length ? "" : el("span.soft", {}, "no table that is watched")));
    node.commit = commit;
    return node;
  }

  table(change) {
    if (isAny(change)) return el("section", {}, el("h3", {}, change.table, " ", el("small", {}, "changed")));
    const sums = Object.keys(WORDS).map((kind) => [kind, change.rows.filter((row) => row.kind === kind).length]).filter(([, n]) => n).map(([kind, n]) => `${n} ${WORDS[kind][n === 1 ? 0 : 1]}`).join(", ");
    const known = this.app.database.tables.find((t) => t.name === change.table && t.schema === change.schema), name = tableName(change);
    const list = el("ul", {}, change.rows.slice(0, SHOWN).map((row) => this.row(row, known)));
    const rest = change.rows.length - SHOWN;
    if (rest > 0) list.append(el("li", {}, el("button.quiet", { type: "button", onclick: (event) => this.unfold(event.currentTarget.parentNode, change.rows.slice(SHOWN).map((row) => this.row(row, known))) }, `${rest} more`)));
    return el("section", {}, el("h3", {}, known ? el("a", { href: this.app.tableLink(known) }, name) : name, " ", el("small", {}, change.whole ? sums ? sums + " and more" : "changed as a whole" : sums)), list);
  }

  /** Shows the other rows in the place of the button, which had the focus. */
  unfold(item, rows) {
    item.replaceWith(...rows);
    (rows[0].querySelector("a") ?? this.node).focus({ preventScroll: true });
  }

  row(row, table) {
    // A row number that is no column cannot be searched.
    const isShown = table?.key.length && row.key && table.key.every((name) => table.columns.some((column) => column.name === name));
    const key = isShown ? this.app.linkTo(table, table.key.map((name, i) => [name, row.key[i]])) : null;
    const cut = (cell) => { const text = plain(cell); return text.length > 80 ? text.slice(0, 80) + "…" : text; };
    const values = row.kind === "update" && row.old && row.new
      ? Object.keys(row.new).flatMap((name) => ["  ", name, " ", el("del", {}, cut(row.old[name])), " → ", el("ins", {}, cut(row.new[name]))])
      : Object.entries(row.new ?? row.old ?? {}).filter(([name]) => !table?.key.includes(name)).flatMap(([name, cell]) => ["  ", el("span.soft", {}, name), " ", cut(cell)]);
    return el("li", { class: row.kind }, el("span.kind", { "aria-label": row.kind === "write" ? "inserted or updated" : row.kind }, SIGNS[row.kind]), " ", key ? el("a", { href: key }, keyText(row.key)) : keyText(row.key ?? []), values);
  }

  isCurrent() { return true; }
  focus() { this.node.focus({ preventScroll: true }); }
  close() {
    this.closed = true;
    this.filter.oninput.stop();
    cancelAnimationFrame(this.frame);
    this.subscription.close();
  }
}

/** Whether a part of a commit says only that something was changed. */
const isAny = (change) => change.schema === null && change.whole && !change.rows.length;
const isUnknown = (commit) => !commit.gap && commit.tables.some(isAny);

/** Says why nothing is known about commits of other programs. The engine has no way to ask. */
function unknownHint() {
  return el("p.hint.unknown", {}, "A commit by a program without LiveSQL is known only as “changed”: SQLite reports to other processes that a file has changed, but not which rows. ",
    el("button.quiet", { type: "button", onclick: () => sheet("Commits of other programs", GUIDE.map((text) => el("p", {}, text))) }, "The guide on it"));
}

/** From the guide “Studio and livesql”, which has no address of its own: the page loads nothing from elsewhere. */
const GUIDE = [
  "SQLite has no log that other processes can read by rows. Another process sees in the file's header, or in the index of the write-ahead log, that there was a commit, and nothing about it. A program that writes through LiveSQL also says which rows it has changed, as long as somebody watches.",
  "So a commit by sqlite3, Python, or an application with another library is listed as “any table · changed”. Grids and results still follow it, because they are read again.",
  "To see rows here, let the program write through LiveSQL. A copy of this in more words is in the guide “Studio and livesql”, under “Commits of other programs”.",
];

/** The name of a changed table; "any table" has no schema. */
const tableName = (change) => change.schema ? shownName({ schema: change.schema, name: change.table }) : change.table;

/** What a filter finds of a commit: the names of tables and columns, keys and values. */
function words(commit) {
  if (commit.gap) return "";
  return commit.words ??= commit.tables.flatMap((change) => [tableName(change), ...change.rows.flatMap((row) =>
    [...(row.key ?? []), ...[row.old, row.new].flatMap((values) => Object.entries(values ?? {}).flat())].map((cell) => plain(cell)))]).join("\n").toLowerCase();
}
