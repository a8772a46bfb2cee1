import DatabaseQueries
package import DatabaseTypes
package import IncrementalQueries
package import SQLiteDatabase
import TypedSQL

/// Which values of rows a filter compares as SQLite does; those are left out that it might compare in another way:
///
/// 1. The column is no ordinary one: generated, or the row number by a name that is no column's.
/// 2. SQLite converts what is compared, as a text beside a column of numbers.
/// 3. Texts are compared by a collation that does not go by their bytes, or UTF-16 puts them in another order.
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

  /// 1. An ordinary column, by a name that Swift and SQL compare alike.
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

  /// 3. By what SQLite compares the texts of a column, with the encoding: `BINARY-8`.
  ///
  /// It stands in the instruction that compares them.
  private func collation(_ column: ColumnInfo, of table: TableName) throws -> String? {
    let query: QueryFragment = """
      SELECT (\(quote: column.name)) = (?1) FROM \(quote: table.schema).\(quote: table.name)
      """
    return try instructions(of: query).first { ["Eq", "Ne"].contains($0.opcode) }?.argument
  }
}

extension RowFilter.Constraint {
  /// The values that are compared with a column.
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
  /// 2. Whether SQLite compares what is stored with a constant as they are.
  ///
  /// https://www.sqlite.org/datatype3.html#comparisons
  fileprivate func comparesUnconverted(_ constant: DatabaseValue) -> Bool {
    switch (self, constant) {
    case (.blob, _): true
    case (.text, .text): true
    case (.integer, .integer), (.integer, .real), (.numeric, .integer), (.numeric, .real): true
    case (.real, .real): true
    // An index compares reals, and a greater integer may not be one.
    case (.real, .integer(let value)): value.magnitude <= 1 << 53
    default: false
    }
  }
}
