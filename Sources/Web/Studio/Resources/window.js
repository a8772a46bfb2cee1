// The loaded rows of a table: a live window around the visible ones.
// It sends one request at a time, and keeps only the newest of those that wait.

import { after } from "./dom.js";
import { Tally, changes } from "./announce.js";

/** Applies a live difference (`order`, `rows`, `changed`) to rows, keeping the objects of rows that stay. */
export function patched(old, event, now) {
  const fresh = new Map(event.rows.map((row) => [row.i, { k: row.k, c: row.c, born: now }]));
  const rows = event.order.map((from, to) => from < 0 ? fresh.get(to) : old[from]);
  for (const { i, c } of event.changed) mark(rows[i], c, now);
  return rows;
}

function mark(row, cells, now) {
  row.c = row.c.slice();
  row.marks ??= new Map();
  for (const [index, cell] of cells) { row.c[index] = cell; row.marks.set(index, now); }
}

const isSame = (order, length) => order.length === length && order.every((from, to) => from === to);
const id = (row) => JSON.stringify(row.k);

export class Window {
  /** `spec`: table, schema, filters, search, sort. `held()`: whether rows must not move now. */
  constructor(stream, spec, { held, moved, problem, sql }) {
    Object.assign(this, { stream, spec, held, moved, problem });
    this.rows = []; this.first = 0; this.total = null; this.columns = [];
    this.server = null;          // the newest rows while the shown ones must not move
    this.waiting = new Tally();
    this.busy = true; this.wish = null; this.about = this.least = false; this.ms = 0; this.cancelled = false;
    this.loaded = false;
    // A slow query gets a Cancel button; for a quick one it would flicker.
    this.watch = after(300, () => { if (this.busy || this.counting) { this.slow = true; this.moved(0, "held"); } });
    this.watch();
    this.subscription = stream.subscribe("grid", this.body(0, 90), (kind, event) => this.receive(kind, event), (error) => { this.busy = false; problem(error.message); });
    this.subscription.isRunning = () => this.busy;
    this.subscription.answered = (answer) => { this.sql = answer.sql; sql(answer.sql); };
  }

  body(first, count) { return { ...this.spec, columns: null, first, count }; }
  row(index) { return this.rows[index - this.first]; }
  /** Whether the rows are here, and their number is not. */
  get counting() { return this.loaded && this.total === null && !this.least; }
  get pending() { return this.server !== null; }

  /** Begins again with other filters, sort or search; the server interrupts the older query. */
  respec(spec) {
    this.spec = spec;
    this.fresh = true;
    this.cancelled = false;
    this.last = null;
    this.ask(0, 90);
  }

  ask(first, count) {
    this.busy = true;
    this.wish = null;
    this.watch();
    this.subscription.change(this.body(first, count));
  }

  cancel() { this.subscription.cancel(); }
  retry() { this.cancelled = false; this.ask(this.first, 90); }

  /** Receives the visible range, and requests rows if less than half a screen beyond it is loaded. */
  want(first, count) {
    const all = this.total ?? (this.short ? this.first + this.rows.length : Infinity), end = Math.min(all, first + count), margin = count >> 1;
    const knows = (a, b) => a >= this.first && b <= this.first + this.rows.length;
    if (this.cancelled || knows(Math.max(0, Math.min(first - margin, end)), Math.min(all, end + margin))) return;
    if (this.busy) { this.wish = { first, count }; return; }
    // The same request would get the same answer, so it is repeated only after rows have moved.
    const wish = [Math.max(0, first - count), count * 3];
    if (this.last && this.last[0] === wish[0] && this.last[1] === wish[1]) return;
    this.last = wish;
    this.ask(...wish);
  }

  receive(kind, event) {
    if (kind === "problem") return this.failed(event);
    if (kind !== "grid") return;
    this.ms = event.ms ?? this.ms;
    this.about = event.about;
    this.least = event.least;
    if (event.reset) this.reset(event);
    else this.patch(event);
  }

  failed(event) {
    this.busy = this.slow = false;
    this.cancelled = event.error.startsWith("Cancelled");
    this.problem(this.cancelled ? "cancelled" : event.error);
  }

  reset(event) {
    const fresh = this.fresh || !this.loaded;
    this.busy = this.fresh = this.slow = false;
    this.loaded = true;
    this.columns = event.columns;
    this.short = event.rows.length < this.subscription.body.count;   // it contains the end of the table
    this.problem(null);
    const known = new Map(this.rows.map((row) => [id(row), row]));
    // Rows keep their objects, and with them their marks and staged edits.
    const rows = event.rows.map((row) => { const old = known.get(id(row)); if (!old) return row; old.c = row.c; delete old.gone; return old; });
    this.take(rows, event.first, event.total ?? (fresh ? null : this.total), fresh ? "fresh" : "scroll");
    if (this.counting) this.watch();
    if (this.wish) { const { first, count } = this.wish; this.wish = null; this.want(first, count); }
  }

  patch(event) {
    if (event.first !== this.first || event.total !== this.total) this.last = null;
    const now = performance.now(), old = this.server ?? this, settled = isSame(event.order, old.rows.length);
    const rows = patched(old.rows, event, now);
    const growth = event.total === null || old.total === null ? 0 : event.total - old.total;
    const difference = { changed: event.changed.length, growth, gone: event.gone.length };
    changes(difference);
    // The total may arrive before its rows; while they are held, it counts them.
    const held = this.held();
    if (settled && !this.server) { this.take(rows, event.first, event.total, "settled", held); return held ? this.waiting.add(difference) : undefined; }
    if (settled) { Object.assign(this.server, { rows, first: event.first, total: event.total }); this.waiting.add(difference); return this.moved(0, "held"); }
    if (!held) { this.server = null; return this.take(rows, event.first, event.total, "live"); }
    // The pointer is on these rows: they stay, and the waiting changes are counted.
    const lost = new Set(event.gone.map((key) => JSON.stringify(key)));
    for (const row of this.rows) if (lost.has(id(row))) row.gone = true;
    this.server = { rows, first: event.first, total: event.total };
    this.waiting.add(difference);
    this.moved(0, "held");
  }

  /** The place of a row on the server, whose rows may have moved already; -1 if it has the row no more. */
  placeOf(row) {
    const now = this.server ?? this, at = now.rows.indexOf(row);
    return at < 0 ? -1 : now.first + at;
  }

  /** Shows the waiting changes. */
  release() {
    if (!this.server) { this.waiting.clear(); return this.moved(0, "held"); }
    const { rows, first, total } = this.server;
    this.take(rows, first, total, "live");
  }

  /** Replaces the rows, and reports by how many positions the anchor (a row that stays) has moved. */
  take(rows, first, total, why, counts = false) {
    const anchor = why === "fresh" ? null : this.anchor?.();
    let delta = 0, activeDelta;
    if (anchor) {
      const places = new Map(rows.map((row, i) => [id(row), first + i]));
      for (let i = anchor.first; i < anchor.first + anchor.count; i++) {
        const row = this.row(i), place = row && !row.gone ? places.get(id(row)) : undefined;
        if (place !== undefined) { delta = place - i; break; }
      }
      const at = this.active?.() ?? -1, active = this.row(at), place = active && !active.gone ? places.get(id(active)) : undefined;
      activeDelta = place === undefined ? delta : place - at;
    }
    Object.assign(this, { rows, first, total, server: null });
    if (!counts) this.waiting.clear();
    if (!this.busy && !this.counting) this.slow = false;
    this.moved(delta, why, activeDelta);
  }

  close() { this.watch.stop(); this.subscription.close(); }
}
