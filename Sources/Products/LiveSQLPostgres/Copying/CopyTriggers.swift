import PostgreSQL
import PostgreSQLDatabase

/// The triggers and foreign keys of existing tables, which are off while rows are copied.
///
/// Triggers would count the rows a second time. While they are off, the server checks neither
/// foreign keys nor keys that are `DEFERRABLE`, so these are checked afterwards.
struct CopyTriggers {
  private let server: PostgresConnection
  private let areOff: Bool
  /// The constraints that the server does not check meanwhile.
  private let constraints: [Constraint]
  /// For each constraint, the number of rows that broke it before.
  private let brokenCounts: [Int]

  /// What a failure leaves, as a sentence.
  private let outcome: CopyMessage

  /// A constraint that the server checks by a trigger.
  private struct Constraint {
    /// The constraint and its table, for users.
    let name: String
    /// The rows or the keys that break it, as SQL from `FROM` on.
    let broken: String
    /// Whether it is a foreign key.
    let isForeignKey: Bool

    /// How to find the rows that break it, and to remove them.
    var remedy: String {
      isForeignKey
        ? "To see them: SELECT * \(broken); to remove them: DELETE \(broken);"
        : "To see the keys that several rows have: SELECT * \(broken); remove all but one of each."
    }
  }

  /// Turns triggers off until the transaction ends or ``turnOn()``.
  ///
  /// - Parameters:
  ///   - tables: The tables that exist already.
  ///   - later: Tables whose rows come later, so that foreign keys to them are not checked.
  ///   - areWanted: Whether triggers shall run.
  ///   - turnsOff: Whether to turn them off otherwise, because the role may.
  ///   - outcome: What a failure leaves, as a sentence.
  /// - Throws: ``DatabaseCopyError`` if triggers would run.
  init(
    of tables: [PostgresTableInfo],
    before later: [PostgresTableInfo] = [],
    areWanted: Bool,
    turnsOff: Bool,
    outcome: CopyMessage = "Nothing was copied.",
    on server: PostgresConnection
  ) throws {
    self.server = server
    self.outcome = outcome
    guard !areWanted, !tables.isEmpty else {
      (areOff, constraints, brokenCounts) = (false, [], [])
      return
    }
    let oids = Self.parameter(tables)
    if turnsOff { try server.execute(script: Self.turnOff) }
    try Self.refuseTriggers(of: oids, areOff: turnsOff, server)
    if turnsOff { try Self.refuseLateExclusions(of: oids, server) }
    let unchecked = try turnsOff ? Self.constraints(of: oids, before: later, server) : []
    brokenCounts = try unchecked.map { try Self.brokenCount($0, server) }
    (areOff, constraints) = (turnsOff, unchecked)
  }

  /// Checks all constraints of tables that had no rows before, and whose rows are committed.
  ///
  /// This includes a constraint that is `NOT VALID`, which new rows must satisfy as well.
  ///
  /// - Throws: ``DatabaseCopyError`` if rows break one, with SQL that shows and removes them.
  static func checkAll(of tables: [PostgresTableInfo], on server: PostgresConnection) throws {
    guard !tables.isEmpty else { return }
    let failures = try constraints(of: parameter(tables), before: [], server)
      .compactMap { constraint -> CopyMessage? in
        let count = try brokenCount(constraint, server)
        guard count > 0 else { return nil }
        let rows = CopyMessage.counted(
          count,
          constraint.isForeignKey ? "copied row" : "copied key"
        )
        let verb = count == 1 ? "breaks" : "break"
        return "\(rows) \(verb) \(constraint.name). \(constraint.remedy) "
      }
    guard !failures.isEmpty else { return }
    let broken: CopyMessage = failures.reduce("", +)
    throw DatabaseCopyError(
      .constraintViolation,
      """
      \(broken)The copied rows are committed and stay, these too, and the copy is not complete. Remove the \
      rows there and correct them in the file, or drop the constraint; then empty the table that you \
      changed, and \(CopyChoice.again) with \(CopyChoice.continues).
      """
    )
  }

  /// Turns triggers on again, and runs those that are deferred.
  func turnOn() throws {
    if areOff { try server.execute(script: "SET LOCAL session_replication_role = origin") }
    try server.execute(script: "SET CONSTRAINTS ALL IMMEDIATE")
  }

  /// Checks the constraints that the server has not checked.
  ///
  /// - Throws: ``DatabaseCopyError`` if more rows break one than before.
  func check() throws {
    for (constraint, before) in zip(constraints, brokenCounts) {
      let added = try Self.brokenCount(constraint, server) - before
      guard added > 0 else { continue }
      throw DatabaseCopyError(
        .constraintViolation,
        """
        \(CopyMessage.counted(added, "copied row")) would break \(constraint.name). \(outcome) \
        Correct the rows in the file, or drop the constraint.
        """
      )
    }
  }
}

extension CopyTriggers {
  /// The command that turns triggers off in a transaction.
  private static let turnOff = "SET LOCAL session_replication_role = replica"

  /// Returns whether the role may turn triggers off, which needs a superuser or a right to the
  /// parameter; it must be called outside of a transaction.
  ///
  /// Servers of providers may let other roles do it, so it is tried.
  static func mayTurnOff(_ server: PostgresConnection) throws -> Bool {
    do {
      try server.inTransaction { try server.execute(script: turnOff) }
      return true
    } catch let error as PostgresError where error.code == .insufficientPrivilege {
      return false
    }
  }

  private static func parameter(_ tables: [PostgresTableInfo]) -> PostgresValue {
    .array(PostgresArray(tables.map { .integer(Int64($0.oid)) }))
  }

  /// The tables of a list, and their partitions, as a condition of an OID.
  private static let isOfTable = """
    (c.oid = ANY ($1::bigint[]::oid[]) OR EXISTS (
      SELECT FROM pg_catalog.unnest($1::bigint[]::oid[]) r (root)
      WHERE c.oid IN (SELECT t.relid FROM pg_catalog.pg_partition_tree(r.root) t)))
    """

  /// - Throws: ``DatabaseCopyError`` if triggers would run.
  private static func refuseTriggers(
    of tables: PostgresValue,
    areOff: Bool,
    _ server: PostgresConnection
  ) throws {
    // The triggers of the log of live queries only write the log, and shall run.
    let names = try server.execute(
      """
      SELECT DISTINCT t.tgname || ' of ' || c.relname
      FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
        JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal AND t.tgtype & 4 <> 0
        AND t.tgenabled IN ('A', \(areOff ? "'R'" : "'O'"))
        AND NOT (t.tgname LIKE '%\\_insert' AND p.proname = 'log_' || t.tgrelid::bigint)
        AND \(isOfTable)
      ORDER BY 1
      """,
      [tables]
    ).map { row in try row.decode(String.self, at: 0) }
    guard !names.isEmpty else { return }
    let advice =
      areOff
      ? "They are ENABLE ALWAYS or ENABLE REPLICA, so the copy cannot turn them off."
      : "The role may not turn them off: copy as a superuser, or let one run "
        + "GRANT SET ON PARAMETER session_replication_role TO the role."
    throw DatabaseCopyError(
      .triggersWouldRun,
      """
      Triggers would run for the copied rows: \(names.joined(separator: ", ")). \(advice) Or run \
      ALTER TABLE … DISABLE TRIGGER … before the copy, or give \(CopyChoice.firesTriggers) to let them run. \
      Nothing was copied.
      """
    )
  }

  /// - Throws: ``DatabaseCopyError`` for a constraint that nothing would check while triggers are
  ///   off.
  private static func refuseLateExclusions(of tables: PostgresValue, _ server: PostgresConnection)
    throws
  {
    let name = try server.execute(
      """
      SELECT k.conname || ' of ' || c.relname
      FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
      WHERE k.contype = 'x' AND k.condeferrable AND \(isOfTable) ORDER BY 1
      """,
      [tables]
    ).first { row in try row.decode(String.self, at: 0) }
    guard let name else { return }
    throw DatabaseCopyError(
      .triggersWouldRun,
      """
      The constraint \(name) is DEFERRABLE, and no exclusion is checked late while triggers are off. Drop it \
      for the time of the copy, or give \(CopyChoice.firesTriggers) to let triggers run. Nothing was copied.
      """
    )
  }

  private static func brokenCount(_ constraint: Constraint, _ server: PostgresConnection) throws
    -> Int
  {
    try server.execute("SELECT count(*) \(constraint.broken)").first { row in
      try row.decode(Int.self, at: 0)
    } ?? 0
  }

  /// Returns the enforced foreign keys, and the keys that are checked late, with SQL for each.
  ///
  /// As for the server, tables that inherit from others have no part in the constraints of these.
  private static func constraints(
    of tables: PostgresValue,
    before later: [PostgresTableInfo],
    _ server: PostgresConnection
  ) throws -> [Constraint] {
    let isEnforced = server.serverVersion >= 180_000 ? "k.conenforced" : "true"
    let nullsAreEqual = server.serverVersion >= 150_000 ? "x.indnullsnotdistinct" : "false"
    return try server.execute(
      """
      SELECT k.conname || ' of ' || c.relname,
        CASE k.contype WHEN 'f' THEN
          'FROM ' || \(only("c")) || k.conrelid::regclass || ' c WHERE ('
          || string_agg('c.' || quote_ident(a.attname) || ' IS NOT NULL',
            CASE k.confmatchtype WHEN 'f' THEN ' OR ' ELSE ' AND ' END)
          || ') AND NOT EXISTS (SELECT FROM ' || \(only("f")) || k.confrelid::regclass || ' p WHERE '
          || string_agg('p.' || quote_ident(r.attname) || ' = c.' || quote_ident(a.attname), ' AND ')
          || ')'
        ELSE
          'FROM (SELECT ' || string_agg(quote_ident(a.attname), ', ') || ', count(*) FROM '
          || \(only("c")) || k.conrelid::regclass
          || CASE WHEN bool_or(\(nullsAreEqual)) THEN '' ELSE
            ' WHERE ' || string_agg(quote_ident(a.attname) || ' IS NOT NULL', ' AND ') END
          || ' GROUP BY ' || string_agg(quote_ident(a.attname), ', ') || ' HAVING count(*) > 1) d'
        END,
        k.contype = 'f'
      FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
        LEFT JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
        LEFT JOIN pg_catalog.pg_index x ON x.indexrelid = k.conindid AND k.contype <> 'f'
        CROSS JOIN LATERAL ROWS FROM (
          pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey)) u (own, other)
        JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.own
        LEFT JOIN pg_catalog.pg_attribute r ON r.attrelid = k.confrelid AND r.attnum = u.other
      WHERE (k.contype = 'f' OR k.contype IN ('p', 'u') AND k.condeferrable)
        AND k.conparentid = 0 AND \(isEnforced) AND \(isOfTable) AND NOT \(refersToLater)
      GROUP BY k.oid, k.conname, k.conrelid, k.confrelid, k.contype, k.confmatchtype, c.relname,
        c.relkind, f.relkind
      ORDER BY k.conname
      """,
      [tables, parameter(later)]
    ).map { row in
      Constraint(
        name: try row.decode(String.self, at: 0),
        broken: try row.decode(String.self, at: 1),
        isForeignKey: try row.decode(Bool.self, at: 2)
      )
    }
  }

  /// The word before the name of a table whose rows are not in its partitions, as SQL for a text.
  private static func only(_ table: String) -> String {
    "CASE \(table).relkind WHEN 'r' THEN 'ONLY ' ELSE '' END"
  }

  /// The condition that a foreign key refers to one of the tables whose rows come later, or to a
  /// table with the same partitions.
  private static let refersToLater = """
    (k.contype = 'f' AND EXISTS (
      SELECT FROM (SELECT k.confrelid UNION SELECT t.relid::oid FROM
        pg_catalog.pg_partition_tree(pg_catalog.pg_partition_root(k.confrelid)) t) t (oid)
      WHERE t.oid = ANY ($2::bigint[]::oid[])))
    """
}
