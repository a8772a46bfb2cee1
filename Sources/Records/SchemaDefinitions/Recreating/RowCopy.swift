import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// The copy of the rows of a table to the table that replaces it.
struct RowCopy {
  let old: RecreatedTable
  let newColumns: [ColumnInfo]
  let newKey: PrimaryKeyInfo
  let copy: TableCopy

  /// A value for each row of a column.
  typealias Assignment = (column: String, value: QueryFragment)

  /// The way in which the rows are copied.
  enum Plan {
    /// No column gets a value.
    case nothing
    /// One statement copies all rows.
    case statement(QueryFragment)
    /// Each row is copied by itself, and then gets its number.
    ///
    /// The names of the row number are those in the old and in the new table.
    case rowByRow([Assignment], oldNumber: String, newNumber: String)
  }

  /// Returns how to copy the rows.
  ///
  /// - Parameter limit: The number of columns that a query can return.
  /// - Throws: ``DatabaseError`` with `.misuse` if the declared sources do not fit the tables.
  func plan(limit: Int) throws -> Plan {
    let columns = try columnAssignments()
    let number = rowIDAssignment(columns.map(\.column))
    if let number, columns.count >= limit {
      return .rowByRow(columns, oldNumber: number.source, newNumber: number.column)
    }
    var assignments = columns
    if let number {
      assignments.insert((number.column, QueryFragment(quote: number.source)), at: 0)
    }
    return assignments.isEmpty ? .nothing : .statement(statement(assignments))
  }

  /// Returns the statement that copies all rows.
  func statement(_ assignments: [Assignment]) -> QueryFragment {
    let columns = columnList(assignments.map(\.column))
    let values = assignments.map(\.value).joined(separator: ", ")
    // The old table keeps its name as an alias, so that expressions can say `item.name`.
    let source: QueryFragment = "\(quote: old.temporaryName) AS \(quote: old.name.name)"
    return "INSERT INTO \(quote: old.name.name) \(columns) SELECT \(values) FROM \(source)"
  }

  private func columnAssignments() throws -> [Assignment] {
    try checkSources()
    var assignments: [Assignment] = []
    for column in newColumns where !column.isGenerated && !column.isHidden {
      guard let value = value(of: column.name) else { continue }
      assignments.append((column.name, value))
    }
    return assignments
  }

  private func value(of column: String) -> QueryFragment? {
    let source = copy.sources.last { isSameIdentifier($0.column, column) }?.source
    switch source {
    case .column(let name): return QueryFragment(quote: name)
    case .expression(let expression): return expression
    case nil:
      return old.columns.first { isSameIdentifier($0.name, column) }
        .map { QueryFragment(quote: $0.name) }
    }
  }

  /// Returns the assignment that keeps the row number, unless a column assigns it.
  private func rowIDAssignment(_ assigned: [String]) -> (column: String, source: String)? {
    guard old.key.hasRowID, newKey.hasRowID else { return nil }
    if let column = newKey.rowIDColumn, assigned.contains(column) { return nil }
    guard let target = newKey.rowIDColumn ?? rowIDName(besides: newColumns.map(\.name)),
      let source = old.key.rowIDColumn ?? rowIDName(besides: old.columns.map(\.name))
    else { return nil }
    return (target, source)
  }

  private func checkSources() throws {
    for (column, source) in copy.sources {
      let isThere = newColumns.contains { isSameIdentifier($0.name, column) && !$0.isGenerated }
      if !isThere { throw error("“\(column)”, which the new table does not store") }
      guard case .column(let name) = source else { continue }
      if !old.columns.contains(where: { isSameIdentifier($0.name, name) }) {
        throw error("“\(name)”, which the old table does not have")
      }
    }
  }

  private func error(_ problem: String) -> DatabaseError {
    DefinitionError.misuse(
      "`copy(column:)` for the table “\(old.name.name)” names a column \(problem). Correct its name."
    )
  }
}
