// Copying from a grid.

import { plain, isCut, kindOf, hexOf } from "./cells.js";
import { notice, plural } from "./dom.js";

const MOST_CELLS = 200, MOST_BYTES = 1 << 20;

/** Copies the selected rows as lines with tabs, or the text of one cell. Values that the grid has only cut are fetched. */
export function copy(grid, event) {
  if (event.target.closest("input, textarea, select")) return;
  const rows = grid.chosen("Export takes all rows."), columns = grid.range ? grid.seen : [grid.column].filter(Boolean);
  if (!rows.length || !columns.length) return;
  event.preventDefault();
  const cells = rows.map((row) => columns.map((column) => row.c[column.index])), cut = cells.flat().filter(isCut).length;
  if (cut && cut <= MOST_CELLS && grid.on.whole && navigator.clipboard) { copyWhole(grid, rows, columns); return; }
  event.clipboardData.setData("text/plain", lines(grid, cells.map((row) => row.map(asText))));
  if (cut) notice(`${plural(cut, "long value is", "long values are")} not copied whole. Export has ${cut === 1 ? "it" : "them"}.`, { error: true });
}

/** Bytes are copied as hex. */
const asText = (cell) => kindOf(cell) === "blob" && !isCut(cell) ? cell[2] : plain(cell);

const lines = (grid, texts) => grid.range ? texts.map((row) => row.map((text) => text.replace(/[\t\n]/g, " ")).join("\t")).join("\n") : texts[0][0];

/** The clipboard of the event takes no texts that come later. */
async function copyWhole(grid, rows, columns) {
  let left = 0;
  const text = async (row, column) => {
    const cell = row.c[column.index];
    if (!isCut(cell)) return asText(cell);
    if (cell[0] !== "t" && cell[1] > MOST_BYTES) { left += 1; return plain(cell); }
    const bytes = new Uint8Array(await (await grid.on.whole(row, column)).arrayBuffer());
    return cell[0] === "t" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : hexOf(bytes);
  };
  try {
    const texts = [];
    for (const row of rows) texts.push(await Promise.all(columns.map((column) => text(row, column))));
    await navigator.clipboard.writeText(lines(grid, texts));
    if (left) notice(`${plural(left, "blob above 1 MiB is", "blobs above 1 MiB are")} not copied: save ${left === 1 ? "it" : "them"} from the sheet of the row (Space).`, { error: true });
    else notice("Copied whole.");
  } catch (error) { notice("Nothing was copied. " + error.message, { error: true }); }
}
