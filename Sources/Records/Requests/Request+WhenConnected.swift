public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// The words of requests with closures that are called when the request is run: they may ask the database.
//
// Live queries of such requests are not shared by equal ones, since closures cannot be compared.

extension FilteredRequest {
  /// Keeps the rows where a condition holds that needs the database to be made.
  ///
  /// ```swift
  /// Item.all().filterWhenConnected { db in try Column("quantity") > Settings.least(db) }
  /// ```
  ///
  /// - Parameter predicate: Makes the condition, when the request is run.
  public func filterWhenConnected(
    _ predicate: @escaping @Sendable (Database) throws -> any SQLExpressible
  ) -> Self { filter(SQLExpression(whenConnected: predicate)) }
}

extension AggregatingRequest {
  /// Keeps the groups where a condition holds that needs the database to be made.
  ///
  /// - Parameter predicate: Makes the condition, of groups, when the request is run.
  public func havingWhenConnected(
    _ predicate: @escaping @Sendable (Database) throws -> any SQLExpressible
  ) -> Self {
    var condition = SQLExpression(whenConnected: predicate)
    condition.isAggregate = true
    return having(condition)
  }

  /// Puts rows with the same values into a group, in place of the groups before.
  ///
  /// - Parameter expressions: Makes the expressions, when the request is run.
  public func groupWhenConnected(
    _ expressions: @escaping @Sendable (Database) throws -> [any SQLExpressible]
  ) -> Self {
    with { clauses in
      clauses.groups = [.whenConnected { try expressions($0).map(\.sqlExpression) }]
    }
  }
}

extension OrderedRequest {
  /// Orders by terms, in place of the order before.
  ///
  /// - Parameter terms: Makes the terms, when the request is run.
  public func orderWhenConnected(
    _ terms: @escaping @Sendable (Database) throws -> [any SQLOrderingTerm]
  ) -> Self {
    with { clauses in
      clauses.order = RequestOrder(terms: [.whenConnected { try terms($0).map(\.sqlOrdering) }])
    }
  }
}

extension SelectionRequest {
  /// Selects columns and expressions, in place of those before.
  ///
  /// - Parameter selection: Makes the selection, when the request is run.
  public func selectWhenConnected(
    _ selection: @escaping @Sendable (Database) throws -> [any SQLSelectable]
  ) -> Self { select([SQLSelection(whenConnected: selection)]) }

  /// Selects columns and expressions besides those before.
  ///
  /// - Parameter selection: Makes the selection, when the request is run.
  public func annotatedWhenConnected(
    with selection: @escaping @Sendable (Database) throws -> [any SQLSelectable]
  ) -> Self { annotated(with: [SQLSelection(whenConnected: selection)]) }
}

extension SQLExpression {
  /// An expression that is made when its request is run.
  fileprivate init(
    whenConnected make: @escaping @Sendable (Database) throws -> any SQLExpressible
  ) {
    self.init { context in
      try make(context.connection).sqlExpression._fragment(in: context)
    }
  }
}

extension SQLSelection {
  /// A selection that is made when its request is run.
  fileprivate init(
    whenConnected make: @escaping @Sendable (Database) throws -> [any SQLSelectable]
  ) {
    self.init(inContext: { try make($0.connection).map(\.sqlSelection) })
  }
}

extension _ExpressionContext {
  /// The connection on which the request is run.
  ///
  /// - Throws: ``NeedsDatabase`` without one.
  var connection: Database {
    get throws {
      if isElsewhere { throw RequestError.onSQLiteAlone("A closure that gets SQLite's connection") }
      guard let database = database as? Database else { throw NeedsDatabase() }
      return database
    }
  }
}
