public import TypedSQL

/// A statement that creates a view that lasts as long as the connection.
public struct TemporaryView<View: Table, Selection: PartialSelectStatement>: Statement {
  /// The statement returns no values.
  public typealias QueryValue = ()

  /// The statement refers to no table that is known here.
  public typealias From = Never

  let ifNotExists: Bool
  let select: QueryFragment

  /// The SQL: `CREATE TEMPORARY VIEW …`, with values as literals; empty if the `SELECT` is empty.
  public var query: QueryFragment {
    View.creatingView("CREATE TEMPORARY VIEW ", ifNotExists, schema: nil, select)
  }

  /// Drops the view: `DROP VIEW "completedReminders"`.
  public func drop(ifExists: Bool = false) -> SQLQueryExpression<()> {
    dropping("DROP VIEW ", View.tableName, schema: nil, ifExists: ifExists)
  }
}

/// A statement that creates a view that is part of the database.
public struct PermanentView<View: Table, Selection: PartialSelectStatement>: Statement {
  /// The statement returns no values.
  public typealias QueryValue = ()

  /// The statement refers to no table that is known here.
  public typealias From = Never

  let ifNotExists: Bool
  let select: QueryFragment

  /// The SQL: `CREATE VIEW …`, with values as literals; empty if the `SELECT` is empty.
  public var query: QueryFragment {
    View.creatingView("CREATE VIEW ", ifNotExists, schema: View.schemaName, select)
  }

  /// Drops the view: `DROP VIEW "completedReminders"`.
  public func drop(ifExists: Bool = false) -> SQLQueryExpression<()> {
    dropping("DROP VIEW ", View.tableName, schema: View.schemaName, ifExists: ifExists)
  }
}

extension TemporaryView: Sendable {}
extension PermanentView: Sendable {}

extension Table {
  /// Creates a view that lasts as long as the connection, with the rows of a `SELECT`.
  ///
  /// ```swift
  /// @Table struct CompletedReminder {
  ///   let reminderID: Int
  ///   let title: String
  /// }
  /// CompletedReminder.createTemporaryView(
  ///   as: Reminder.where(\.isCompleted).select {
  ///     CompletedReminder.Columns(reminderID: $0.id, title: $0.title)
  ///   }
  /// )
  /// // CREATE TEMPORARY VIEW "completedReminders" ("reminderID", "title") AS SELECT …
  /// ```
  public static func createTemporaryView<Selection: PartialSelectStatement>(
    ifNotExists: Bool = false,
    as selection: Selection
  ) -> TemporaryView<Self, Selection> where Selection.QueryValue == Self {
    TemporaryView(ifNotExists: ifNotExists, select: selection.query)
  }

  /// Creates a view that is part of the database, with the rows of a `SELECT`:
  /// `CREATE VIEW … AS SELECT …`.
  public static func createView<Selection: PartialSelectStatement>(
    ifNotExists: Bool = false,
    as selection: Selection
  ) -> PermanentView<Self, Selection> where Selection.QueryValue == Self {
    PermanentView(ifNotExists: ifNotExists, select: selection.query)
  }

  fileprivate static func creatingView(
    _ keyword: StaticString,
    _ ifNotExists: Bool,
    schema: String?,
    _ select: QueryFragment
  ) -> QueryFragment {
    guard !select.isEmpty else { return QueryFragment() }
    var query = QueryFragment()
    query.append(sql: keyword)
    if ifNotExists { query.append(sql: "IF NOT EXISTS ") }
    query.append(QueryFragment(qualified: tableName, schema: schema))
    query.appendLineOrSpace()
    query.append(names: TableColumns.allColumns.map(\.name))
    query.appendLineOrSpace()
    query.append(sql: "AS")
    query.appendLineOrSpace()
    query.append(select.forSQL)
    return query.withLiterals
  }
}
