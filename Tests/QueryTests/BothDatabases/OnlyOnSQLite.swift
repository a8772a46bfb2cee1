/// The tests whose statements do not run on PostgreSQL, by file and name, with the reason.
let onlyOnSQLite: [String: String] = [
  "ValueSelectCases.swift: SQLite's rowid": "PostgreSQL has none",
  "WhereOperatorCases.swift: patterns of LIKE and GLOB": "GLOB",
  "InsertCases.swift: conflict resolution for a violated constraint":
    "INSERT OR REPLACE, UPDATE OR IGNORE",
  "UpdateRowCases.swift: conflict resolution for a violated constraint":
    "INSERT OR REPLACE, UPDATE OR IGNORE",
  "ConflictCases.swift: a conflicting row takes the new values":
    "no columns in conflict are named",
  "ConflictCases.swift: updating a conflicting row": "no columns in conflict are named",
  "ConflictCases.swift: values that conflict with a row": "no columns in conflict are named",
  "ConflictCases.swift: a SELECT whose rows conflict": "no columns in conflict are named",
  "CompoundCases.swift: inserting the rows of a compound": "no columns in conflict are named",
  "WhereCases.swift: negating statements": "numbers as truth values, in SQL text",
  "FetchingTests.swift: an empty result is shown as text": "numbers as truth values, in SQL text",
  "FetchingTests.swift: SQL text is decoded into values, rows and tuples":
    "columns that are not grouped by",
  "JoinConditionCases.swift: four tables into a selection": "columns that are not grouped by",
  "InsertColumnCases.swift: the rows of a SELECT": "new keys in the order of rows that have none",
  "InsertColumnCases.swift: a subquery as a value": "the first of rows without an order",
  "UpdateCases.swift: subqueries()": "the first of rows without an order",
  "JoinCases.swift: right()": "the first of rows without an order",
  "CompoundCases.swift: in a WITH": "the first of rows without an order",
  "InsertCases.swift: several records and drafts": "a key after those that were inserted",
  "ColumnGroupCases.swift: a group of columns": "a key after those that were inserted",
  "InsertCases.swift: an error": "a unique index that ignores case",
  "TableCases.swift: generated columns": "tables made by SQL text",
  "TableCases.swift: a schema": "ATTACH",
]

/// The files whose statements do not run on PostgreSQL, with the reason.
let filesOnlyOnSQLite: [String: String] = [
  "TriggerCases.swift": "triggers are written in another language",
  "TouchTriggerCases.swift": "triggers are written in another language",
  "ViewCases.swift": "temporary views of SQLite",
]
