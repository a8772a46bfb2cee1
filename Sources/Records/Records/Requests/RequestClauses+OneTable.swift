import DynamicColumns
import SQLiteDatabase
import TypedSQL

// Most requests read one table, and are run as soon as they are created. This fast path writes them
// in one pass; it gives the same text as ``RequestWriter``, which writes all other requests.

extension _RequestClauses {
  /// Returns the statement of a simple request on one table; `nil` for other requests.
  ///
  /// A simple request selects all columns of the table, by conditions on its columns.
  ///
  /// - Parameters:
  ///   - db: The connection that runs the statement.
  ///   - isForFirst: Whether only the first row is needed.
  func singleTableStatement(_ db: Database, isForFirst: Bool) throws -> QueryFragment? {
    guard isSingleTable else { return nil }
    let context = _ExpressionContext(
      table: table.name,
      tableName: table.name,
      encoding: table.encoding,
      database: db
    )
    var statement = QueryFragment()
    statement.code.reserveCapacity(192)
    statement.append(sql: "SELECT * FROM ")
    statement.append(source: table.name)
    for index in filters.indices {
      if index == 0 { statement.appendLineOrSpace() }
      statement.append(sql: index == 0 ? "WHERE (" : " AND (")
      try filters[index].append(to: &statement, in: context)
      statement.append(sql: ")")
    }
    if isForFirst { statement.append(sql: " LIMIT 1") }
    return statement
  }

  /// Whether the request has only conditions on the columns of its table.
  private var isSingleTable: Bool {
    aliases.isEmpty && children.isEmpty && commonTables.isEmpty && table.commonTable == nil
      && !isEmpty && !isDistinct && limit == nil && order.terms.isEmpty
      && groups.isEmpty && having.isEmpty
      && filters.allSatisfy { $0.isSingleTable && !$0.isAggregate && !$0.isOfAssociation }
      && selection == nil && annotations.isEmpty && table.selectsAllColumns
  }
}
