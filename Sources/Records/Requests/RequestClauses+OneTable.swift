import DynamicColumns
import SQLiteDatabase
import TypedSQL

// Most requests are of one table, and are run as soon as they are made. They are written in one go: ``RequestWriter``,
// which writes all others, gives the same text.

extension _RequestClauses {
  /// The statement, where it selects all columns of one table by conditions on its columns; `nil` for others.
  ///
  /// - Parameters:
  ///   - db: The connection on which it is run.
  ///   - isForFirst: Whether only the first row is wanted.
  func statementOfOneTable(_ db: Database, isForFirst: Bool) throws -> QueryFragment? {
    guard isOfOneTable else { return nil }
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

  /// Whether it says nothing but conditions on the columns of its table.
  private var isOfOneTable: Bool {
    aliases.isEmpty && children.isEmpty && commonTables.isEmpty && table.commonTable == nil
      && !isEmpty && !isDistinct && limit == nil && order.terms.isEmpty
      && groups.isEmpty && having.isEmpty
      && filters.allSatisfy { $0.isOfOneTable && !$0.isAggregate && !$0.isOfAssociation }
      && selection == nil && annotations.isEmpty && table.selectsAllColumns
  }
}
