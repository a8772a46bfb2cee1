import DatabaseTypes
import PostgreSQL

/// What the server's catalog says of the tables whose changes are told.
struct PostgresCatalog: Hashable, Sendable {
  /// A table.
  struct Table: Hashable, Sendable {
    let oid: UInt32
    let name: TableName
    /// The name as the server has it, in the case of its letters.
    let exactName: PostgresTable
    /// What it is: `r` a table, `p` one with partitions.
    let kind: String
    /// What of old rows is told.
    let identity: UInt8
    /// Whether changes of some rows are not told.
    let hasRowFilter: Bool
    /// Whether the role may read, and so lock it; of one of which it may read some columns alone, it may not.
    let isReadable: Bool
    /// All that is known of its columns, to tell whether it is still the same table.
    var columns: [[String]] = []
    /// The columns that identify rows, in the order of the table.
    var keyColumns: [RowKeyLayout.Column] = []

    /// What tells its rows apart.
    var key: RowKeyLayout? { RowKeyLayout(keyColumns, identity: identity) }
  }

  /// A publication that does not tell everything.
  struct Publication: Hashable, Sendable {
    let name: String
    let tellsAll: Bool
    let isViaRoot: Bool
  }

  private(set) var publications: [Publication] = []
  /// The tables, by their names; those that one name means to the engine are several.
  private(set) var tables: [TableName: [Table]] = [:]

  /// The one table of a name whose changes are told.
  func table(_ name: TableName) -> Table? {
    guard let found = tables[name], found.count == 1 else { return nil }
    return found[0]
  }

  /// Reads it.
  init(_ connection: PostgresConnection, publications names: [String]) throws {
    let names = PostgresValue.array(PostgresArray(names.map { .text($0) }))
    publications = try connection.execute(
      """
      SELECT pubname::text, pubinsert AND pubupdate AND pubdelete AND pubtruncate, pubviaroot
      FROM pg_catalog.pg_publication WHERE pubname = ANY($1::text[]) ORDER BY 1
      """,
      [names]
    ).map { row in
      Publication(
        name: try row.decode(at: 0),
        tellsAll: try row.decode(at: 1),
        isViaRoot: try row.decode(at: 2)
      )
    }
    var all: [UInt32: Table] = [:]
    try readTables(connection, names, into: &all)
    try readColumns(connection, into: &all)
    for table in all.values.sorted(by: { $0.oid < $1.oid }) {
      tables[table.name, default: []].append(table)
    }
  }

  private func readTables(
    _ connection: PostgresConnection,
    _ names: PostgresValue,
    into all: inout [UInt32: Table]
  ) throws {
    let filter = connection.serverVersion >= 150_000 ? "bool_or(t.rowfilter IS NOT NULL)" : "false"
    try connection.execute(
      """
      SELECT c.oid::bigint, n.nspname::text, c.relname::text, c.relkind::text, c.relreplident::text, \(filter),
        bool_and(pg_catalog.has_table_privilege(c.oid, 'SELECT'))
      FROM pg_catalog.pg_publication_tables t
      JOIN pg_catalog.pg_namespace n ON n.nspname = t.schemaname
      JOIN pg_catalog.pg_class c ON c.relname = t.tablename AND c.relnamespace = n.oid
      WHERE t.pubname = ANY($1::text[]) GROUP BY 1, 2, 3, 4, 5
      """,
      [names]
    ).forEach { row throws in
      let (oid, schema) = (try row.decode(UInt32.self, at: 0), try row.decode(String.self, at: 1))
      let name = try row.decode(String.self, at: 2)
      all[oid] = Table(
        oid: oid,
        name: TableName(schema: schema, name),
        exactName: PostgresTable(name, schema: schema),
        kind: try row.decode(at: 3),
        identity: try row.decode(String.self, at: 4).utf8.first ?? 0,
        hasRowFilter: try row.decode(at: 5),
        isReadable: try row.decode(at: 6)
      )
    }
  }

  private func readColumns(_ connection: PostgresConnection, into all: inout [UInt32: Table]) throws
  {
    let oids = PostgresValue.array(PostgresArray(all.keys.map { .integer(Int64($0)) }))
    try connection.execute(
      """
      SELECT a.attrelid::bigint, a.attname::text, a.atttypid::bigint,
        concat_ws(' ', a.attnum, a.atttypmod, a.attcollation, a.attnotnull, a.attgenerated),
        EXISTS (
          SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid
          AND a.attnum = ANY((i.indkey::int2[])[0:i.indnkeyatts - 1])
          AND CASE c.relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident END
        )
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
      WHERE a.attrelid = ANY($1::bigint[]::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attrelid, a.attnum
      """,
      [oids]
    ).forEach { row throws in
      let oid = try row.decode(UInt32.self, at: 0)
      let (name, type) = (try row.decode(String.self, at: 1), try row.decode(UInt32.self, at: 2))
      all[oid]?.columns.append([name, "\(type)", try row.decode(at: 3)])
      if try row.decode(Bool.self, at: 4) {
        all[oid]?.keyColumns.append(RowKeyLayout.Column(name: name, type: type))
      }
    }
  }
}

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
  }
}
