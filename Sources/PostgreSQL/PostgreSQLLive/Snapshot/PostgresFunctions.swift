import PostgreSQL

/// The functions of a server that matter for plans, by name in lower case.
struct PostgresFunctions: Sendable {
  /// The aggregate functions.
  private(set) var aggregates: Set<String> = []
  /// The functions that may return a different result each time.
  private(set) var volatile: Set<String> = [
    "now", "statement_timestamp", "transaction_timestamp", "clock_timestamp", "localtime",
    "localtimestamp", "age", "current_setting", "current_user", "session_user", "user",
    "today", "tomorrow", "yesterday", "current_role", "current_schema", "current_schemas",
    "current_catalog", "current_database",
  ]
  /// The functions that may return several rows.
  private(set) var rows: Set<String> = []
  /// The functions that may read tables: some built-in ones, and user-defined ones.
  private(set) var readers: Set<String> = [
    "query_to_xml", "query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xml",
    "cursor_to_xmlschema", "table_to_xml", "table_to_xmlschema", "table_to_xml_and_xmlschema",
    "schema_to_xml", "schema_to_xmlschema", "schema_to_xml_and_xmlschema", "database_to_xml",
    "database_to_xmlschema", "database_to_xml_and_xmlschema", "ts_stat",
  ]
  /// The user-defined functions whose bodies may read tables, whatever they are declared to do, as
  /// the server spells them.
  private(set) var bodies: Set<String> = []
  /// The user-defined operators that call such functions.
  private(set) var bodyOperators: Set<String> = []
  /// The user-defined operators whose functions may read tables.
  private(set) var readingOperators: Set<String> = []
  /// Whether a user-defined cast calls a function with a body, which a statement may do without
  /// naming it.
  private(set) var hasBodyCasts = false
  /// What plans show of user-defined casts whose functions may read tables: `::type`, and nothing
  /// of casts that the server adds itself.
  private(set) var readingCasts: Set<String> = []

  /// The condition that a function is not one of the server.
  private static let isUsers = "n.nspname NOT IN ('pg_catalog', 'information_schema')"

  /// The condition that a built-in function depends on the server, its catalog or its transactions.
  ///
  /// The result of such a function may change without a change of a table.
  private static let asksServer = """
    (n.nspname = 'pg_catalog' AND p.provolatile = 's' AND p.proname ~ '^(pg_|txid_|has_|inet_|to_reg|row_security)')
    """

  /// Reads the functions from the catalog.
  init(_ connection: PostgresConnection) throws {
    try connection.execute(
      """
      SELECT lower(p.proname), p.prokind = 'a', p.provolatile = 'v' OR \(Self.asksServer),
        p.proretset, \(Self.isUsers) AND p.provolatile <> 'i',
        CASE WHEN \(Self.isUsers) AND l.lanname NOT IN ('internal', 'c') THEN p.proname::text END
      FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
      JOIN pg_catalog.pg_language l ON l.oid = p.prolang
      WHERE p.prokind = 'a' OR p.provolatile = 'v' OR p.proretset OR \(Self.asksServer)
        OR \(Self.isUsers) AND (p.provolatile <> 'i' OR l.lanname NOT IN ('internal', 'c'))
      """
    ).forEach { row throws in
      let name = try row.decode(String.self, at: 0)
      if try row.decode(Bool.self, at: 1) { aggregates.insert(name) }
      if try row.decode(Bool.self, at: 2) { volatile.insert(name) }
      if try row.decode(Bool.self, at: 3) { rows.insert(name) }
      if try row.decode(Bool.self, at: 4) { readers.insert(name) }
      if let body = try row.decode(String?.self, at: 5) { bodies.insert(body) }
    }
    // Operators of extensions are written in C, and have names that other operators have too.
    try connection.execute(
      """
      SELECT o.oprname::text, p.provolatile <> 'i' FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_proc p ON p.oid = o.oprcode
      JOIN pg_catalog.pg_language l ON l.oid = p.prolang
      WHERE l.lanname NOT IN ('internal', 'c') AND p.pronamespace <> 'pg_catalog'::regnamespace
      """
    ).forEach { row throws in
      let name = try row.decode(String.self, at: 0)
      bodyOperators.insert(name)
      if try row.decode(Bool.self, at: 1) { readingOperators.insert(name) }
    }
    try readCasts(connection)
  }

  /// Reads the casts by functions with bodies.
  ///
  /// The name of a type may have a modifier after its first word: `timestamp(3) with time zone`.
  private mutating func readCasts(_ connection: PostgresConnection) throws {
    try connection.execute(
      """
      SELECT p.provolatile <> 'i', CASE WHEN k.castcontext = 'i' THEN ''
        ELSE '::' || pg_catalog.split_part(pg_catalog.format_type(k.casttarget, NULL), ' ', 1) END
      FROM pg_catalog.pg_cast k JOIN pg_catalog.pg_proc p ON p.oid = k.castfunc
      JOIN pg_catalog.pg_language l ON l.oid = p.prolang
      WHERE k.oid >= 16384 AND p.oid >= 16384 AND l.lanname NOT IN ('internal', 'c')
      """
    ).forEach { row throws in
      hasBodyCasts = true
      let shown = try row.decode(String.self, at: 1)
      if try row.decode(Bool.self, at: 0) { readingCasts.insert(shown) }
    }
  }

  /// Returns whether a plan may contain a cast whose function may read tables.
  func mayCastByReading(in plan: ExplainedQuery) -> Bool {
    readingCasts.contains { $0.isEmpty || plan.mentions($0) }
  }
}
