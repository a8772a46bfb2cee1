// Relative times, with the wording of PassedTime.swift, updated as time passes.

const UNITS = [["minute", 60, 3600], ["hour", 3600, 86400], ["day", 86400, 7 * 86400]];

function words(date) {
  const seconds = (Date.now() - date) / 1000;
  if (seconds < 60) return "just now";
  const unit = UNITS.find(([, , end]) => seconds < end);
  if (!unit) return date.toLocaleDateString();
  const count = Math.floor(seconds / unit[1]);
  return `${count} ${unit[0]}${count === 1 ? "" : "s"} ago`;
}

function say(node) {
  const date = new Date(node.dateTime);
  const text = words(date);
  if (node.textContent !== text) node.textContent = text;
  node.title = date.toLocaleString();
}

/** Shows a time, given in seconds since 1970, in an element. */
export function showMoment(node, seconds) {
  node.dateTime = new Date(seconds * 1000).toISOString();
  say(node);
  return node;
}

export const passed = (date) => words(date);

export function startTimes() {
  const all = () => document.querySelectorAll("time").forEach(say);
  all();
  setInterval(all, 20000);
}
