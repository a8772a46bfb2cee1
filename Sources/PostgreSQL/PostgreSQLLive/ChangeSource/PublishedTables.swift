import DatabaseTypes
import PostgreSQL

/// A reader of the tables of publications from the server's catalog.
struct PublishedTables {
  let publications: [String]
  let connection: PostgresConnection
  var tables: [UInt32: PostgresReportedTables.Table] = [:]
  private var facts: [String] = []
  /// A publication that omits kinds of changes.
  private var lossy: String?

  /// Reads the tables of publications.
  static func read(_ connection: PostgresConnection, publications: [String]) throws
    -> PostgresReportedTables
  {
    var reading = PublishedTables(publications: publications, connection: connection)
    try reading.readPublications()
    try reading.readTables()
    try reading.leaveOutParts()
    try TableColumns.read(connection, into: &reading.tables, reportsValues: true) {
      $0.isReportedByIdentity
    }
    try reading.readPartitions()
    let publication = PostgresConnection.quoted(publications.first ?? "livesql")
    return PostgresReportedTables(
      reading.tables.values,
      advice: "ALTER PUBLICATION \(publication) ADD TABLE …",
      facts: reading.facts
    )
  }

  private init(publications: [String], connection: PostgresConnection) {
    (self.publications, self.connection) = (publications, connection)
  }

  private var names: PostgresValue { .array(PostgresArray(publications.map { .text($0) })) }

  private mutating func readPublications() throws {
    let found = try connection.execute(
      """
      SELECT pubname::text, pubinsert AND pubupdate AND pubdelete AND pubtruncate, pubviaroot
      FROM pg_catalog.pg_publication WHERE pubname = ANY($1::text[]) ORDER BY 1
      """,
      [names]
    ).map { row in
      (
        try row.decode(String.self, at: 0), try row.decode(Bool.self, at: 1),
        try row.decode(Bool.self, at: 2)
      )
    }
    facts = found.map { "\($0)" }
    lossy = found.first { !$0.1 }?.0
  }

  private mutating func readTables() throws {
    let source = Self.source(connection.serverVersion)
    let rows = try connection.execute(
      """
      SELECT c.oid::bigint, n.nspname::text, c.relname::text, c.relkind::text, c.relreplident::text,
        bool_or(t.isfiltered),
        bool_and(
          pg_catalog.has_table_privilege(c.oid, 'SELECT') AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        ), c.relpersistence::text
      FROM (\(source)) t JOIN pg_catalog.pg_class c ON c.oid = t.oid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      GROUP BY 1, 2, 3, 4, 5, c.relpersistence
      """,
      [names]
    )
    try rows.forEach { row throws in
      let oid = try row.decode(UInt32.self, at: 0)
      let name = PostgresTable(try row.decode(at: 2), schema: try row.decode(String.self, at: 1))
      var table = PostgresReportedTables.Table(oid: oid, name)
      let kind = try row.decode(String.self, at: 3)
      table.isPartitioned = kind == "p"
      table.isReadable = try row.decode(at: 6)
      let identity = try row.decode(String.self, at: 4)
      let persistence = try row.decode(String.self, at: 7)
      table.facts = [[identity, kind, persistence]]
      if kind == "f" {
        table.problem = .cannotBeReported(table.name, .foreign)
      } else if persistence != "p" {
        table.problem = .cannotBeReported(table.name, .unlogged)
      } else if try row.decode(Bool.self, at: 5) {
        table.problem = .hasRowFilter(table.name)
      } else if let lossy {
        table.problem = .reportsTooLittle(lossy)
      }
      tables[oid] = table
    }
  }
}

/// A reader of the columns of tables from the server's catalog.
struct TableColumns {
  /// A column that may belong to the key that identifies rows.
  struct Column {
    /// Whether the change stream sends it for old rows.
    let isReportedByIdentity: Bool
    /// Whether it belongs to the table's primary key, or to the index that replaces it.
    let isOfKey: Bool
    /// Whether the server computes it, so that the change stream does not report it.
    let isGenerated: Bool
  }

  /// Adds the columns of tables.
  ///
  /// - Parameters:
  ///   - reportsValues: Whether the values of changed rows are reported.
  ///   - isKey: Whether a column identifies rows.
  static func read(
    _ connection: PostgresConnection,
    into tables: inout [UInt32: PostgresReportedTables.Table],
    reportsValues: Bool = false,
    isKey: (Column) -> Bool
  ) throws {
    let oids = PostgresValue.array(PostgresArray(tables.keys.map { .integer(Int64($0)) }))
    var unidentified: Set<UInt32> = []
    func has(_ condition: String) -> String {
      """
      EXISTS (
        SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid
        AND a.attnum = ANY((i.indkey::int2[])[0:i.indnkeyatts - 1]) AND \(condition)
      )
      """
    }
    let identity =
      "CASE c.relreplident WHEN 'd' THEN indisprimary WHEN 'i' THEN indisreplident END"
    let key = "CASE c.relreplident WHEN 'i' THEN indisreplident ELSE indisprimary END"
    try connection.execute(
      """
      SELECT a.attrelid::bigint, a.attname::text, a.atttypid::bigint,
        concat_ws(' ', a.attnum, a.atttypmod, a.attcollation, a.attnotnull, a.attgenerated),
        \(has(identity)), \(has(key)),
        coalesce(o.collisdeterministic, true), coalesce(o.collname IN ('C', 'POSIX'), false),
        a.attgenerated <> ''
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation
      WHERE a.attrelid = ANY($1::bigint[]::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attrelid, a.attnum
      """,
      [oids]
    ).forEach { row throws in
      let oid = try row.decode(UInt32.self, at: 0)
      let (name, type) = (try row.decode(String.self, at: 1), try row.decode(UInt32.self, at: 2))
      tables[oid]?.facts.append([name, "\(type)", try row.decode(at: 3)])
      let column = Column(
        isReportedByIdentity: try row.decode(at: 4),
        isOfKey: try row.decode(at: 5),
        isGenerated: try row.decode(at: 8)
      )
      if reportsValues {
        let isEqualByBytes = try row.decode(Bool.self, at: 6)
        let isOrderedByBytes = try row.decode(Bool.self, at: 7)
        tables[oid]?.reportedColumns.append(
          .init(
            name: name,
            type: type,
            isEqualByBytes: isEqualByBytes,
            isOrderedByBytes: isOrderedByBytes
          )
        )
      }
      guard isKey(column) else { return }
      tables[oid]?.keyColumns.append(.init(name: name, type: type))
      if column.isGenerated, reportsValues { unidentified.insert(oid) }
    }
    for oid in unidentified { tables[oid]?.keyColumns = [] }
  }
}

extension PostgresError {
  fileprivate static func hasRowFilter(_ table: TableName) -> PostgresError {
    PostgresError(
      code: .objectNotInPrerequisiteState,
      message:
        "A live query reads the table \(table), but a publication includes changes of only some of its rows.",
      hint: "ALTER PUBLICATION … SET TABLE \(table), without WHERE"
    )
  }

  fileprivate static func reportsTooLittle(_ publication: String) -> PostgresError {
    PostgresError(
      code: .objectNotInPrerequisiteState,
      message: "The publication \"\(publication)\" does not include all kinds of changes.",
      hint: "ALTER PUBLICATION \(PostgresConnection.quoted(publication)) "
        + "SET (publish = 'insert, update, delete, truncate')"
    )
  }
}
