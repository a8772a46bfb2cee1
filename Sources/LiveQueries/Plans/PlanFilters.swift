import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Finds out which rows of its tables a statement can see, by its conditions.
///
/// A row that is part of the result meets each condition of the `WHERE` clause: so a change matters only where the row
/// meets them before or after. Of what a filter would have to know, SQLite is asked; a condition is left out where the
/// values of a row may not be told or not be compared as the filter compares them:
///
/// 1. The column is no ordinary one: generated, or the row number by a name that is no column's.
/// 2. SQLite converts what is compared, as a text beside a column of numbers.
/// 3. Texts are compared by a collation that does not go by their bytes, or UTF-16 puts them in another order.
///
/// A table that is joined to itself has no filter, and where a `LEFT JOIN` is part of the statement none has.
struct PlanFilters {
  private let planned: PlannedSelect
  private let db: Database

  /// The filters of a statement that is patched, by the tables that have one.
  static func filters(of planned: PlannedSelect, _ db: Database) throws -> [TableName: RowFilter] {
    guard !planned.plan.isRerun, !planned.sources.contains(where: \.isOptional),
      ConditionTree(planned.parts.from) != nil
    else { return [:] }
    return try PlanFilters(planned: planned, db: db).filters()
  }

  private func filters() throws -> [TableName: RowFilter] {
    var conditions: [ColumnCondition] = []
    for condition in planned.parts.conditions {
      // It might change the meaning of those beside it.
      guard let tree = ConditionTree(condition) else { return [:] }
      conditions += tree.columnConditions
    }
    var filters: [TableName: RowFilter] = [:]
    for condition in conditions {
      guard let table = table(calledBy: condition.table) else { continue }
      if let column = try column(condition.column, of: table),
        try isComparable(condition.constraint, column, of: table)
      {
        filters[table, default: RowFilter()].require(column.name, condition.constraint)
      }
    }
    return filters
  }

  private func table(calledBy name: String) -> TableName? {
    guard let sources = planned.parts.sources else { return nil }
    let found = zip(sources, planned.sources).filter { isSameIdentifier($0.0.alias, name) }
    guard found.count == 1, let table = found.first?.1.table,
      planned.sources.count(where: { $0.table == table }) == 1
    else { return nil }
    return table
  }

  /// 1. An ordinary column, by a name that Swift and SQL compare alike.
  private func column(_ name: String, of table: TableName) throws -> ColumnInfo? {
    try db.columns(in: table).first { column in
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
    return try db.instructions(of: query).first { ["Eq", "Ne"].contains($0.opcode) }?.argument
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
