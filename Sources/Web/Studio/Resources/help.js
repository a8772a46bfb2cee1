// The keys, on `?`.

import { el, sheet } from "./dom.js";

const KEYS = [
  ["Everywhere", [["Ctrl K", "find a table"], ["Alt 1 · Alt 2 · Alt 3", "SQL, Live, Schema"], ["Ctrl S", "review the staged changes"], ["?", "these keys"], ["Esc", "close, or back to the grid"]]],
  ["In the grid", [["← ↑ → ↓", "move"], ["Home · End", "first, last column"], ["Ctrl Home · Ctrl End", "first, last row"], ["Page Up · Page Down", "a screen"], ["Shift with these", "select rows"], ["Ctrl A", "select all rows"], ["Alt ↓ · Shift F10", "the menu of the column"], ["Space", "the whole row"], ["Alt Enter", "open the linked row (o, read-only)"], ["/ · Alt F", "filter this column (/ read-only)"], ["s", "sort by this column (read-only)"], ["r · Alt R", "show the waiting rows (r read-only)"], ["Alt ← · Alt →", "narrower, wider column"], ["Ctrl C", "copy"]]],
  ["Editing, with --write", [["Enter · F2", "edit the cell"], ["a letter", "replace its value"], ["Enter", "stage, and down"], ["Tab", "stage, and right"], ["Ctrl Enter", "stage, and stay"], ["Shift Enter", "a new line"], ["Esc", "discard the edit"], ["Ctrl 0", "NULL"], ["Ctrl Z", "unstage the cell; with nothing staged, undo"], ["Delete", "mark rows for deletion"], ["Ctrl I", "a new row; there, Ctrl S stages and reviews it"]]],
  ["SQL", [["Ctrl Enter", "run the text or the selection"], ["Ctrl Space", "complete"], ["Ctrl ↑ · Ctrl ↓", "history"], ["Ctrl E", "plan"], ["Space · Enter", "in a result: the whole row"], ["Esc", "cancel"]]],
];

export function help() {
  sheet("Keys", KEYS.map(([title, keys]) => el("section.keys", {}, el("h3", {}, title), el("dl", {}, keys.map(([key, what]) => el("div", {}, el("dt", {}, key.split(" · ").flatMap((k, i) => [i ? " " : "", el("kbd", {}, k)])), el("dd", {}, what)))))));
}
