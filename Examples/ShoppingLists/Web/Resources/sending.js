// Submits forms through the queue, without leaving the page.

import { changeOf, show } from "./changes.js";
import { slide } from "./motion.js";
import { Queue, waiting } from "./queue.js";
import { closeSheet, showSheet, showProblem, clearProblems } from "./sheet.js";
import { hideNotice, showError, showState, showUndo, showWaiting } from "./notice.js";
import { reset, whenLive } from "./live.js";

const $ = (id) => document.getElementById(id);
/** The forms of the changes that this page has requested, by the keys of the changes. */
const forms = new Map();

const queue = new Queue({ settled, refused, watch });

export function startSending() {
  document.addEventListener("submit", submit);
  waiting().forEach(show);
  whenLive(() => queue.flush());
  queue.flush();
}

function submit(event) {
  const form = event.target;
  if (form.getAttribute("method") !== "post") return;
  event.preventDefault();
  clearProblems(form);
  request(form, changeOf(form, event.submitter));
  // Where moving a node takes the focus away, give it back.
  if (form.matches(".move")) event.submitter?.focus({ preventScroll: true });
}

/** Requests the move of a row that was dragged, and already stands at its new place. */
export function sendMove(form, row, fields) {
  const change = changeOf(form);
  Object.assign(change.fields, fields);
  row.dataset.pending = change.kind;
  request(form, change);
}

function request(form, change) {
  forms.set(change.key, form);
  if (change.target && form.closest("dialog")) closeSheet();
  slide(() => show(change));
  if (change.kind === "add" && !form.closest("dialog")) clear();
  queue.add(change);
}

/** Clears the form for the next item, and keeps its category. */
function clear() {
  const name = $("add-name"), quantity = $("add-quantity");
  if (!name) return;
  name.value = "";
  quantity.value = "1";
  name.focus();
}

function take(change) {
  const form = forms.get(change.key);
  forms.delete(change.key);
  return form;
}

/** Handles a change that the server has accepted. */
function settled(change, answer) {
  const form = take(change);
  if (!form) return;
  if (form.closest("dialog")) closeSheet();
  if (change.path === "/undo") hideNotice();
  if (answer.next && answer.next !== location.pathname) return go(answer);
  if (answer.undo) showUndo(answer.undo);
  // Events that arrived while the row was already moved may have put other rows elsewhere.
  if (change.kind === "move") return reset();
  // If the row already had the wanted state, no event confirms the change.
  setTimeout(() => { if (document.querySelector("[data-pending]") && !waiting().length) reset(); }, 1000);
}

const go = ({ next, undo }) =>
  location.assign(next + (undo ? "?" + new URLSearchParams({ undo: undo.step }) : ""));

/** Handles a change that the server has rejected: reverts it, and keeps the typed values. */
function refused(change, { error = "The server did not take it.", field }) {
  const form = take(change);
  reset();
  if (!form?.isConnected) return showError(error);
  if (form.closest("dialog")) showSheet();
  const name = change.kind === "add" && form.querySelector("[name=name]");
  if (name && !name.value) name.value = change.fields.name;
  if (!field || !showProblem(form, field, error)) showError(error);
}

function watch(count, isStuck, status) {
  showWaiting(isStuck ? count : 0);
  if (status === 401 || status === 403) showState("out");
}
