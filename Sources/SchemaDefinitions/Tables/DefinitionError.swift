import SQLiteDatabase

/// The errors of definitions, each with advice on how to fix it.
enum DefinitionError {
  static func misuse(_ message: String) -> DatabaseError {
    DatabaseError(code: .misuse, message: message)
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
}
