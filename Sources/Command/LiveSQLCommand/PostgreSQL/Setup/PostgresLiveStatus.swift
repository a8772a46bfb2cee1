import PostgreSQL
import PostgreSQLTools

/// The parts of a PostgreSQL server's setup that live queries need.
struct PostgresLiveStatus: Sendable {
  /// A user table.
  struct Table: Sendable {
    let name: PostgresTableName
    /// How its rows are told apart; otherwise, publishing the table would make updates fail.
    let identity: RowIdentity
    /// Whether the publication includes it.
    let isPublished: Bool
    let isPartitioned: Bool
    /// Whether the role may read all of it.
    let isReadable: Bool
    /// Whether the current user may let the role read it.
    ///
    /// Only the owner of the table may, and the owner of its schema if the role may not use that.
    let mayGrant: Bool
    /// Whether the role may use its schema.
    let isInUsableSchema: Bool
    /// Whether the publication leaves out some of its rows or columns.
    let isFiltered: Bool
    /// Whether the current user may alter it.
    let isOwned: Bool

    /// Whether the server can tell all its rows apart.
    var hasIdentity: Bool { identity.isWhole }
  }

  /// A replication slot of this library.
  struct Slot: Sendable {
    let name: String
    let isActive: Bool
    /// The number of bytes of its log that the server retains for the slot.
    let retainedByteCount: Int
  }

  let walLevel: String
  /// The role with which live queries connect.
  let role: String
  let mayReplicate: Bool
  /// Whether the current user may change privileges and settings.
  let isSuperuser: Bool
  let hasPublication: Bool
  /// Whether the publication includes all kinds of changes.
  let publishesAllChanges: Bool
  /// Whether the publication reports changes of partitions as changes of their table.
  let isViaRoot: Bool
  /// Whether changes of the schema are reported at once, by an event trigger.
  let reportsSchema: Bool
  let tables: [Table]
  let slots: [Slot]
  /// The number of slots of all programs and databases, and the maximum that the server allows.
  let slotUsage: Usage
  /// The number of connections that send changes, and the maximum that the server allows.
  let senderUsage: Usage
  /// A warning that the server counts change streams as synchronous standbys; `nil` if it does not.
  let standbyWarning: String?

  /// The used part of something that a server limits.
  struct Usage: Sendable {
    let count: Int
    let limit: Int

    /// Whether nothing is left.
    var isExhausted: Bool { count >= limit }
  }

  /// Queries the server.
  ///
  /// - Parameter role: The role with which live queries connect; by default the current user.
  init(_ db: PostgresConnection, role: String?) throws {
    let name = PostgresValue.text(PostgresSetup.publication)
    walLevel = try db.text("SELECT pg_catalog.current_setting('wal_level')") ?? ""
    let me = try db.text("SELECT current_user::text") ?? ""
    isSuperuser =
      try db.text("SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user") == "true"
    self.role = role ?? me
    let right = try db.execute(
      "SELECT rolsuper OR rolreplication FROM pg_catalog.pg_roles WHERE rolname = $1",
      [.text(self.role)]
    ).first { row in try row.decode(Bool.self, at: 0) }
    guard let right else {
      throw CommandFailure(message: "The server has no role named \(self.role).")
    }
    mayReplicate = right
    let publication = try db.execute(
      """
      SELECT pubinsert AND pubupdate AND pubdelete AND pubtruncate, pubviaroot
      FROM pg_catalog.pg_publication WHERE pubname = $1
      """,
      [name]
    ).first { row in [try row.decode(Bool.self, at: 0), try row.decode(Bool.self, at: 1)] }
    hasPublication = publication != nil
    publishesAllChanges = publication?[0] ?? true
    isViaRoot = publication?[1] ?? true
    reportsSchema = try SchemaReporting.isThere(db)
    tables = try Self.tables(db, name, readBy: .text(self.role))
    slots = try Self.slots(db)
    slotUsage = try Self.usage(db, "pg_replication_slots", "max_replication_slots")
    senderUsage = try Self.usage(db, "pg_stat_replication", "max_wal_senders")
    standbyWarning = try Self.standbyWarning(db)
  }

  /// Returns a warning if the server counts a change stream as a synchronous standby.
  ///
  /// It does so by the application name: that of this connection, and those of the open streams.
  private static func standbyWarning(_ db: PostgresConnection) throws -> String? {
    let setting = try db.text("SELECT pg_catalog.current_setting('synchronous_standby_names')")
    let names = try db.execute(
      """
      SELECT pg_catalog.current_setting('application_name') UNION
      SELECT a.application_name FROM pg_catalog.pg_replication_slots s
        JOIN pg_catalog.pg_stat_activity a ON a.pid = s.active_pid
      WHERE starts_with(s.slot_name, 'livesql_') AND a.application_name IS NOT NULL
      """
    ).map { row in try row.decode(String.self, at: 0) }
    let standbys = SynchronousStandbys(setting ?? "")
    guard names.contains(where: standbys.include) else { return nil }
    return SynchronousStandbys.warning(setting: setting ?? "")
  }

  private static func usage(_ db: PostgresConnection, _ view: String, _ setting: String) throws
    -> Usage
  {
    let usage = try db.execute(
      """
      SELECT (SELECT count(*) FROM pg_catalog.\(view)),
        pg_catalog.current_setting('\(setting)')::bigint
      """
    ).first { row in
      Usage(count: try row.decode(Int.self, at: 0), limit: try row.decode(Int.self, at: 1))
    }
    return usage ?? Usage(count: 0, limit: 0)
  }

  /// Returns the tables, without partitions and those of the server and of extensions.
  private static func tables(
    _ db: PostgresConnection,
    _ publication: PostgresValue,
    readBy role: PostgresValue
  ) throws -> [Table] {
    try db.execute(
      """
      SELECT n.nspname::text, c.relname::text, c.relkind = 'p',
        \(RowIdentity.missingSQL),
        EXISTS (
          SELECT FROM pg_catalog.pg_publication_tables t
          WHERE t.pubname = $1 AND t.schemaname = n.nspname AND t.tablename = c.relname
        ),
        u.is_usable AND has_table_privilege($2::text, c.oid, 'SELECT'),
        pg_has_role(c.relowner, 'USAGE') AND (u.is_usable OR pg_has_role(n.nspowner, 'USAGE')),
        u.is_usable,
        EXISTS (
          SELECT FROM pg_catalog.pg_publication_rel r JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid
          WHERE p.pubname = $1 AND r.prrelid = c.oid
            AND coalesce(to_jsonb(r) ->> 'prqual', to_jsonb(r) ->> 'prattrs') IS NOT NULL
        ),
        \(RowIdentity.primaryKeySQL), pg_has_role(c.relowner, 'USAGE')
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        CROSS JOIN LATERAL (SELECT has_schema_privilege($2::text, n.oid, 'USAGE') AS is_usable) u
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
        AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
        )
      ORDER BY 1, 2
      """,
      [publication, role]
    ).map { row in
      Table(
        name: PostgresTableName(
          schema: try row.decode(String.self, at: 0),
          name: try row.decode(String.self, at: 1)
        ),
        identity: RowIdentity(
          try row.value(at: 3),
          hasPrimaryKey: try row.decode(Bool.self, at: 9)
        ),
        isPublished: try row.decode(Bool.self, at: 4),
        isPartitioned: try row.decode(Bool.self, at: 2),
        isReadable: try row.decode(Bool.self, at: 5),
        mayGrant: try row.decode(Bool.self, at: 6),
        isInUsableSchema: try row.decode(Bool.self, at: 7),
        isFiltered: try row.decode(Bool.self, at: 8),
        isOwned: try row.decode(Bool.self, at: 10)
      )
    }
  }

  private static func slots(_ db: PostgresConnection) throws -> [Slot] {
    try db.execute(
      """
      SELECT slot_name::text, active,
        coalesce(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), restart_lsn), 0)::bigint
      FROM pg_catalog.pg_replication_slots
      WHERE starts_with(slot_name, 'livesql_') AND database = pg_catalog.current_database() ORDER BY 1
      """
    ).map { row in
      Slot(
        name: try row.decode(String.self, at: 0),
        isActive: try row.decode(Bool.self, at: 1),
        retainedByteCount: try row.decode(Int.self, at: 2)
      )
    }
  }
}

extension PostgresConnection {
  /// Returns the text in the first column of the first row.
  fileprivate func text(_ sql: String) throws -> String? {
    try execute(sql).first { row in try row.decode(String.self, at: 0) }
  }
}
