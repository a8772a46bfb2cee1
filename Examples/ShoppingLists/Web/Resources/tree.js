// Updates the page from JSON trees: ["li", {"id": "item-7"}, "Milk"] is an element, {"time": 1.5} a
// time. It creates elements and text nodes, and never parses markup.

import { showMoment } from "./times.js";

const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);

/** The identifier of an element; `form.id` may be a control of the form that is named "id". */
const idOf = (node) => node.getAttribute("id") ?? "";

/** Returns a child by its identifier; elsewhere, the identifier may exist again for a moment. */
const child = (parent, id) => id === null ? null : [...parent.children].find((node) => idOf(node) === id) ?? null;

/** Creates a node from a tree. */
export function grow(tree, space = null) {
  if (typeof tree === "string") return document.createTextNode(tree);
  if (!Array.isArray(tree)) return showMoment(document.createElement("time"), tree.time);
  const [name, attributes, ...children] = tree;
  const inner = name === "svg" ? SVG : space;
  const node = inner ? document.createElementNS(inner, name) : document.createElement(name);
  setAttributes(node, attributes);
  node.append(...children.map((tree) => grow(tree, inner)));
  return node;
}

/** Replaces all attributes of an element, including those that the script has set. */
function setAttributes(node, attributes) {
  for (const { name } of [...node.attributes]) if (!(name in attributes)) node.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/** Updates a node from a tree; keeps typed text and the focus. */
function become(node, tree) {
  if (typeof tree === "string") { if (node.data !== tree) node.data = tree; }
  else if (!Array.isArray(tree)) showMoment(node, tree.time);
  else { setAttributes(node, tree[1]); fill(node, tree.slice(2)); }
}

/** Whether a node can be updated from a tree. */
function fits(node, tree) {
  if (!node) return false;
  if (typeof tree === "string") return node.nodeType === Node.TEXT_NODE;
  if (node.nodeType !== Node.ELEMENT_NODE) return false;
  if (!Array.isArray(tree)) return node.localName === "time";
  return node.localName === tree[0] && idOf(node) === (tree[1].id ?? "");
}

/** Replaces the children of an element, reusing existing nodes. */
export function fill(node, trees) {
  const space = node.namespaceURI === SVG ? SVG : null;
  const named = new Map([...node.children].filter(idOf).map((node) => [idOf(node), node]));
  let at = node.firstChild;
  for (const tree of trees) {
    const known = Array.isArray(tree) && tree[1].id ? named.get(tree[1].id) : at;
    if (!fits(known, tree)) { node.insertBefore(grow(tree, space), at); continue; }
    if (known === at) at = at.nextSibling;
    else place(node, known, at);
    become(known, tree);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

/** Moves a node before another one; keeps the focus if the browser supports that. Returns whether it was elsewhere. */
export function place(parent, node, before) {
  if (node === before || node.parentNode === parent && node.nextSibling === before) return false;
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
  return true;
}

const STEPS = {
  put(tree, parent, before) {
    let node = byId(tree[1].id);
    if (fits(node, tree)) become(node, tree);
    else { node?.remove(); node = grow(tree); }
    place(byId(parent), node, child(byId(parent), before));
    confirm(tree[1].id);
  },
  move(id, parent, before) { place(byId(parent), byId(id), child(byId(parent), before)); },
  remove(id, parent) { child(byId(parent), id)?.remove(); },
  attributes(id, attributes) { setAttributes(byId(id), attributes); },
  fill(id, trees) { fill(byId(id), trees); confirm(id); },
};

/** Removes the mark of a pending change. */
function confirm(id) { byId(id)?.removeAttribute("data-pending"); }

/** Applies the steps of a patch. */
export function apply(steps) {
  for (const [name, ...values] of steps) STEPS[name](...values);
}

/** Updates the whole page. */
export function replace(tree) { become(byId("page"), tree); }
