/// A query in SQL text whose rows are tuples.
///
/// `#sql` creates it if several types are specified:
///
/// ```swift
/// @FetchAll(#sql("SELECT id, title FROM reminders", as: (Int, String).self)) var reminders
/// ```
public struct SQLRowsQuery<
  V1: QueryRepresentable,
  V2: QueryRepresentable,
  each V3: QueryRepresentable
>: SQLText, Sendable {
  /// The type that a row is decoded as.
  public typealias QueryValue = (V1, V2, repeat each V3)

  /// The table that is selected from: unknown.
  public typealias From = Never

  /// The SQL.
  public let queryFragment: QueryFragment

  /// The SQL as a statement.
  public var query: QueryFragment { queryFragment }

  /// Creates a query from SQL.
  ///
  /// - Parameters:
  ///   - queryFragment: The SQL, which selects as many columns as the values take.
  ///   - rowType: The type that a row is decoded as.
  @inlinable
  public init(
    _ queryFragment: QueryFragment,
    as rowType: (V1, V2, repeat each V3).Type = (V1, V2, repeat each V3).self
  ) {
    self.queryFragment = queryFragment
  }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment { queryFragment }
}
