import SQLiteDatabase
import TypedSQL

/// The errors of definitions, each with advice on how to fix it.
enum DefinitionError {
  static func misuse(_ message: String) -> DatabaseError {
    DatabaseError(code: .misuse, message: message)
  }

  static func noDefinitions(_ connection: any Any.Type) -> DatabaseError {
    misuse(
      "Tables, indexes and views cannot be defined with a \(connection). Use a connection of SQLite or "
        + "PostgreSQL."
    )
  }

  static func noColumns(_ table: String) -> DatabaseError {
    misuse(
      "The table “\(table)” has no columns. Add one, for example with `t.column(\"name\", .text)`."
    )
  }

  static func duplicateColumn(_ column: String, of table: String) -> DatabaseError {
    misuse(
      "The table “\(table)” has two columns “\(column)” (names ignore case). Rename one."
    )
  }

  static func primaryKeys(of table: String) -> DatabaseError {
    misuse(
      "The table “\(table)” has more than one primary key. Put the columns of a composite key into "
        + "`t.primaryKey { … }`; make the others `unique()`."
    )
  }

  static func strictType(of column: ColumnBuilder, in table: String) -> DatabaseError {
    let reason =
      column.type.map {
        "cannot be of type \($0.rawValue) in the strict table “\(table)”. Make it `.\($0.strictCounterpart)`: "
      } ?? "needs a type in the strict table “\(table)”: "
    return misuse(
      "The column “\(column.name)” \(reason)strict tables have INT, INTEGER, REAL, TEXT, BLOB and ANY."
    )
  }

  static func missingTable(_ candidates: [String], for table: String) -> DatabaseError {
    let names = candidates.map { "“\($0)”" }.joined(separator: ", ")
    return DatabaseError(
      code: .notFound,
      message:
        "The table “\(table)” refers to the primary key of a table that does not exist: \(names). Create that table "
        + "first, name it with `inTable:`, or name the referenced columns, which are then not looked up."
    )
  }

  static func missingKey(of destination: String, for table: String) -> DatabaseError {
    misuse(
      "The table “\(table)” refers to the primary key of “\(destination)”, which declares none. Declare one, or name "
        + "the columns of a unique index with `references(_:column:)` or `foreignKey(_:references:columns:)`."
    )
  }

  static func keySize(of destination: String, for table: String) -> DatabaseError {
    misuse(
      "A column of the table “\(table)” refers to the primary key of “\(destination)”, which has several columns. Use "
        + "`belongsTo` or `foreignKey(_:references:)`, or name the column."
    )
  }

  static func missing(_ what: String, _ name: String) -> DatabaseError {
    DatabaseError(code: .notFound, message: "There is no \(what) “\(name)”.")
  }

  static var noLiteral: DatabaseError {
    misuse(
      "SQL has no literal for a value of the definition: a number that is NaN or too large, or a date out of range."
    )
  }
}

// MARK: - PostgreSQL

extension DefinitionError {
  static func resolution(_ resolution: ConflictResolution, of owner: String) -> DatabaseError {
    misuse(
      "The \(owner) has a constraint with ON CONFLICT \(resolution.keyword), which PostgreSQL does not have in "
        + "definitions. Leave `onConflict:` out, and say it where rows are written: with `upsert`, or with `insert` "
        + "and its `onConflict:`."
    )
  }

  static func missingType(of column: String, in table: String) -> DatabaseError {
    misuse(
      "The column “\(column)” of the table “\(table)” needs a type in PostgreSQL. Give it one: `.text`, `.integer`, "
        + "`.double`, or `ColumnType(sqlite:postgres:)`."
    )
  }

  static func autoincrement(of column: String, in table: String) -> DatabaseError {
    misuse(
      "The column “\(column)” of the table “\(table)” cannot generate numbers, because it is no integer. Make it "
        + "`.integer`, without a default."
    )
  }

  static func collation(_ collation: String, of column: String) -> DatabaseError {
    let advice =
      switch collation.uppercased() {
      case "NOCASE":
        "Give the column the type `ColumnType(sqlite: \"TEXT COLLATE NOCASE\", postgres: \"citext\")`, or leave "
          + "`collate` out, compare `lower()` of both sides, and index `lower(\(column))`."
      case "RTRIM": "Leave `collate` out, and compare `rtrim()` of both sides."
      default:
        "Leave `collate` out, or name a collation of the server: `Collation(rawValue: \"en-x-icu\")`."
      }
    return misuse(
      "The column “\(column)” has the collation \(collation), which PostgreSQL does not have. \(advice)"
    )
  }

  static func viewIfNotExists(_ view: String) -> DatabaseError {
    misuse(
      "The view “\(view)” is to be created if it does not exist, which PostgreSQL cannot do. Call "
        + "`drop(view:ifExists: true)` first, and leave the option out."
    )
  }

  static var nullCharacter: DatabaseError {
    misuse(
      "A text of the definition contains the character NUL, which PostgreSQL cannot store. Remove it."
    )
  }
}
