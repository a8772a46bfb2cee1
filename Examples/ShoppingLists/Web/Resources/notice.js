// The notice at the bottom of the page, with its undo button, and the badge that shows the state of
// the connection.

import { grow } from "./tree.js";
import { passed } from "./times.js";

const box = document.getElementById("notice"), badge = document.getElementById("live");
const announcements = document.getElementById("announcements");
let timer = 0;

const later = (seconds) => { clearTimeout(timer); timer = setTimeout(hideNotice, seconds * 1000); };

/** Shows the notice about a deletion or a move. */
export function showUndo({ step, text }) {
  const hidden = (name, value) => ["input", { type: "hidden", name, value }];
  show([
    "form", { class: "notice", method: "post", action: "/undo", role: "status" },
    hidden("step", step), hidden("next", location.pathname), ["span", { dir: "auto" }, text],
    ["button", { type: "submit", id: "undo" }, "Undo"],
  ]);
  later(10);
}

export function showError(text) {
  show([
    "div", { class: "notice error", role: "alert" }, ["span", {}, text],
    ["button", { type: "button", id: "dismiss" }, "Close"],
  ]);
  box.querySelector("button").onclick = hideNotice;
  later(15);
}

function show(tree) { box.replaceChildren(grow(tree)); }

export function hideNotice() { clearTimeout(timer); box.replaceChildren(); }

// Keep the notice while the pointer or the focus is in it.
for (const kind of ["pointerenter", "focusin"]) box.addEventListener(kind, () => clearTimeout(timer));
for (const kind of ["pointerleave", "focusout"]) box.addEventListener(kind, () => later(5));
if (box.firstElementChild) later(20);

let state = "connecting", seconds = 0, newest = null, waits = 0, ticker = 0;

const WORDS = {
  connecting: "Connecting",
  live: "Live",
  paused: "Paused",
  crowded: "Waiting: too many pages of this program are open",
  out: "Open the address that the program has printed",
};

function draw() {
  badge.hidden = false;
  badge.dataset.state = waits ? "waits" : state;
  const text = state === "lost" ? `Reconnecting in ${seconds} s` : WORDS[state];
  const rest = waits ? `${waits} change${waits === 1 ? "" : "s"} to be saved. ` : "";
  badge.lastElementChild.textContent = rest + text;
  badge.title = newest ? `Newest change ${passed(newest)}` : "No change since the page was opened";
}

export function showState(value, pause = 0) {
  [state, seconds] = [value, pause];
  clearInterval(ticker);
  if (state === "lost") ticker = setInterval(count, 1000);
  draw();
}

function count() {
  seconds = Math.max(0, seconds - 1);
  draw();
}

export function showWaiting(number) { waits = number; draw(); }

let telling = 0;

/** Records a change; announces changes by others to screen readers, at most every 5 s. */
export function announce(isOfOthers) {
  newest = new Date();
  draw();
  if (!isOfOthers || telling) return;
  telling = setTimeout(() => { telling = 0; announcements.textContent = ""; }, 5000);
  announcements.textContent = "Somebody else has changed this page";
}

badge.addEventListener("pointerenter", draw);
