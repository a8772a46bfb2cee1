import PostgreSQL

/// What a PostgreSQL server has of what live queries need.
struct PostgresLiveStatus: Sendable {
  /// A table that somebody made.
  struct Table: Sendable {
    let name: PostgresTableName
    /// Whether its rows can be told apart, without which publishing it would make updates of it fail.
    let hasIdentity: Bool
    /// Whether the publication has it.
    let isPublished: Bool
    let isPartitioned: Bool
  }

  /// A slot of this library.
  struct Slot: Sendable {
    let name: String
    let isActive: Bool
    /// How many bytes of its log the server keeps for it.
    let retainedByteCount: Int
  }

  let walLevel: String
  /// The role that live queries connect as.
  let role: String
  let mayReplicate: Bool
  /// Whether who asks may change rights and settings.
  let isSuperuser: Bool
  let hasPublication: Bool
  /// Whether the publication tells all kinds of changes.
  let tellsAll: Bool
  /// Whether the publication tells partitions' changes as those of their table.
  let isViaRoot: Bool
  let tables: [Table]
  let slots: [Slot]

  /// Asks the server.
  ///
  /// - Parameter role: The role that live queries connect as; who asks unless given.
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
    tellsAll = publication?[0] ?? true
    isViaRoot = publication?[1] ?? true
    tables = try Self.tables(db, name)
    slots = try Self.slots(db)
  }

  /// The tables but partitions, and what belongs to the server and to extensions.
  private static func tables(_ db: PostgresConnection, _ publication: PostgresValue) throws
    -> [Table]
  {
    try db.execute(
      """
      SELECT n.nspname::text, c.relname::text, c.relkind = 'p',
        c.relreplident = 'f' OR EXISTS (
          SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid
          AND CASE c.relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident END
        ),
        EXISTS (
          SELECT FROM pg_catalog.pg_publication_tables t
          WHERE t.pubname = $1 AND t.schemaname = n.nspname AND t.tablename = c.relname
        )
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
        AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
        )
      ORDER BY 1, 2
      """,
      [publication]
    ).map { row in
      Table(
        name: PostgresTableName(
          schema: try row.decode(String.self, at: 0),
          name: try row.decode(String.self, at: 1)
        ),
        hasIdentity: try row.decode(Bool.self, at: 3),
        isPublished: try row.decode(Bool.self, at: 4),
        isPartitioned: try row.decode(Bool.self, at: 2)
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
  /// The text of the first column of the first row.
  fileprivate func text(_ sql: String) throws -> String? {
    try execute(sql).first { row in try row.decode(String.self, at: 0) }
  }
}
