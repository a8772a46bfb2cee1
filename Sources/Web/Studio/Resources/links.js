// Links along foreign keys, which may have several columns.

import { isCut } from "./cells.js";

/** Whether a table is found without its schema. */
export const isUsual = ({ schema }) => schema === "main" || schema === "public";

/** The name of a table as it is shown: with its schema, unless that is the usual one. */
export const shownName = (table) => isUsual(table) ? table.name : `${table.schema}.${table.name}`;

/** Whether a foreign key refers to a table. */
export const refersTo = (key, table) => key.table === table.name && key.schema === table.schema;

/** The foreign keys that end at a column; those with the fewest columns first. */
export function keysAlong(table, column) {
  return table.foreignKeys.filter((key) => key.columns.at(-1) === column).sort((a, b) => a.columns.length - b.columns.length);
}

/**
 * The row that a row refers to by the first of some foreign keys that has a value in each column: its table, and pairs of its
 * columns and their values. There is none for a value that was cut because it is long. `valueOf` returns the value of a column.
 */
export function linkAlong(keys, valueOf) {
  for (const key of keys) {
    const values = key.columns.map(valueOf);
    if (values.some((cell) => cell === null || cell === undefined || isCut(cell))) continue;
    return { to: { schema: key.schema, name: key.table }, pairs: key.references.map((name, i) => [name, values[i]]) };
  }
  return null;
}

/** A function that returns the value of a row in a column, as it is stored. */
export const storedIn = (table, row) => (name) => row.c[table.columns.findIndex((c) => c.name === name)];

