// A virtual grid. Its position is `y`, in pixels over all rows; the scroll bar only shows it,
// because no browser lays out an element of a million rows: the spacer has at most 5,000,000 px and is scaled.

import { el, remembered, remember, after, notice, plural, count } from "./dom.js";
import { show, alignsRight } from "./cells.js";
import { copy } from "./copy.js";
import { followFinger } from "./touch.js";

const ROW = 28, TALLEST = 5_000_000, GUTTER = 64, FADE = 1000, MANY = 30, NOTHING = Symbol("not filled");

export class Grid {
  /**
   * `source`: total, row(i), want(first, count). `columns`: [{name, type}].
   * `on`: open(row, column, typed), details(row), sort(column, more), menu(column, button), key(event), staged(row, column),
   * link(row, column): {href, name}, row(row): class names, active(), drawn(grid), whole(row, column): a Response.
   */
  constructor(source, columns, { name = "", label = "Rows", on = {} } = {}) {
    Object.assign(this, { source, name, on, y: 0, active: { row: 0, column: 0 }, range: null, pool: [], set: -1 });
    this.body = el("div.rows", { role: "rowgroup" });
    this.head = el("div.head", { role: "row", "aria-rowindex": "1" });
    this.stage = el("div.stage", { role: "presentation" }, el("div", { role: "rowgroup" }, this.head), this.body);
    this.spacer = el("div.spacer", { role: "presentation" }, this.stage);
    this.node = el("div.grid", { role: "grid", "aria-label": label, tabindex: "-1", "aria-multiselectable": "true" }, this.spacer);
    this.setColumns(columns);
    this.listen();
    new ResizeObserver(() => { this.measure(); this.render(); }).observe(this.node);
  }

  // MARK: Columns

  setColumns(columns) {
    const kept = this.name ? remembered("columns-" + this.name, {}) : {};
    this.columns = columns.map((column, index) => ({ ...column, index, right: alignsRight(column.type), width: kept[column.name]?.width ?? usual(column), hidden: !!kept[column.name]?.hidden, pinned: !!kept[column.name]?.pinned }));
    this.layout();
  }

  /** Pinned columns come first. Widths are CSS variables of the stage, so that resizing changes no cell. */
  layout() {
    const seen = this.columns.filter((column) => !column.hidden), focused = this.body.contains(document.activeElement);
    this.seen = [...seen.filter((column) => column.pinned), ...seen.filter((column) => !column.pinned)];
    this.head.replaceChildren(el("div.cell.number", { role: "columnheader", "aria-label": "Row" }), ...this.seen.map((column, i) => this.header(column, i)));
    this.node.setAttribute("aria-colcount", this.seen.length + 1);
    for (const row of this.pool) row.node.remove();
    this.pool = [];
    this.active.column = Math.min(this.active.column, Math.max(0, this.seen.length - 1));
    this.widths();
    this.measure();
    this.render();
    // Its cell is gone; the next drawing gives the focus to the new one.
    if (focused) this.node.focus({ preventScroll: true });
  }

  widths() {
    let left = GUTTER;
    this.seen.forEach((column, i) => {
      this.stage.style.setProperty("--w" + i, column.width + "px");
      this.stage.style.setProperty("--l" + i, left + "px");
      column.left = left;
      left += column.width;
    });
    this.width = left;
    this.spacer.style.width = left + "px";
  }

  keep() {
    if (!this.name) return;
    remember("columns-" + this.name, Object.fromEntries(this.columns.map(({ name, width, hidden, pinned }) => [name, { width, hidden, pinned }])));
  }

  change(column, what) { Object.assign(column, what); this.keep(); this.layout(); }

  place(node, column, i) {
    node.style.width = `var(--w${i})`;
    if (column.pinned) { node.classList.add("pinned"); node.style.left = `var(--l${i})`; }
    if (column.right) node.classList.add("right");
    node.setAttribute("aria-colindex", i + 2);
    return node;
  }

  header(column, i) {
    const sort = this.sorts?.findIndex((s) => s.column === column.name) ?? -1;
    const direction = sort < 0 ? null : this.sorts[sort].descending ? "descending" : "ascending";
    const sorter = this.on.sort
      ? el("button.sort", { type: "button", tabindex: "-1", title: `${column.name} ${column.type ?? ""}`.trim(), onclick: (event) => this.on.sort(column, event.shiftKey) },
        el("span", {}, column.name), direction && el("i", { "aria-hidden": "true" }, (direction === "descending" ? "↓" : "↑") + (this.sorts.length > 1 ? sort + 1 : "")))
      : el("span.sort", { title: column.name }, el("span", {}, column.name));
    const menu = this.on.menu && el("button.more", { type: "button", tabindex: "-1", "aria-label": "Column " + column.name, "aria-haspopup": "menu", onclick: (event) => this.on.menu(column, event.currentTarget) }, "⋯");
    const handle = el("div.handle", { "aria-hidden": "true", onpointerdown: (event) => this.resize(event, column, i), ondblclick: () => this.fit(column) });
    return this.place(el("div.cell", { role: "columnheader", "aria-sort": this.on.sort ? direction ?? "none" : null }, sorter, menu, handle), column, i);
  }

  resize(event, column, i) {
    event.preventDefault();
    const handle = event.currentTarget, from = event.clientX, width = column.width;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => { column.width = Math.max(48, width + move.clientX - from); this.widths(); };
    // The browser ends a drag without `pointerup` too, for example when a dialog opens.
    handle.onlostpointercapture = () => { handle.onpointermove = handle.onlostpointercapture = null; this.keep(); };
  }

  /** Makes a column as wide as its widest visible cell. */
  fit(column) {
    const i = this.seen.indexOf(column);
    const widest = Math.max(0, ...this.pool.filter((row) => row.index !== null).map((row) => row.cells[i]?.scrollWidth ?? 0), column.name.length * 7.5 + 44);
    this.change(column, { width: Math.min(600, Math.max(56, widest + 12)) });
  }

  wider(column, by) { this.change(column, { width: Math.min(1200, Math.max(48, column.width + by)) }); }

  // MARK: Position

  get total() { return this.source.total ?? this.source.rows?.length ?? 0; }
  get most() { return Math.max(0, this.total * ROW - this.room); }
  get perView() { return Math.max(1, Math.floor(this.room / ROW)); }

  measure() {
    this.view = this.node.clientHeight;
    this.room = Math.max(0, this.view - ROW);
    this.stage.style.height = this.view + "px";
    const tall = this.total * ROW + ROW;
    this.scaled = tall > TALLEST;
    this.spacer.style.height = Math.max(this.view, Math.min(tall, TALLEST)) + "px";
    this.node.setAttribute("aria-rowcount", this.source.total === null ? -1 : this.total + 1);
    this.node.classList.toggle("scaled", this.scaled);
    this.y = Math.min(this.y, this.most);
    this.showBar();
  }

  /** Moves the scroll bar to `y`; the resulting event is recognized by its value. */
  showBar() {
    const span = this.node.scrollHeight - this.node.clientHeight;
    this.set = this.most ? Math.round(this.scaled ? this.y / this.most * span : this.y) : 0;
    if (Math.abs(this.node.scrollTop - this.set) >= 1) this.node.scrollTop = this.set;
  }

  scrolled() {
    const top = this.node.scrollTop;
    if (this.seen.length > MANY && this.node.scrollLeft !== this.left) { this.left = this.node.scrollLeft; this.render(); }
    if (Math.abs(top - this.set) < 1.5) return;
    const span = this.node.scrollHeight - this.node.clientHeight;
    this.set = top;
    this.y = this.scaled ? top / Math.max(1, span) * this.most : top;
    this.render();
  }

  moveTo(y) {
    this.y = Math.max(0, Math.min(this.most, y));
    this.showBar();
    this.render();
  }

  /** Moves to the first row, and leaves the focus where it is, for example in the search field. */
  toTop() {
    this.range = null;
    this.active = { row: 0, column: this.active.column };
    this.moveTo(0);
  }

  /** Brings a row into view, with as little movement as possible. */
  reveal(index) {
    const top = index * ROW;
    if (top < this.y) this.moveTo(top);
    else if (top + ROW > this.y + this.room) this.moveTo(top + ROW - this.room);
    else this.render();
  }

  revealColumn() {
    const column = this.seen[this.active.column];
    if (!column || column.pinned) return;
    const before = this.seen.slice(0, this.active.column), left = GUTTER + before.reduce((sum, c) => sum + c.width, 0);
    const pinned = GUTTER + before.reduce((sum, c) => sum + (c.pinned ? c.width : 0), 0);
    if (left < this.node.scrollLeft + pinned) this.node.scrollLeft = left - pinned;
    else if (left + column.width > this.node.scrollLeft + this.node.clientWidth) this.node.scrollLeft = left + column.width - this.node.clientWidth;
  }

  /** The visible rows; the anchor is the first of them that stays. */
  visible() { return { first: Math.floor(this.y / ROW), count: Math.ceil(this.room / ROW) + 1 }; }

  /** Keeps the visible rows at their pixels after rows above were inserted or deleted. */
  shift(rows, active) {
    this.active.row = Math.max(0, this.active.row + active);
    if (this.range) this.range = this.range.map((i) => Math.max(0, i + active));
    this.y = Math.max(0, this.y + rows * ROW);
  }

  // MARK: Rendering

  /** Renders at most once per frame. Marks are as old as they were when it was asked for, so that a late frame shows them too. */
  render() {
    if (this.frame) return;
    const asked = performance.now();
    this.frame = requestAnimationFrame(() => { this.frame = 0; this.draw(asked); });
  }

  refresh() { this.measure(); this.render(); }

  draw(now = performance.now()) {
    const { first, count } = this.visible(), size = Math.ceil(this.room / ROW) + 2;
    if (!this.room) return;
    this.source.want?.(first, count);
    while (this.pool.length < size) this.pool.push(this.makeRow());
    while (this.pool.length > size) this.pool.pop().node.remove();
    const focused = this.node.contains(document.activeElement) && !this.head.contains(document.activeElement) && !this.editor?.contains(document.activeElement);
    this.fading = false;
    for (let i = first; i < first + size; i++) this.drawRow(this.pool[i % size], i, now);
    if (focused) this.focus();
    else this.tabStop();
    this.on.drawn?.(this);
    if (this.fading) this.fadeLater();
  }

  fadeLater() {
    this.fader ??= after(FADE + 60, () => this.render());
    this.fader();
  }

  makeRow() {
    const number = el("div.cell.number", { role: "rowheader", "aria-colindex": "1" });
    const cells = this.seen.map((column, i) => this.place(el("div.cell", { role: "gridcell", tabindex: "-1" }), column, i));
    const node = el("div.row", { role: "row" }, number, cells);
    this.body.append(node);
    return { node, number, cells, index: null, row: null, shown: [] };
  }

  drawRow(slot, index, now) {
    const { node } = slot;
    if (index >= this.total) { node.hidden = true; slot.index = null; return; }
    const row = this.source.row(index);
    node.hidden = false;
    node.style.transform = `translateY(${Math.round(index * ROW - this.y)}px)`;
    if (slot.index !== index) { slot.number.textContent = index + 1; node.setAttribute("aria-rowindex", index + 2); slot.index = index; }
    const extra = row && this.on.row?.(row) || "";
    const selected = this.range && index >= Math.min(...this.range) && index <= Math.max(...this.range);
    const kind = `row${row?.gone ? " gone" : ""}${selected ? " selected" : ""}${index === this.active.row ? " current" : ""}${index % 2 ? " odd" : ""} ${extra}`;
    if (slot.kind !== kind) { node.className = slot.kind = kind; node.setAttribute("aria-selected", selected ? "true" : "false"); }
    // Only visible columns are filled; the others keep their places.
    const fresh = slot.row !== row;
    this.seen.forEach((column, i) => {
      if (this.inView(column, i)) this.drawCell(slot, i, column, row, now);
      else if (fresh && slot.shown[i] !== NOTHING) { slot.shown[i] = NOTHING; slot.cells[i].textContent = ""; }
    });
    slot.row = row;
  }

  drawCell(slot, i, column, row, now) {
    const node = slot.cells[i];
    if (!row) {
      if (slot.shown[i] !== undefined) { node.className = "cell waiting" + fixed(column); node.textContent = ""; slot.shown[i] = undefined; if (slot.states) slot.states[i] = ""; }
      return;
    }
    const staged = this.on.staged?.(row, column), value = staged ? staged.value : row.c[column.index];
    const link = this.on.link?.(row, column), href = link?.href;
    if (slot.row !== row || slot.shown[i] !== value || node.href !== href) {
      show(node, value);
      slot.shown[i] = value;
      if (link) node.append(el("a.go", { href, tabindex: "-1", "aria-label": link.name, title: `Open ${link.name} (Alt Enter)` }, "→"));
      node.href = href;
    }
    const state = staged ? (staged.conflict ? " staged conflict" : " staged") : "";
    if (slot.states?.[i] !== state) { (slot.states ??= [])[i] = state; node.classList.toggle("staged", !!staged); node.classList.toggle("conflict", !!staged?.conflict); }
    // A recent mark starts to fade; an element that shows another row loses it.
    const marked = Math.max(row.marks?.get(column.index) ?? -Infinity, row.born ?? -Infinity), young = now - marked < FADE;
    if (young) { this.fading = true; if (node.mark !== marked) { node.mark = marked; node.classList.remove("changed"); void node.offsetWidth; node.style.animationDelay = `${Math.min(0, Math.round(marked - now))}ms`; node.classList.add("changed"); } }
    else if (node.mark) { node.mark = 0; node.classList.remove("changed"); }
  }

  inView(column) {
    if (this.seen.length <= MANY || column.pinned) return true;
    const left = this.node.scrollLeft;
    return column.left + column.width > left - 100 && column.left < left + this.node.clientWidth + 100;
  }

  cellAt(row = this.active.row, column = this.active.column) {
    return this.pool.find((slot) => slot.index === row)?.cells[column];
  }

  /** The only Tab stop: the active cell, or the grid if the row is not visible. */
  tabStop() {
    const cell = this.cellAt();
    if (this.stop !== cell) { this.stop?.setAttribute("tabindex", "-1"); this.stop?.classList.remove("active"); }
    this.stop = cell;
    cell?.setAttribute("tabindex", "0");
    cell?.classList.add("active");
    this.node.setAttribute("tabindex", cell ? "-1" : "0");
    return cell;
  }

  focus() {
    const target = this.tabStop() ?? this.node;
    if (document.activeElement !== target) target.focus({ preventScroll: true });
  }

  activate(row, column, extend = false) {
    if (extend) this.range = [this.range?.[0] ?? this.active.row, row];
    else this.range = null;
    this.active = { row: Math.max(0, Math.min(this.total - 1, row)), column: Math.max(0, Math.min(this.seen.length - 1, column)) };
    this.revealColumn();
    this.reveal(this.active.row);
    if (this.frame) { cancelAnimationFrame(this.frame); this.frame = 0; }
    this.draw();
    this.focus();
    this.on.active?.();
  }

  get column() { return this.seen[this.active.column]; }
  get current() { return this.source.row(this.active.row); }

  /** The loaded ones of the selected rows, or the current row. If some are not loaded, the page says so, with `advice`. */
  chosen(advice = "") {
    if (!this.range) return this.current ? [this.current] : [];
    const first = Math.min(...this.range), end = Math.max(...this.range) + 1, loaded = this.source.first ?? 0;
    const rows = this.source.rows.slice(Math.max(0, first - loaded), Math.max(0, end - loaded));
    if (rows.length < end - first) notice(`${plural(rows.length, "row")} of ${count(end - first)}: the others are not loaded. ${advice}`.trim());
    return rows;
  }

  // MARK: Input

  listen() {
    this.node.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.node.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.addEventListener("copy", (event) => copy(this, event));
    this.body.addEventListener("pointerdown", (event) => this.pointed(event));
    this.body.addEventListener("dblclick", (event) => { if (event.target.closest(".cell:not(.number)")) this.on.open?.(this.current, this.column); else this.on.details?.(this.current); });
    followFinger(this);
  }

  /** The wheel moves by pixels of rows, because a scaled scroll bar would skip rows. */
  wheel(event) {
    if (!this.scaled || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) return;
    event.preventDefault();
    this.moveTo(this.y + event.deltaY * (event.deltaMode === 1 ? ROW : event.deltaMode === 2 ? this.room : 1));
  }

  pointed(event) {
    const cell = event.target.closest(".cell"), slot = this.pool.find((s) => s.node.contains(cell));
    if (!slot || slot.index === null || event.target.closest("a, button, .editor")) return;
    const column = slot.cells.indexOf(cell);
    if (event.button === 0) event.preventDefault();
    this.activate(slot.index, column < 0 ? this.active.column : column, event.shiftKey);
  }

  key(event) {
    if (event.target.closest(".editor") || this.head.contains(event.target)) return;
    if (this.on.key?.(event)) { event.preventDefault(); event.stopPropagation(); return; }
    const { row, column } = this.active, ctrl = event.ctrlKey || event.metaKey, extend = event.shiftKey;
    const moves = {
      ArrowUp: [ctrl ? 0 : row - 1, column], ArrowDown: [ctrl ? this.total - 1 : row + 1, column],
      ArrowLeft: [row, ctrl ? 0 : column - 1], ArrowRight: [row, ctrl ? this.seen.length - 1 : column + 1],
      Home: ctrl ? [0, 0] : [row, 0], End: ctrl ? [this.total - 1, this.seen.length - 1] : [row, this.seen.length - 1],
      PageUp: [row - this.perView, column], PageDown: [row + this.perView, column],
    };
    if ((event.altKey && event.key === "ArrowDown") || event.key === "ContextMenu" || (extend && event.key === "F10")) { event.preventDefault(); this.openMenu(); return; }
    if (ctrl && event.key === "a") { event.preventDefault(); this.selectAll(); return; }
    if (event.altKey) {
      if (this.column && (event.key === "ArrowLeft" || event.key === "ArrowRight")) { event.preventDefault(); this.wider(this.column, event.key === "ArrowRight" ? 16 : -16); this.focus(); }
      return;
    }
    const move = moves[event.key];
    if (move) { event.preventDefault(); this.activate(Math.max(0, Math.min(this.total - 1, move[0])), move[1], extend); }
    else if (event.key === "Enter" || event.key === "F2") { event.preventDefault(); this.on.open?.(this.current, this.column); }
    else if (event.key === " ") { event.preventDefault(); this.on.details?.(this.current); }
    else if (event.key === "Escape" && this.range) { this.range = null; this.render(); }
  }

  /** Opens the menu of the active column, which a mouse opens at its header. */
  openMenu() {
    const button = this.head.children[this.active.column + 1]?.querySelector(".more");
    if (button && this.column) this.on.menu?.(this.column, button);
  }

  selectAll() {
    if (!this.total) return;
    this.range = [0, this.total - 1];
    this.render();
  }
}

const fixed = (column) => (column.pinned ? " pinned" : "") + (column.right ? " right" : "");

function usual({ name, type = "", key }) {
  const wide = /INT|SERIAL/i.test(type) ? (key ? 88 : 104) : /REAL|NUM|DOUB|FLOA/i.test(type) ? 104 : /BLOB/i.test(type) ? 140 : 200;
  return Math.max(wide, Math.min(320, name.length * 7.5 + 44));
}
