// Makes the page live. Without this script, everything works by links and forms.

import { startTimes } from "./times.js";
import { openSheet } from "./sheet.js";
import { startSending } from "./sending.js";
import { startSearching } from "./search.js";
import { startDragging } from "./drag.js";
import { startKeys } from "./keys.js";
import { startFollowing } from "./live.js";

/** Opens a link to a form as a sheet, unless a modifier key is pressed. */
async function open(event) {
  const link = event.target.closest("a[data-sheet]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!await openSheet(link.href)) location.assign(link.href);
}

document.documentElement.classList.add("live");
document.addEventListener("click", open);
startTimes();
startSending();
startSearching();
startDragging();
startKeys();
startFollowing();
