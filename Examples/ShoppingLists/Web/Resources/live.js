// Live updates: applies the events of the stream, then shows the pending changes again.

import { apply, replace } from "./tree.js";
import { slide } from "./motion.js";
import { show } from "./changes.js";
import { sinceLast, waiting } from "./queue.js";
import { Stream, tab } from "./stream.js";
import { keepProblem } from "./sheet.js";
import { announce, showState } from "./notice.js";

/** How long a checked item stays in its place, in milliseconds. */
const SETTLING = 220;
/** How long after a local change events are attributed to that change, in milliseconds. */
const OWN_TIME = 2000;

let stream = null, act = () => {};

/** Sets the action to run each time the stream is opened. */
export const whenLive = (action) => { act = action; };
export const isLive = () => stream?.isLive ?? false;

export function startFollowing() {
  stream = new Stream(receive, (state, seconds) => {
    showState(state, seconds);
    if (state === "live") act();
  });
}

function receive(kind, body) {
  const own = document.querySelector("[data-pending]");
  const keepFocus = focusKeeper();
  document.title = body.title;
  try {
    slide(() => change(kind, body), own?.dataset.pending === "check" ? SETTLING : 0);
  } catch (error) {
    // The page does not have the state that the server expects.
    console.warn(error);
    reset();
  }
  keepFocus();
  if (kind === "patch" && body.steps.length) announce(!own && sinceLast() > OWN_TIME);
}

function change(kind, body) {
  if (kind === "page") replace(body.tree);
  else apply(body.steps);
  waiting().forEach(show);
  keepProblem();
}

/** Returns a function that moves the focus to the next row if the focused row was removed. */
function focusKeeper() {
  const active = document.activeElement, row = active?.closest(".item");
  const rows = row ? [...document.querySelectorAll(".item")] : [], index = rows.indexOf(row);
  const next = rows[index + 1] ?? rows[index - 1];
  return () => {
    if (!row || active.isConnected) return;
    const place = next?.isConnected ? next.querySelector("button") : document.getElementById("main");
    place?.focus({ preventScroll: true });
  };
}

/** Sends a request about this page. */
const ask = (fields) => fetch("/tabs/" + tab, {
  method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams(fields),
});

/** Requests the whole page. */
export function reset() {
  if (isLive()) ask({ reset: "1" }).catch(() => {});
  else refresh();
}

/** The last request of `follow`; the next one waits for it, so that the server hears of the newest address last. */
let followed = Promise.resolve();

/** Shows the current address, after the search text in it has changed. */
export const follow = () => { followed = followed.then(sendPlace); return followed; };

async function sendPlace() {
  if (!isLive()) return refresh();
  const response = await ask({ place: location.pathname + location.search }).catch(() => null);
  // The server has not registered the stream yet.
  if (response?.status === 404) setTimeout(follow, 300);
}

/** Loads the whole page without the stream; ignored if the stream is open, which is more recent. */
async function refresh() {
  const options = { headers: { Accept: "application/json" } };
  const body = await fetch(location.href, options).then((response) => response.json()).catch(() => null);
  if (body?.tree && !isLive()) receive("page", body);
}
