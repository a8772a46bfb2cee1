import DatabaseTypes
import SQLiteDatabase

/// The choices of a copy into PostgreSQL.
struct CopyOptions: Sendable {
  /// Whether rows may be added to tables that already have some.
  var appends = false
  /// Whether the triggers of the server's tables run for the copied rows.
  var firesTriggers = false
  /// Whether each table is committed on its own, and left out if it is whole already.
  var continues = false
  /// The tables, and columns as `table.column`, that are left out.
  var skipped: [String] = []
  /// The columns, as `table.column`, that become `text`.
  var texts: [String] = []
  /// The columns with integers that become decimal numbers.
  var decimals: [DecimalColumn] = []

  /// Whether there is any choice that is only for copies into PostgreSQL.
  var isAny: Bool { appends || firesTriggers || continues || !skipped.isEmpty || !texts.isEmpty }

  /// Returns whether a table is left out.
  func skips(_ table: String) -> Bool {
    skipped.contains { isSameIdentifier($0, table) }
  }

  /// Returns whether a column is left out.
  func skips(_ column: String, of table: String) -> Bool {
    skipped.contains { isSameIdentifier($0, "\(table).\(column)") }
  }

  /// Returns whether a column becomes `text`.
  func isText(_ column: String, of table: String) -> Bool {
    texts.contains { isSameIdentifier($0, "\(table).\(column)") }
  }

  /// - Throws: ``CommandFailure`` for a name of which the file has no table or column.
  func check(_ tables: [TableDescription]) throws(CommandFailure) {
    let names = tables.map(\.info.name.name)
    let columns = tables.flatMap { table in
      table.columns.map { "\(table.info.name.name).\($0.name)" }
    }
    for (option, known, wanted) in [
      ("--skip", names + columns, skipped), ("--text", columns, texts),
      ("--decimal", columns, decimals.map(\.name)),
    ] {
      let missing = wanted.first { name in !known.contains { isSameIdentifier($0, name) } }
      guard let missing else { continue }
      let form = option == "--skip" ? "TABLE or TABLE.COLUMN" : "TABLE.COLUMN"
      throw CommandFailure(
        message: "The file has no \(missing), which \(option) names. Give it as \(form)."
      )
    }
  }
}
