public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// The methods of requests with closures that are called when the request runs, and may query the
// database.
//
// Equal requests of this kind do not share a live query, since closures cannot be compared.

extension FilteredRequest {
  /// Keeps the rows for which a condition holds that depends on the database.
  ///
  /// ```swift
  /// Item.all().filterWhenConnected { db in try Column("quantity") > Settings.least(db) }
  /// ```
  ///
  /// - Parameter predicate: Returns the condition, when the request runs.
  public func filterWhenConnected(
    _ predicate: @escaping @Sendable (Database) throws -> any SQLExpressible
  ) -> Self { filter(SQLExpression(whenConnected: predicate)) }
}

extension AggregatingRequest {
  /// Keeps the groups for which a condition holds that depends on the database.
  ///
  /// - Parameter predicate: Returns the condition on groups, when the request runs.
  public func havingWhenConnected(
    _ predicate: @escaping @Sendable (Database) throws -> any SQLExpressible
  ) -> Self {
    var condition = SQLExpression(whenConnected: predicate)
    condition.isAggregate = true
    return having(condition)
  }

  /// Groups the rows by expressions, replacing earlier groups.
  ///
  /// - Parameter expressions: Returns the expressions, when the request runs.
  public func groupWhenConnected(
    _ expressions: @escaping @Sendable (Database) throws -> [any SQLExpressible]
  ) -> Self {
    with { clauses in
      clauses.groups = [.whenConnected { try expressions($0).map(\.sqlExpression) }]
    }
  }
}

extension OrderedRequest {
  /// Orders by terms, replacing an earlier order.
  ///
  /// - Parameter terms: Returns the terms, when the request runs.
  public func orderWhenConnected(
    _ terms: @escaping @Sendable (Database) throws -> [any SQLOrderingTerm]
  ) -> Self {
    with { clauses in
      clauses.order = RequestOrder(terms: [.whenConnected { try terms($0).map(\.sqlOrdering) }])
    }
  }
}

extension SelectionRequest {
  /// Selects columns and expressions, replacing earlier ones.
  ///
  /// - Parameter selection: Returns the selection, when the request runs.
  public func selectWhenConnected(
    _ selection: @escaping @Sendable (Database) throws -> [any SQLSelectable]
  ) -> Self { select([SQLSelection(whenConnected: selection)]) }

  /// Selects columns and expressions in addition to earlier ones.
  ///
  /// - Parameter selection: Returns the selection, when the request runs.
  public func annotatedWhenConnected(
    with selection: @escaping @Sendable (Database) throws -> [any SQLSelectable]
  ) -> Self { annotated(with: [SQLSelection(whenConnected: selection)]) }
}

extension SQLExpression {
  /// Creates an expression that is determined when its request runs.
  fileprivate init(
    whenConnected make: @escaping @Sendable (Database) throws -> any SQLExpressible
  ) {
    self.init { context in
      try make(context.connection).sqlExpression._fragment(in: context)
    }
  }
}

extension SQLSelection {
  /// Creates a selection that is determined when its request runs.
  fileprivate init(
    whenConnected make: @escaping @Sendable (Database) throws -> [any SQLSelectable]
  ) {
    self.init(inContext: { try make($0.connection).map(\.sqlSelection) })
  }
}

extension _ExpressionContext {
  /// The connection that the request runs on.
  ///
  /// - Throws: ``NeedsDatabase`` if there is no connection.
  var connection: Database {
    get throws {
      if isOtherDatabase {
        throw RequestError.onlyOnSQLite("A closure that receives SQLite's connection")
      }
      guard let database = database as? Database else { throw NeedsDatabase() }
      return database
    }
  }
}
