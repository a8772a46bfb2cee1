/// SQL text that is a query whose rows are tuples.
///
/// `#sql` makes it where it is told several types:
///
/// ```swift
/// @FetchAll(#sql("SELECT id, title FROM reminders", as: (Int, String).self)) var reminders
/// ```
public struct SQLRowsQuery<
  V1: QueryRepresentable,
  V2: QueryRepresentable,
  each V3: QueryRepresentable
>: SQLText, Sendable {
  /// What a row is decoded as.
  public typealias QueryValue = (V1, V2, repeat each V3)

  /// The table that is selected from: unknown.
  public typealias From = Never

  /// The SQL.
  public let queryFragment: QueryFragment

  /// The SQL as a statement.
  public var query: QueryFragment { queryFragment }

  /// Makes a query of SQL.
  ///
  /// - Parameters:
  ///   - queryFragment: The SQL, which selects as many columns as the values take.
  ///   - rowType: What a row is decoded as.
  @inlinable
  public init(
    _ queryFragment: QueryFragment,
    as rowType: (V1, V2, repeat each V3).Type = (V1, V2, repeat each V3).self
  ) {
    self.queryFragment = queryFragment
  }

  /// The SQL where it is selected or returned.
  public var _selectionFragment: QueryFragment { queryFragment }
}
