// Copying from a grid.

import { plain } from "./cells.js";

/** The selected rows as lines with tabs, or the text of one cell. */
export function copy(grid, event) {
  if (event.target.closest("input, textarea, select")) return;
  const rows = grid.chosen("Export takes all rows.");
  if (!rows.length) return;
  const text = grid.range ? rows.map((row) => grid.seen.map((column) => plain(row.c[column.index]).replace(/[\t\n]/g, " ")).join("\t")).join("\n")
    : grid.column ? plain(rows[0].c[grid.column.index]) : "";
  event.preventDefault();
  event.clipboardData.setData("text/plain", text);
}
