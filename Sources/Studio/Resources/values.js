// Whole values: fetched, because cells in the grid are cut, or read from files.

import { notice } from "./dom.js";
import { isCut, hexOf } from "./cells.js";
import { wholeCell } from "./session.js";

/** Fetches a cut cell, because an update needs the whole old value. */
export async function wholeValue(table, row, column, cell) {
  if (!isCut(cell)) return cell;
  const response = await wholeCell(table, row.k, column);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // `text()` would leave out a byte order mark.
  if (cell[0] === "t") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return [cell[0], bytes.length, hexOf(bytes)];
}

const LARGEST = 10_000_000;

/** A file as a cell. A request with edits holds 32 MiB, and hex takes two letters a byte. */
export async function fileCell(file) {
  if (!file) return null;
  if (file.size > LARGEST) { notice("The file has more than 10,000,000 bytes. Store it with SQL, for example by a program.", { error: true }); return null; }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return ["b", bytes.length, hexOf(bytes)];
}
