import PostgreSQL
import PostgreSQLLive

/// The best source of commits that a database allows.
///
/// https://www.postgresql.org/docs/current/logicaldecoding.html
struct PostgresCommitSource: Sendable {
  private enum Kind {
    case stream, triggers, polling
  }

  private let kind: Kind
  /// Why it is not the change stream, as the rest of a sentence; `nil` if it is.
  private let reason: String?

  /// The interval of reads if the database reports no commits.
  static let interval = Duration.milliseconds(500)

  /// Reads the server's settings.
  init(_ db: PostgresConnection) throws {
    let facts =
      try db.execute(
        """
        SELECT current_setting('wal_level'),
          coalesce((SELECT rolsuper OR rolreplication FROM pg_catalog.pg_roles
                    WHERE rolname = current_user), false),
          EXISTS (SELECT FROM pg_catalog.pg_publication WHERE pubname = 'livesql'),
          pg_catalog.pg_is_in_recovery(),
          coalesce((SELECT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
                    FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_proc p ON p.pronamespace = n.oid
                    WHERE n.nspname = 'livesql' AND p.proname = 'tell' LIMIT 1), false)
        """
      ).values().first ?? []
    let missing = Self.missing(facts)
    reason = missing
    kind = missing == nil ? .stream : facts.last == .bool(true) ? .triggers : .polling
  }

  /// What the change stream lacks, as the rest of a sentence.
  private static func missing(_ facts: [PostgresValue]) -> String? {
    guard facts.count == 5 else { return "the server does not say what it allows" }
    if facts[3] == .bool(true) { return "the server is a standby" }
    if facts[0] != .text("logical") { return "the server's wal_level is not logical" }
    if facts[1] != .bool(true) { return "the role may not replicate" }
    return facts[2] == .bool(true) ? nil : "there is no publication named livesql"
  }

  /// The change source of live queries.
  var changes: PostgresChanges {
    switch kind {
    case .stream: .replication()
    case .triggers: .triggers()
    case .polling: .polling(every: Self.interval, since: reason ?? "")
    }
  }

  /// Whether commits are reported with their tables.
  var reportsCommits: Bool { kind != .polling }

  /// The information about commits for the page; `nil` if the change stream reports them.
  var note: String? {
    switch kind {
    case .stream: nil
    case .triggers:
      "Commits come from the log that triggers write, with the keys of the rows, since \(reason ?? "")."
    case .polling:
      "Commits are not listed, since \(reason ?? ""). Rows are read again after any commit. 'livesql postgres setup' prints what makes commits known."
    }
  }
}
