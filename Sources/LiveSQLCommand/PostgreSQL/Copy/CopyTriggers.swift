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
  private let outcome: String

  /// A constraint that the server checks by a trigger.
  private struct Constraint {
    /// The constraint and its table, for users.
    let name: String
    /// The SQL that counts the rows or the keys that break it.
    let sql: String
  }

  /// Turns triggers off until the transaction ends or ``turnOn()``, if the role may.
  ///
  /// - Parameters:
  ///   - tables: The tables that exist already.
  ///   - areWanted: Whether triggers shall run.
  /// - Throws: ``CommandFailure`` if triggers would run.
  init(of tables: [PostgresTableInfo], areWanted: Bool, on server: PostgresConnection) throws {
    self.server = server
    outcome = "Nothing was copied."
    guard !areWanted, !tables.isEmpty else {
      (areOff, constraints, brokenCounts) = (false, [], [])
      return
    }
    let oids = Self.parameter(tables)
    let isOff = try Self.turnOff(server)
    try Self.refuseTriggers(of: oids, areOff: isOff, server)
    if isOff { try Self.refuseLateExclusions(of: oids, server) }
    let unchecked = try isOff ? Self.constraints(of: oids, server) : []
    brokenCounts = try unchecked.map { try Self.brokenCount($0, server) }
    (areOff, constraints) = (isOff, unchecked)
  }

  /// Prepares checks of tables that had no rows before.
  private init(of tables: [PostgresTableInfo], checkingOn server: PostgresConnection) throws {
    self.server = server
    areOff = false
    outcome = "The copied rows are kept."
    let unchecked = try Self.constraints(of: Self.parameter(tables), server)
    (constraints, brokenCounts) = (unchecked, unchecked.map { _ in 0 })
  }

  /// Checks the constraints of tables that had no rows before.
  ///
  /// - Throws: ``CommandFailure`` if rows break one.
  static func checkAll(of tables: [PostgresTableInfo], on server: PostgresConnection) throws {
    guard !tables.isEmpty else { return }
    try CopyTriggers(of: tables, checkingOn: server).check()
  }

  /// Turns triggers on again, and runs those that are deferred.
  func turnOn() throws {
    if areOff { try server.execute(script: "SET LOCAL session_replication_role = origin") }
    try server.execute(script: "SET CONSTRAINTS ALL IMMEDIATE")
  }

  /// Checks the constraints that the server has not checked.
  ///
  /// - Throws: ``CommandFailure`` if more rows break one than before.
  func check() throws {
    for (constraint, before) in zip(constraints, brokenCounts) {
      let added = try Self.brokenCount(constraint, server) - before
      guard added > 0 else { continue }
      throw CommandFailure(
        message:
          "\(counted(added, "copied row")) would break \(constraint.name). \(outcome) "
          + "Correct the rows in the file, or drop the constraint."
      )
    }
  }
}

extension CopyTriggers {
  /// Turns triggers off, which needs a superuser or a right to the parameter.
  private static func turnOff(_ server: PostgresConnection) throws -> Bool {
    do {
      try server.inSavepoint {
        try server.execute(script: "SET LOCAL session_replication_role = replica")
      }
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

  /// - Throws: ``CommandFailure`` if triggers would run.
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
    throw CommandFailure(
      message:
        "Triggers would run for the copied rows: \(names.joined(separator: ", ")). \(advice) Or run "
        + "ALTER TABLE … DISABLE TRIGGER … before the copy, or give --triggers to let them run. "
        + "Nothing was copied."
    )
  }

  /// - Throws: ``CommandFailure`` for a constraint that nothing would check while triggers are off.
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
    throw CommandFailure(
      message:
        "The constraint \(name) is DEFERRABLE, and no exclusion is checked late while triggers are off. Drop it "
        + "for the time of the copy, or give --triggers to let triggers run. Nothing was copied."
    )
  }

  private static func brokenCount(_ constraint: Constraint, _ server: PostgresConnection) throws
    -> Int
  {
    try server.execute(constraint.sql).first { row in try row.decode(Int.self, at: 0) } ?? 0
  }

  /// Returns the foreign keys, and the keys that are checked late, with SQL for each.
  private static func constraints(of tables: PostgresValue, _ server: PostgresConnection) throws
    -> [Constraint]
  {
    try server.execute(
      """
      SELECT k.conname || ' of ' || c.relname,
        CASE k.contype WHEN 'f' THEN
          'SELECT count(*) FROM ' || k.conrelid::regclass || ' c WHERE ('
          || string_agg('c.' || quote_ident(a.attname) || ' IS NOT NULL',
            CASE k.confmatchtype WHEN 'f' THEN ' OR ' ELSE ' AND ' END)
          || ') AND NOT EXISTS (SELECT FROM ' || k.confrelid::regclass || ' p WHERE '
          || string_agg('p.' || quote_ident(r.attname) || ' = c.' || quote_ident(a.attname), ' AND ')
          || ')'
        ELSE
          'SELECT count(*) FROM (SELECT 1 FROM ' || k.conrelid::regclass || ' WHERE '
          || string_agg(quote_ident(a.attname) || ' IS NOT NULL', ' AND ')
          || ' GROUP BY ' || string_agg(quote_ident(a.attname), ', ') || ' HAVING count(*) > 1) d'
        END
      FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
        CROSS JOIN LATERAL ROWS FROM (
          pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey)) u (own, other)
        JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.own
        LEFT JOIN pg_catalog.pg_attribute r ON r.attrelid = k.confrelid AND r.attnum = u.other
      WHERE (k.contype = 'f' OR k.contype IN ('p', 'u') AND k.condeferrable)
        AND k.conparentid = 0 AND \(isOfTable)
      GROUP BY k.oid, k.conname, k.conrelid, k.confrelid, k.contype, k.confmatchtype, c.relname
      ORDER BY k.conname
      """,
      [tables]
    ).map { row in
      Constraint(
        name: try row.decode(String.self, at: 0),
        sql: try row.decode(String.self, at: 1)
      )
    }
  }
}
