// Changes that forms request. The page shows them in grey until the server confirms them. Showing a
// change again is harmless, and is necessary when an event has replaced a part of the page.

import { newKey } from "./queue.js";
import { place } from "./tree.js";

const byId = (id) => document.getElementById(id);

/** Returns the change that a form requests. */
export function changeOf(form, submitter) {
  const fields = Object.fromEntries(new FormData(form, submitter));
  const path = new URL(form.getAttribute("action"), location.href).pathname;
  const change = { key: newKey(), path, place: location.pathname, fields, kind: "other" };
  for (const name of ["key", "step"]) if (name in fields && path !== "/undo") fields[name] = newKey();
  const item = /\/items\/([^/]+)\/(check|delete|edit|move)$/.exec(path);
  if (item) Object.assign(change, { target: "item-" + decodeURIComponent(item[1]), kind: item[2] });
  else if (path.endsWith("/items")) Object.assign(change, { target: "item-" + fields.key, kind: "add" });
  // The page may show a newer state than the form contains: request the opposite of it.
  if (change.kind === "check") fields.done = isTicked(form) ? "0" : "1";
  if (change.kind === "move" && submitter) fields[submitter.name] = beside(form, submitter);
  if (change.kind === "add") change.category = categoryOf(form);
  return change;
}

const isTicked = (place) => place.querySelector("[role=checkbox]").ariaChecked === "true";

/** The key of the item in a row. */
export const keyOf = (row) => row.getAttribute("id").slice("item-".length);

/** Checked and unchecked items have places of their own. */
export const isPeer = (row, other) => other?.matches(".item") && other.matches(".done") === row.matches(".done");

/** The key of the item that a button moves a row past, as the page shows them. */
function beside(form, { name, value }) {
  const row = form.closest(".item");
  const other = name === "before" ? row.previousElementSibling : row.nextElementSibling;
  return isPeer(row, other) ? keyOf(other) : value;
}

function categoryOf(form) {
  const option = form.querySelector("select[name=category]").selectedOptions[0];
  return { id: option.value, text: option.textContent, order: Number(option.dataset.order) };
}

/** Shows a pending change, unless the page already shows its result. */
export function show(change) {
  if (change.place !== location.pathname || !change.target) return;
  const known = byId(change.target);
  const row = known ?? (change.kind === "add" ? addRow(change) : null);
  if (row && (row !== known || SHOW[change.kind](row, change.fields))) row.dataset.pending = change.kind;
}

/** Functions that show a change in a row; each returns whether the row has changed. */
const SHOW = {
  add: () => false,
  check(row, { done }) {
    const isDone = done === "1";
    if (isTicked(row) === isDone) return false;
    row.classList.toggle("done", isDone);
    row.querySelector("[role=checkbox]").ariaChecked = String(isDone);
    return true;
  },
  edit(row, fields) {
    const name = row.querySelector(".name"), text = displayName(fields);
    if (name.textContent === text) return false;
    name.textContent = text;
    return true;
  },
  move(row, { before, after }) {
    const other = byId("item-" + (before ?? after));
    if (!other || other === row || other.parentNode !== row.parentNode) return false;
    return place(row.parentNode, row, before ? other : other.nextElementSibling);
  },
  delete: () => true,
};

function displayName({ name, quantity }) {
  const count = Number(quantity);
  return count > 1 ? `${count}× ${name.trim()}` : name.trim();
}

function addRow({ fields, path, category, target }) {
  const sections = byId("sections");
  if (!sections) return null;
  const row = clone("new-item", { ITEM: target.slice("item-".length), LIST: path.split("/")[2] });
  row.querySelector(".notes").remove();
  row.querySelector(".name").textContent = displayName(fields);
  for (const tool of row.querySelectorAll(".tool")) tool.ariaLabel = tool.ariaLabel.replace("NAME", fields.name);
  const section = byId("category-" + category.id) ?? addSection(sections, category);
  const items = section.querySelector(".items");
  items.insertBefore(row, items.querySelector(":scope > .done"));
  return row;
}

function addSection(sections, { id, text, order }) {
  const section = clone("new-section", { "category-0": "category-" + id });
  const [emoji, ...name] = text.split(" ");
  section.dataset.order = order;
  section.querySelector(".emoji").textContent = emoji;
  section.querySelector("h2").lastChild.data = name.join(" ");
  section.querySelector(".count").textContent = "";
  const next = [...sections.children].find((other) => Number(other.dataset.order) > order);
  sections.insertBefore(section, next ?? null);
  return section;
}

/** Returns a copy of a template, and replaces the placeholders in its attributes. */
function clone(template, values) {
  const copy = byId(template).content.firstElementChild.cloneNode(true);
  for (const node of [copy, ...copy.querySelectorAll("*")]) {
    for (const attribute of node.attributes) {
      for (const [name, value] of Object.entries(values)) attribute.value = attribute.value.replaceAll(name, value);
    }
  }
  return copy;
}
