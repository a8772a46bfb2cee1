// Whole values: fetched, because cells in the grid are cut, or read from files.

import { notice } from "./dom.js";
import { isCut, hexOf } from "./cells.js";

const HASHED = 1 << 20;

/** Fetches a cut cell, because an update needs the whole old value; of large bytes, only the length and the hash. `fetch(digest)` fetches it, or its hash. */
export function wholeValue(fetch, cell) {
  return isCut(cell) && cell[0] !== "t" ? seenValue(fetch, cell) : fetched(fetch, cell);
}

/** The old value for an update that does not show it. Above 1 MiB, the length and the SHA-256 hash are enough for the server to compare: hex would be larger than a request may be. */
export async function seenValue(fetch, cell) {
  if (!isCut(cell)) return cell;
  const value = cell[1] > HASHED ? await (await fetch(true)).json() : await fetched(fetch, cell);
  // Otherwise the update would overwrite a value that nobody has seen.
  if (!isOf(cell, value)) throw new Error("Someone else has just changed this value: look at it again.");
  return value;
}

/** Whether a value can be that of a cut cell. Of a hashed text, the number of characters is unknown. */
function isOf(cell, value) {
  if (typeof value === "string") return cell[0] === "t" && value.startsWith(cell[2]);
  if (value?.[0] === "h") return cell[0] === "b" ? value[1] === "b" && value[2] === cell[1] : value[1] === "t";
  return value?.[0] === cell[0] && value[1] === cell[1] && value[2].startsWith(cell[2]);
}

async function fetched(fetch, cell) {
  if (!isCut(cell)) return cell;
  const bytes = new Uint8Array(await (await fetch(false)).arrayBuffer());
  // `text()` would leave out a byte order mark.
  return cell[0] === "t" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : [cell[0], bytes.length, hexOf(bytes)];
}

const LARGEST = 10_000_000;

/** A file as a cell. A request with edits holds 32 MiB, and hex takes two letters a byte. */
export async function fileCell(file) {
  if (!file) return null;
  if (file.size > LARGEST) { notice("The file has more than 10,000,000 bytes. Store it with SQL, for example by a program.", { error: true }); return null; }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return ["b", bytes.length, hexOf(bytes)];
}
