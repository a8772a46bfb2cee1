package import DatabaseTypes

/// The rows of a statement as an adapter sees them.
package final class AdaptedRows {
  private let statement: PreparedStatement
  private let adapter: any RowAdapter
  private var known: (layout: RowLayout, adaptation: RowAdaptation)?

  package init(_ statement: PreparedStatement, _ adapter: any RowAdapter) throws {
    self.statement = statement
    self.adapter = adapter
    // Found before the statement runs, so that what does not fit is told of a result without rows too.
    _ = try adaptation(of: statement.layout)
  }

  /// What is made of the row on which the statement stands.
  private func row(_ statement: PreparedStatement) throws -> Row {
    let row = try statement.copyRow()
    return try adaptation(of: row.layout).row(row)
  }

  private func adaptation(of layout: RowLayout) throws -> RowAdaptation {
    if let known, known.layout === layout { return known.adaptation }
    let adaptation = try RowAdaptation(adapter, layout)
    known = (layout, adaptation)
    return adaptation
  }

  /// What a closure makes of each row.
  package func all<Element>(_ element: (Row) throws -> Element) throws -> [Element] {
    try located { try statement.allRows { try element(row($0)) } }
  }

  /// What a closure makes of the first row.
  package func first<Element>(_ element: (Row) throws -> Element) throws -> Element? {
    try located { try statement.firstRow { try element(row($0)) } }
  }

  /// What a closure makes of each row, one by one.
  package func cursor<Element>(
    _ element: @escaping (Row) throws -> Element
  ) throws -> DatabaseCursor<Element> {
    try DatabaseCursor(bound: statement) { statement in
      try self.located { try element(self.row(statement)) }
    }
  }

  private func located<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as DecodingFailure where failure.sql == nil {
      throw failure.with(sql: statement.sql)
    }
  }
}

extension Database {
  package func adaptedRows(
    _ sql: String,
    _ arguments: StatementArguments,
    _ adapter: any RowAdapter
  ) throws -> AdaptedRows { try cachedStatement(sql: sql).adaptedRows(arguments, adapter) }
}

extension PreparedStatement {
  package func adaptedRows(
    _ arguments: StatementArguments?,
    _ adapter: any RowAdapter
  ) throws -> AdaptedRows {
    try set(arguments)
    return try AdaptedRows(self, adapter)
  }
}
