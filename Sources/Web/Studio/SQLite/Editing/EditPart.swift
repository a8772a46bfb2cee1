import DatabaseTypes
import SQLSyntax

/// A part of the statement of a change: SQL, or a value.
enum EditPart: Sendable {
  case sql(String)
  case cell(WireCell)

  var value: DatabaseValue? { if case .cell(let cell) = self { cell.value } else { nil } }

  func sql(_ write: (WireCell) -> String) -> String {
    switch self {
    case .sql(let sql): sql
    case .cell(let cell): write(cell)
    }
  }
}

extension StudioTable {
  /// The condition that a column has the value that the user saw, byte by byte and of the same
  /// type.
  ///
  /// It uses `IS`, because NULL is not equal to NULL. A comparison alone would take `milk` for
  /// `MILK` under the column's collation, and 1 for 1.0.
  func hasSeen(_ seen: SeenCell, in column: String) -> [EditPart] {
    let name = plainName(column)
    switch seen {
    case .digest(let digest):
      let type =
        digest.isText
        ? "typeof(\(name)) = 'text'"
        : "typeof(\(name)) = 'blob'"
          + " AND length(\(name)) = \(digest.count)"
      return [
        .sql("\(type) AND \(SHA256.functionName)(\(name)) = "),
        .cell(WireCell(.blob(digest.hash))),
      ]
    case .whole(let cell):
      // The columns of a view have the collations of its tables' columns.
      let hasCollation = kind == .view || mentions("collate")
      let collation = cell.isText && hasCollation ? " COLLATE BINARY" : ""
      return [.sql("\(name)\(collation) IS "), .cell(cell)]
        + (typeCondition(cell, in: column).map { [EditPart.sql(" AND typeof(\(name)) = '\($0)'")] }
          ?? [])
    }
  }

  /// The type that a number must have, where the column keeps both 1 and 1.0.
  /// https://www.sqlite.org/datatype3.html#determination_of_column_affinity
  private func typeCondition(_ cell: WireCell, in column: String) -> String? {
    let type = columns.first { $0.name == column }?.type.uppercased() ?? ""
    if ["INT", "REAL", "FLOA", "DOUB"].contains(where: { type.contains($0) }) { return nil }
    return switch cell.value {
    case .integer: "integer"
    case .real: "real"
    case .null, .text, .blob: nil
    }
  }

  /// Returns whether a keyword, in small letters, is in the statement that creates the table.
  ///
  /// Without it no column has a collation or a conflict clause of its own; if it is the name of
  /// something, nothing is lost.
  func mentions(_ word: String) -> Bool {
    sql.map { SQLTokens($0, grammar: .sqlite).words.contains(word) } ?? false
  }
}
