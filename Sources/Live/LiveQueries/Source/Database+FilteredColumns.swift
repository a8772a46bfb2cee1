package import DatabaseTypes
package import IncrementalQueries
package import SQLiteDatabase
import SQLiteQueries
import TypedSQL

/// The columns whose values a filter compares exactly as SQLite does.
///
/// A column is left out if the comparison might differ:
///
/// 1. The column is not an ordinary one: it is generated, or it is the rowid under a name that no
///    column has.
/// 2. SQLite converts a value before comparing, as for a text compared with a numeric column.
/// 3. Texts are compared by a collation that is not bytewise, or UTF-16 orders them differently.
extension Database {
  package func filteredColumn(
    _ name: String,
    of table: TableName,
    by constraint: RowFilter.Constraint
  ) throws -> String? {
    guard let column = try ordinaryColumn(name, of: table),
      try isComparable(constraint, column, of: table)
    else { return nil }
    return column.name
  }

  /// Returns an ordinary column whose name Swift and SQL compare alike (rule 1).
  private func ordinaryColumn(_ name: String, of table: TableName) throws -> ColumnInfo? {
    try columns(in: table).first { column in
      isSameIdentifier(column.name, name) && column.kind == .ordinary
        && column.name.utf8.allSatisfy { $0 < 128 }
    }
  }

  private func isComparable(
    _ constraint: RowFilter.Constraint,
    _ column: ColumnInfo,
    of table: TableName
  ) throws -> Bool {
    let constants = constraint.constants
    guard constants.allSatisfy(column.affinity.comparesUnconverted) else { return false }
    guard constants.contains(where: { $0.storageClass == .text }) else { return true }
    let collation = try collation(column, of: table)
    if case .range = constraint { return collation == "BINARY-8" }
    return collation?.hasPrefix("BINARY-") == true
  }

  /// Returns the collation of a column's texts, with the encoding: `BINARY-8` (rule 3).
  ///
  /// It is an argument of the instruction that compares them.
  private func collation(_ column: ColumnInfo, of table: TableName) throws -> String? {
    let query: QueryFragment = """
      SELECT (\(quote: column.name)) = (?1) FROM \(quote: table.schema).\(quote: table.name)
      """
    return try instructions(of: query).first { ["Eq", "Ne"].contains($0.opcode) }?.argument
  }
}

extension RowFilter.Constraint {
  /// The values that are compared with the column.
  fileprivate var constants: [DatabaseValue] {
    switch self {
    case .oneOf(let values): values.filter { !$0.isNull }
    case .range(let range):
      [range.lower, range.upper].compactMap { $0?.value }.filter { !$0.isNull }
    case .notNull, .truth: []
    }
  }
}

extension ColumnAffinity {
  /// Returns whether SQLite compares stored values with a constant unconverted (rule 2).
  ///
  /// https://www.sqlite.org/datatype3.html#comparisons
  fileprivate func comparesUnconverted(_ constant: DatabaseValue) -> Bool {
    switch (self, constant) {
    case (.blob, _): true
    case (.text, .text): true
    case (.integer, .integer), (.integer, .real), (.numeric, .integer), (.numeric, .real): true
    case (.real, .real): true
    // An index compares reals, and a greater integer may have no exact real.
    case (.real, .integer(let value)): value.magnitude <= 1 << 53
    default: false
    }
  }
}
