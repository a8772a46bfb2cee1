// Dragging a row to another place, by the buttons that move it. Rows make room while one is dragged,
// and the place where it is dropped is sent as the form of its buttons would send it.

import { place } from "./tree.js";
import { isPeer, keyOf } from "./changes.js";
import { slide } from "./motion.js";
import { reset } from "./live.js";
import { sendMove } from "./sending.js";

/** The distance in pixels from which a press is no longer a click. */
const LEAST = 6;

let drag = null;

export function startDragging() {
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", cancel);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") cancel(); });
}

function press(event) {
  const form = event.target.closest(".item > .move"), row = form?.parentNode;
  if (!row || event.button || !event.isPrimary) return;
  drag = { form, row, y: event.clientY, next: row.nextElementSibling, isMoving: false };
}

function move(event) {
  if (!drag) return;
  if (!drag.row.isConnected) { drag = null; return; }
  drag.isMoving ||= Math.abs(event.clientY - drag.y) > LEAST;
  if (!drag.isMoving) return;
  drag.row.classList.add("dragged");
  makeRoom(drag.row, event.clientY);
}

/** Puts the row where it makes room at a height of the window. */
function makeRoom(row, y) {
  if (nextAt(row, y) === undefined) return;
  slide(() => {
    for (let next; (next = nextAt(row, y)) !== undefined;) place(row.parentNode, row, next);
  });
  row.scrollIntoView({ block: "nearest" });
}

/** The row to go before, one place nearer to a height; null for the end, undefined if the row is there. */
function nextAt(row, y) {
  const list = row.parentNode, start = list.getBoundingClientRect().top - list.offsetTop;
  // Not the rectangles of the rows: those that slide are not yet at their places.
  const middle = (node) => start + node.offsetTop + node.offsetHeight / 2;
  const { previousElementSibling: above, nextElementSibling: below } = row;
  if (isPeer(row, above) && y < middle(above)) return above;
  if (isPeer(row, below) && y > middle(below)) return below.nextElementSibling;
}

function drop() {
  const ended = end();
  if (!ended?.isMoving) return;
  const { form, row, next } = ended;
  // The click on the button below the pointer belongs to the drag.
  const stop = (event) => { event.preventDefault(); event.stopPropagation(); };
  document.addEventListener("click", stop, { capture: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }));
  const { previousElementSibling: above, nextElementSibling: below } = row;
  if (below === next) return reset();
  if (isPeer(row, below)) sendMove(form, row, { before: keyOf(below) });
  else if (isPeer(row, above)) sendMove(form, row, { after: keyOf(above) });
}

/** Puts the row back. */
function cancel() {
  const ended = end();
  if (!ended?.isMoving) return;
  const { row, next } = ended, list = row.parentNode;
  if (!next || next.parentNode === list) slide(() => place(list, row, next));
  reset();
}

function end() {
  const ended = drag;
  drag = null;
  ended?.row.classList.remove("dragged");
  return ended?.row.isConnected ? ended : null;
}
