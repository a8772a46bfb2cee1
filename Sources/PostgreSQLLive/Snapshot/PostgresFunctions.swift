import PostgreSQL

/// The functions of a server, as far as plans have to know of them, in lower case.
struct PostgresFunctions: Sendable {
  /// Those that add rows up.
  private(set) var aggregates: Set<String> = []
  /// Those that may give another result each time.
  private(set) var volatile: Set<String> = [
    "now", "statement_timestamp", "transaction_timestamp", "clock_timestamp", "localtime",
    "localtimestamp", "age", "current_setting", "current_user", "session_user", "user",
    "current_role", "current_schema", "current_schemas", "current_catalog", "current_database",
  ]
  /// Those of somebody that may read tables.
  private(set) var readers: Set<String> = []
  /// The operators of somebody whose functions may read tables.
  private(set) var readingOperators: Set<String> = []

  /// Reads them.
  init(_ connection: PostgresConnection) throws {
    try connection.execute(
      """
      SELECT lower(p.proname), p.prokind::text, p.provolatile::text, n.nspname = 'pg_catalog'
      FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
      WHERE p.prokind = 'a' OR p.provolatile = 'v'
        OR n.nspname NOT IN ('pg_catalog', 'information_schema') AND p.provolatile <> 'i'
      """
    ).forEach { row throws in
      let (name, kind) = (try row.decode(String.self, at: 0), try row.decode(String.self, at: 1))
      if kind == "a" { aggregates.insert(name) }
      if try row.decode(String.self, at: 2) == "v" { volatile.insert(name) }
      if try !row.decode(Bool.self, at: 3) { readers.insert(name) }
    }
    // Those of extensions are in C, and have names that others have too.
    readingOperators = Set(
      try connection.execute(
        """
        SELECT o.oprname::text FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_proc p ON p.oid = o.oprcode
        JOIN pg_catalog.pg_language l ON l.oid = p.prolang
        WHERE p.provolatile <> 'i' AND l.lanname NOT IN ('internal', 'c')
          AND p.pronamespace <> 'pg_catalog'::regnamespace
        """
      ).map { row in try row.decode(String.self, at: 0) }
    )
  }
}
