import LiveSQL

/// The reasons why a statement of these tests does not run on PostgreSQL.
///
/// They are counted, and printed with their counts when all tests have finished.
enum SQLiteOnly: String, CaseIterable {
  case rowid = "PostgreSQL has no rowid"
  case glob = "PostgreSQL has no GLOB"
  case format = "PostgreSQL has no printf"
  case randomBytes = "PostgreSQL's random bytes are in an extension"
  case tableFunctions = "PostgreSQL has no json_each"
  case fullText = "PostgreSQL has no FTS5 and no R*Tree"
  case conflictResolution = "INSERT OR REPLACE, UPDATE OR IGNORE"
  case conflictColumns = "an update of a row in conflict that names no columns"
  case assignedTwice = "a column that is assigned twice in one update"
  case ungroupedColumns = "columns that are not grouped by"
  case keysAfterInserted = "a generated key after a greater one that was inserted"
  case ignoringCase = "a column whose collation ignores case"
  case tablesByText = "tables and columns of SQL text that PostgreSQL does not accept"
  case viewsIfNoneExist = "PostgreSQL replaces views, but does not create them if none exist"
  case attachedDatabases = "PostgreSQL attaches no files"
  case triggers = "PostgreSQL's triggers call functions of another language"
  case looseCasts = "a text that is no number is 0 if it is cast"
  case untypedColumns = "a column of SQLite holds values of any type"
  case sizes = "a limit of SQLite's on the size of a statement"
  case numbers = "numbers and dates that only one of the databases has"
  case texts = "texts with a NUL"
  case unquotedNames = "names without quotes, which PostgreSQL writes in lowercase"
}

/// The files whose statements do not run on PostgreSQL, with the reason.
let filesOnlyOnSQLite: [String: SQLiteOnly] = [
  "TriggerCases.swift": .triggers, "TouchTriggerCases.swift": .triggers,
]
