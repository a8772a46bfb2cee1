/// The isolation level of a transaction: its view of concurrent transactions.
///
/// https://www.postgresql.org/docs/current/transaction-iso.html
public enum PostgresIsolation: String, Sendable, Hashable, CaseIterable {
  /// Each statement sees everything that was committed before it began.
  case readCommitted = "READ COMMITTED"
  /// All statements see the snapshot of the first one. A write to a row that another transaction
  /// has changed since fails with `40001`.
  case repeatableRead = "REPEATABLE READ"
  /// Transactions behave as if they ran one after another. A transaction that cannot fails with
  /// `40001`.
  case serializable = "SERIALIZABLE"
}

/// The options with which a transaction begins.
struct TransactionOptions: Sendable {
  let isolation: PostgresIsolation
  let isReadOnly: Bool

  /// Whether it may begin with its first query, and end without waiting for the server.
  ///
  /// The end of a serializable transaction may be an error.
  var savesRoundTrips: Bool { isReadOnly && isolation != .serializable }

  var sql: String {
    "BEGIN ISOLATION LEVEL \(isolation.rawValue) \(isReadOnly ? "READ ONLY" : "READ WRITE")"
  }
}
