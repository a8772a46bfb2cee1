package import DatabaseTypes

/// The adapted rows of a statement.
package final class AdaptedRows {
  private let statement: PreparedStatement
  private let adapter: any RowAdapter
  private var known: (layout: RowLayout, adaptation: ResolvedRowAdapter)?

  package init(_ statement: PreparedStatement, _ adapter: any RowAdapter) throws {
    self.statement = statement
    self.adapter = adapter
    // Resolve the adapter before the statement runs, so that an error is also reported if there are
    // no rows.
    _ = try adaptation(of: statement.layout)
  }

  /// Returns the adapted copy of the statement's current row.
  private func row(_ statement: PreparedStatement) throws -> Row {
    let row = try statement.copyRow()
    return try adaptation(of: row.layout).row(row)
  }

  private func adaptation(of layout: RowLayout) throws -> ResolvedRowAdapter {
    if let known, known.layout === layout { return known.adaptation }
    let adaptation = try ResolvedRowAdapter(adapter, layout)
    known = (layout, adaptation)
    return adaptation
  }

  /// Returns the results of a closure for each row.
  package func all<Element>(_ element: (Row) throws -> Element) throws -> [Element] {
    try addingSQLToFailures { try statement.allRows { try element(row($0)) } }
  }

  /// Returns the result of a closure for the first row.
  package func first<Element>(_ element: (Row) throws -> Element) throws -> Element? {
    try addingSQLToFailures { try statement.firstRow { try element(row($0)) } }
  }

  /// Returns a cursor over the results of a closure for each row.
  package func cursor<Element>(
    _ element: @escaping (Row) throws -> Element
  ) throws -> DatabaseCursor<Element> {
    try DatabaseCursor(bound: statement) { statement in
      try self.addingSQLToFailures { try element(self.row(statement)) }
    }
  }

  private func addingSQLToFailures<Result>(_ body: () throws -> Result) throws -> Result {
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
