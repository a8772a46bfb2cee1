public import DatabaseTypes
import SQLiteQueries
public import TypedSQL

extension FetchOne {
  /// Watches what an optional row stands for, usually nothing: `$next.load(Reminder?.none)`.
  ///
  /// `none` is the optional's here, not the query's of that name. Nothing is fetched for it, and
  /// the value becomes `nil`.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - database: The database; the same as before unless given.
  ///   - delivery: How values become visible; as before unless given.
  ///   - animation: The animation with which views show new values.
  ///   - scheduler: The scheduler that notifies observers; see ``ValueObservationScheduler``.
  /// - Throws: The error with which the query fails.
  @discardableResult
  public func load<T: Table>(
    _ row: Value,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription
  where Value == T?, T.QueryValue == T, T.QueryOutput == T {
    let nothing: Where<T?> = T?.none
    let query = if case nil = row { nothing._description } else { Self.description(of: row) }
    return try await load(.flat(query), database, delivery, animation, scheduler)
  }
}
