// Keyboard shortcuts: / searches, n creates an item or a list, u undoes the last deletion or move.

const $ = (id) => document.getElementById(id);

const PLACES = {
  "/": () => $("search"),
  n: () => $("add-name") ?? $("new-list"),
  u: () => $("undo"),
};

export function startKeys() { document.addEventListener("keydown", press); }

function press(event) {
  const isTyping = event.target.closest("input, select, textarea, dialog");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const place = PLACES[event.key]?.();
  if (!place) return;
  event.preventDefault();
  if (place.matches("a, button")) return place.click();
  place.focus();
  place.select();
}
