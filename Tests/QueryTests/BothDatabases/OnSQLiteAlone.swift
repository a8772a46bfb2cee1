/// The tests whose statements are not run on PostgreSQL, by their file and name, and why.
let onSQLiteAlone: [String: String] = [
  "ValueSelectCases.swift: the row number of SQLite": "there is none",
  "WhereOperatorCases.swift: texts that are alike": "GLOB",
  "InsertCases.swift: what happens to a row that breaks a constraint":
    "INSERT OR REPLACE, UPDATE OR IGNORE",
  "UpdateRowCases.swift: what happens to a row that breaks a constraint":
    "INSERT OR REPLACE, UPDATE OR IGNORE",
  "ConflictCases.swift: a row in the way takes over what was to be inserted":
    "no columns in conflict are named",
  "ConflictCases.swift: a row in the way is changed": "no columns in conflict are named",
  "ConflictCases.swift: values with a row in the way": "no columns in conflict are named",
  "ConflictCases.swift: a SELECT with a row in the way": "no columns in conflict are named",
  "CompoundCases.swift: rows that are inserted": "no columns in conflict are named",
  "WhereCases.swift: not of statements": "numbers as truth values, in SQL text",
  "FetchingTests.swift: no rows are drawn as words": "numbers as truth values, in SQL text",
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
  "InsertCases.swift: an error": "a unique index without regard to case",
  "TableCases.swift: generated columns": "tables made by SQL text",
  "TableCases.swift: a schema": "ATTACH",
]

/// The files whose statements are not run on PostgreSQL, and why.
let filesOnSQLiteAlone: [String: String] = [
  "TriggerCases.swift": "triggers are written in another language",
  "TouchTriggerCases.swift": "triggers are written in another language",
  "ViewCases.swift": "temporary views of SQLite's",
]
