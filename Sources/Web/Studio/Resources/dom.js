// Functions that create elements. Data is inserted only as text or attributes, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element: `el("button.quiet", {title: "…", onclick() {}}, "text", child)`. */
export function el(name, attributes, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElement(tag), classes, attributes, children);
}

export function svg(name, attributes, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElementNS(SVG, tag), classes, attributes, children);
}

function fill(node, classes, attributes, children) {
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function" || key === "value" || key === "checked") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const $ = (id) => document.getElementById(id);

export function after(ms, action) {
  let timer = 0;
  const later = (...values) => { clearTimeout(timer); timer = setTimeout(() => action(...values), ms); };
  later.now = (...values) => { clearTimeout(timer); action(...values); };
  later.stop = () => clearTimeout(timer);
  return later;
}

/** "1,000,000": counts are grouped; data never is. */
export const count = (n) => n.toLocaleString("en-US");
export const plural = (n, one, many = one + "s") => `${count(n)} ${n === 1 ? one : many}`;
export const time = (ms) => ms < 1 ? `${ms.toFixed(2)} ms` : ms < 100 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** "2026-11-24 11:00:00.123": a moment in the time of this computer. */
export function local(moment) {
  const date = new Date(moment), two = (n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** Makes nodes the children of an element. Those that stay are not taken out, and so keep the focus. */
export function arrange(parent, nodes) {
  const stay = new Set(nodes);
  for (const child of [...parent.children]) if (!stay.has(child)) child.remove();
  nodes.forEach((node, i) => { if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null); });
}

/** Storage may be full or forbidden; the page works without it. */
export function remembered(key, otherwise) {
  try { return JSON.parse(localStorage.getItem("livesql-" + key)) ?? otherwise; } catch { return otherwise; }
}
export function remember(key, value) {
  try { localStorage.setItem("livesql-" + key, JSON.stringify(value)); } catch { /* not kept */ }
}

let unsaved = () => false;   // whether closing the sheet loses what was typed
let answer = null;           // takes back the question whether to lose it

/** The sheet at the side: one dialog that all pages share. Resolves when it is closed. */
export function sheet(title, body, footer = [], { wide = false, holds = () => false } = {}) {
  const dialog = $("sheet");
  if (dialog.open) dialog.close();
  unsaved = holds;
  answer = null;
  dialog.classList.toggle("wide", wide);
  $("sheetTitle").textContent = title;
  dialog.querySelector(".body").replaceChildren(...[body].flat());
  dialog.querySelector("footer").replaceChildren(...[footer].flat());
  dialog.querySelector("footer").hidden = ![footer].flat().length;
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", done, { once: true }));
}
export function closeSheet() { answer = null; $("sheet").close(); }

/** Whether the open sheet has text that closing it loses. */
export const sheetHolds = () => $("sheet").open && unsaved();

/** Closes the sheet, and then does something. If typed text would be lost, the sheet asks first; a second time takes the question back. */
export function leaveSheet(then = () => {}) {
  if (answer) return answer();
  if (!sheetHolds()) { closeSheet(); return then(); }
  const footer = $("sheet").querySelector("footer"), kept = [...footer.childNodes], from = document.activeElement;
  answer = () => { answer = null; footer.replaceChildren(...kept); from?.focus(); };
  const keep = el("button.main", { type: "button", onclick: () => answer() }, "Keep it");
  footer.replaceChildren(el("p.ask", { role: "alert" }, "What you typed is not staged."), el("button", { type: "button", onclick: () => { closeSheet(); then(); } }, "Drop it"), keep);
  keep.focus();
}

let noticeTimer = 0;
/** Moves the focus before its button is removed. */
const back = () => $("page").querySelector("[tabindex='0'], textarea")?.focus({ preventScroll: true });

/** A line at the bottom, with at most one action. */
export function notice(text, { action, run, error = false, stay = 6000 } = {}) {
  const box = $("notice");
  // A modal dialog covers everything outside of it.
  ($("sheet").open ? $("sheet") : document.body).append(box);
  clearTimeout(noticeTimer);
  box.className = error ? "notice error" : "notice";
  box.setAttribute("role", error ? "alert" : "status");
  box.replaceChildren(el("span", {}, text), action ? el("button", { type: "button", onclick() { box.hidden = true; back(); run(); } }, action) : "",
    el("button.quiet", { type: "button", "aria-label": "Dismiss", onclick() { box.hidden = true; back(); } }, "✕"));
  box.hidden = false;
  noticeTimer = setTimeout(() => { box.hidden = true; }, error ? 15000 : stay);
}
