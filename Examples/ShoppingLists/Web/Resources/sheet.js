// Shows the form of another page as a sheet, a modal dialog.

import { grow } from "./tree.js";

const sheet = document.getElementById("sheet");

/** Returns the element of a tree that has an identifier. */
function part(tree, id) {
  if (!Array.isArray(tree)) return null;
  if (tree[1].id === id) return tree;
  return tree.slice(2).reduce((found, child) => found ?? part(child, id), null);
}

const make = (name, attributes, ...children) => grow([name, attributes, ...children]);

function head(title) {
  const icon = ["i", { class: "icon icon-close", "aria-hidden": "true" }];
  const head = make("header", {}, ["h2", { id: "sheet-title", dir: "auto" }, ...title.slice(2)],
    ["button", { type: "button", class: "tool close", "aria-label": "Close" }, icon]);
  head.querySelector("button").onclick = closeSheet;
  return head;
}

/** Shows the form of a page; returns false if the page could not be loaded or has no form. */
export async function openSheet(path) {
  const options = { headers: { Accept: "application/json" } };
  const body = await fetch(path, options).then((response) => response.json()).catch(() => null);
  const form = part(body?.tree, "form"), title = part(body?.tree, "title");
  if (!form || !title) return false;
  sheet.className = part(body.tree, "main")[1].class ?? "";
  sheet.setAttribute("aria-labelledby", "sheet-title");
  sheet.removeAttribute("aria-label");
  sheet.replaceChildren(head(title), ...form.slice(2).map((tree) => grow(tree)));
  sheet.showModal();
  sheet.querySelector("[autofocus]")?.select?.();
  return true;
}

/** Shows the last sheet again. */
export function showSheet() { if (!sheet.open) sheet.showModal(); }

export function closeSheet() { if (sheet.open) sheet.close(); }

/** The error that a form shows beside a field: the form, the field and the text. */
let problem = null;

/** Shows an error beside a field; returns false if there is no such field. */
export function showProblem(form, field, message) {
  clearProblems(form);
  const control = mark(form, field, message);
  if (!control) return false;
  problem = { form, field, message };
  control.focus();
  return true;
}

/** Shows the error again after the tree of the page, which knows nothing of it, has replaced the form's. */
export function keepProblem() {
  if (!problem?.form.isConnected || problem.form.querySelector(".problem")) return;
  mark(problem.form, problem.field, problem.message);
}

function mark(form, field, message) {
  const control = form.querySelector(`[name="${CSS.escape(field)}"]:not([type=hidden])`);
  if (!control) return null;
  const id = "problem-" + field;
  control.after(make("p", { id, class: "problem", role: "alert" }, message));
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", id);
  return control;
}

export function clearProblems(form) {
  if (problem?.form === form) problem = null;
  for (const node of form.querySelectorAll(".problem")) node.remove();
  for (const node of form.querySelectorAll("[aria-invalid]")) node.removeAttribute("aria-invalid");
}

sheet.addEventListener("click", (event) => {
  if (event.target === sheet) return closeSheet();
  if (!event.target.closest(".cancel")) return;
  event.preventDefault();
  closeSheet();
});
