// Cells: their JSON, their display, and how typed text is parsed.

import { el, count } from "./dom.js";

/** The types that a value can be given. */
export const KINDS = ["text", "integer", "real", "blob", "null"];

export const kindOf = (cell) => cell === null || cell === undefined ? "null" : typeof cell === "string" ? "text"
  : { i: "integer", r: "real", b: "blob", t: "text", x: "text", h: cell[1] === "b" ? "blob" : "text" }[cell[0]];
export const isCut = (cell) => Array.isArray(cell) && (cell[0] === "t" || cell[0] === "x" || (cell[0] === "b" && cell[2].length < cell[1] * 2));
export const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
export const keyText = (key) => key.map((cell) => plain(cell)).join(", ");

/** The text of a cell on one line: for titles, announcements and copying. */
export function plain(cell) {
  if (cell === null || cell === undefined) return "NULL";
  if (typeof cell === "string") return cell;
  if (cell[0] === "h") return `${cell[1] === "b" ? "BLOB" : "TEXT"} ${count(cell[2])} bytes`;
  const [tag, length, value] = cell;
  if (tag === "i" || tag === "r") return length;
  if (tag === "b") return `BLOB ${count(length)} ${length === 1 ? "byte" : "bytes"}`;
  if (tag === "t") return value + "…";
  return `TEXT, not UTF-8, ${count(length)} bytes`;
}

const oneLine = (text) => /[\n\r\t]/.test(text) ? text.replace(/\r\n|\r|\n/g, "⏎").replace(/\t/g, "⇥") : text;

/** Fills an element of the grid. The class names the type; types differ in shape and alignment too, and not only in colour. */
export function show(node, cell) {
  const kind = kindOf(cell);
  node.classList.remove("null", "text", "integer", "real", "blob", "empty", "waiting");
  node.classList.add(kind);
  if (kind === "null") node.textContent = "NULL";
  else if (typeof cell === "string") {
    if (cell === "") { node.classList.add("empty"); node.textContent = "''"; }
    else node.replaceChildren(bidi(oneLine(cell)));
  } else if (cell[0] === "i" || cell[0] === "r") node.textContent = cell[1];
  else if (cell[0] === "t") node.replaceChildren(el("span.chip", {}, `${count(cell[1])} characters`), bidi(oneLine(cell[2].slice(0, 300))));
  else node.replaceChildren(el("span.chip", {}, cell[0] === "b" ? plain(cell) : `not UTF-8 · ${count(cell[1])} bytes`));
}

/** Right-to-left text keeps its direction, and neither it nor marks of direction change that of the text beside it. */
function bidi(text) {
  if (!/[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/.test(text)) return document.createTextNode(text);
  return el("bdi", {}, text);
}

export const alignsRight = (type) => /INT|REAL|FLOA|DOUB|NUM|DEC|SERIAL/i.test(type ?? "");

/**
 * The type of typed text in a column: only an exact number becomes a number; "1,5" stays text. `kind` is that of the database.
 * PostgreSQL gets text for all but its own numbers and bytes: it reads the text as the column's type, with leading zeros.
 */
export function typeFor(column, text, kind) {
  const declared = column.type ?? "";
  if (kind === "postgres") {
    // The type under a domain.
    const base = column.base ?? declared;
    if (/^(smallint|integer|bigint)$/.test(base)) return isInteger(text) ? "integer" : "text";
    if (/^(real|double precision)$/.test(base)) return isReal(text) || isNoNumber(text) ? "real" : "text";
    return base === "bytea" ? "blob" : "text";
  }
  if (/INT/i.test(declared)) return isInteger(text) ? "integer" : isReal(text) ? "real" : "text";
  if (/REAL|FLOA|DOUB/i.test(declared)) return isReal(text) ? "real" : "text";
  if (/CHAR|CLOB|TEXT|BLOB/i.test(declared)) return "text";
  return isInteger(text) ? "integer" : isReal(text) ? "real" : "text";
}

/** Whether a column of SQLite keeps each value's own type: it has no declared type, or ANY. */
export const isUntyped = (column) => /^(ANY)?$/i.test(column.type ?? "");

const isInteger = (text) => {
  if (!/^\s*[-+]?\d{1,19}\s*$/.test(text)) return false;
  const n = BigInt(text.trim().replace(/^\+/, ""));
  return n >= -(2n ** 63n) && n < 2n ** 63n;
};
const isReal = (text) => /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) || /^\s*-?Infinity\s*$/.test(text);
const isNoNumber = (text) => /^\s*NaN\s*$/i.test(text);

/** Parses typed text as a cell of a type; throws a sentence if it has another type. */
export function parse(type, text, kind) {
  if (type === "null") return null;
  if (type === "text") return text;
  if (type === "integer") {
    if (!isInteger(text)) throw new Error("Not an integer of 64 bits.");
    return ["i", BigInt(text.trim().replace(/^\+/, "")).toString()];
  }
  if (type === "real") {
    // SQLite would store NULL for it.
    if (kind === "postgres" && isNoNumber(text)) return ["r", "NaN"];
    if (!isReal(text)) throw new Error("Not a number: write 1.5 or 1.5e3.");
    return ["r", text.trim()];
  }
  const hex = text.replace(/\s+/g, "").toLowerCase();
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error("Not hex: pairs of 0–9 and a–f.");
  return ["b", hex.length / 2, hex];
}

const MOST_HEX = 65_536;

/** Whether the hex of a blob is too long for a text area, or only its hash is known. */
export const isLarge = (cell) => Array.isArray(cell) && (cell[0] === "h" || ((cell[0] === "b" || cell[0] === "x") && cell[1] > MOST_HEX));

/** The text with which editing a whole cell begins. */
export function editable(cell) {
  if (isLarge(cell)) return "";
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell;
  return cell[0] === "i" || cell[0] === "r" ? cell[1] : cell[2];
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
export function hexOf(bytes) {
  let text = "";
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}

/** A cell as SQL, only for display; the server creates the statements that run. */
export function sql(cell) {
  if (cell === null || cell === undefined) return "NULL";
  if (typeof cell === "string") return "'" + cell.replaceAll("'", "''") + "'";
  if (cell[0] === "i" || cell[0] === "r") return cell[1];
  return cell[0] === "b" ? `x'${cell[2]}'` : "'…'";
}
