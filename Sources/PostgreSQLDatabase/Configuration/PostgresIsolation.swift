/// How much a transaction sees of others that run at the same time.
///
/// https://www.postgresql.org/docs/current/transaction-iso.html
public enum PostgresIsolation: String, Sendable, Hashable, CaseIterable {
  /// Each statement sees what was committed before it began.
  case readCommitted = "READ COMMITTED"
  /// All statements see one moment: that of the first. A write to a row that somebody has changed since fails with
  /// `40001`.
  case repeatableRead = "REPEATABLE READ"
  /// As if transactions ran one after the other. What cannot be that way fails with `40001`.
  case serializable = "SERIALIZABLE"
}

/// How a transaction begins.
struct TransactionOptions: Sendable {
  let isolation: PostgresIsolation
  let isReadOnly: Bool

  var sql: String {
    "BEGIN ISOLATION LEVEL \(isolation.rawValue) \(isReadOnly ? "READ ONLY" : "READ WRITE")"
  }
}
