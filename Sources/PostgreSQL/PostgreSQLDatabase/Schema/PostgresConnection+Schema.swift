public import PostgreSQL

extension PostgresConnection {
  /// Reads the tables, views and enumerations from the catalog.
  ///
  /// ```swift
  /// let schema = try await database.read { db in try db.readSchema() }
  /// for column in schema.table("items")?.columns ?? [] { print(column.name, column.type) }
  /// ```
  ///
  /// It runs about five queries, whatever the size of the schema.
  ///
  /// - Parameter schemas: The schemas; by default all except the server's own.
  /// - Throws: ``PostgresError``.
  public func readSchema(of schemas: [String]? = nil) throws -> PostgresSchema {
    let reader = SchemaReader(db: self, schemas: schemas)
    // All queries must see the same snapshot.
    if transactionStatus != .idle { return try reader.schema() }
    return try inTransaction(isolation: .repeatableRead, isReadOnly: true) { try reader.schema() }
  }
}

/// A reader of the catalog.
///
/// https://www.postgresql.org/docs/current/catalogs.html
private struct SchemaReader {
  let db: PostgresConnection
  let schemas: [String]?

  private var parameter: PostgresValue {
    schemas.map { .array(PostgresArray($0.map { .text($0) })) } ?? .null
  }

  /// The condition that the schema `n` is included.
  private static let isWanted = """
    ($1::text[] IS NULL AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' \
    OR n.nspname = ANY ($1::text[]))
    """

  func schema() throws -> PostgresSchema {
    var tables = try tables()
    let places = Dictionary(uniqueKeysWithValues: tables.indices.map { (tables[$0].oid, $0) })
    for (oid, column) in try columns() { places[oid].map { tables[$0].columns.append(column) } }
    for (oid, isPrimary, key) in try keys() {
      guard let place = places[oid] else { continue }
      if isPrimary { tables[place].primaryKey = key } else { tables[place].uniqueKeys.append(key) }
    }
    for (oid, key) in try foreignKeys() { places[oid].map { tables[$0].foreignKeys.append(key) } }
    for (oid, index) in try indexes() { places[oid].map { tables[$0].indexes.append(index) } }
    return PostgresSchema(tables: tables, enums: try enums())
  }

  private func tables() throws -> [PostgresTableInfo] {
    try db.execute(
      """
      SELECT n.nspname::text, c.relname::text, c.oid, c.relkind::text,
        p.relname::text, pn.nspname::text,
        CASE WHEN c.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(c.oid) END
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_catalog.pg_inherits i ON i.inhrelid = c.oid AND c.relispartition
        LEFT JOIN pg_catalog.pg_class p ON p.oid = i.inhparent
        LEFT JOIN pg_catalog.pg_namespace pn ON pn.oid = p.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND \(Self.isWanted)
      ORDER BY n.nspname, c.relname
      """,
      [parameter]
    ).map { row in
      PostgresTableInfo(
        schema: try row.decode(String.self, at: 0),
        name: try row.decode(String.self, at: 1),
        oid: try row.decode(UInt32.self, at: 2),
        kind: PostgresTableInfo.Kind(rawValue: try row.decode(String.self, at: 3)) ?? .table,
        partitionOf: try row.decode(String?.self, at: 4),
        partitionOfSchema: try row.decode(String?.self, at: 5),
        definition: try row.decode(String?.self, at: 6)
      )
    }
  }

  private func columns() throws -> [(UInt32, PostgresColumnInfo)] {
    try db.execute(
      """
      SELECT a.attrelid, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid,
        NOT a.attnotnull, a.attidentity::text, a.attgenerated::text, pg_catalog.pg_get_expr(d.adbin, d.adrelid),
        CASE WHEN a.attcollation <> t.typcollation THEN l.collname::text END
      FROM pg_catalog.pg_attribute a
        JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
        LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
      WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND \(Self.isWanted)
      ORDER BY a.attrelid, a.attnum
      """,
      [parameter]
    ).map { row in
      let expression = try row.decode(String?.self, at: 7)
      let isGenerated = try !row.decode(String.self, at: 6).isEmpty
      let column = PostgresColumnInfo(
        name: try row.decode(String.self, at: 1),
        type: try row.decode(String.self, at: 2),
        typeOID: try row.decode(UInt32.self, at: 3),
        isNullable: try row.decode(Bool.self, at: 4),
        defaultExpression: isGenerated ? nil : expression,
        generatedExpression: isGenerated ? expression : nil,
        identity: PostgresColumnInfo.Identity(rawValue: try row.decode(String.self, at: 5)),
        collation: try row.decode(String?.self, at: 8)
      )
      return (try row.decode(UInt32.self, at: 0), column)
    }
  }

  /// Returns SQL for the names of the columns whose numbers are in an array.
  private static func names(_ table: String, _ numbers: String) -> String {
    """
    (SELECT pg_catalog.array_agg(a.attname::text ORDER BY u.place)
     FROM pg_catalog.unnest(\(numbers)) WITH ORDINALITY u (number, place)
     JOIN pg_catalog.pg_attribute a ON a.attrelid = \(table) AND a.attnum = u.number)
    """
  }

  private func keys() throws -> [(UInt32, Bool, PostgresKeyInfo)] {
    try db.execute(
      """
      SELECT k.conrelid, k.contype = 'p', k.conname::text, \(Self.names("k.conrelid", "k.conkey"))
      FROM pg_catalog.pg_constraint k
        JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE k.contype IN ('p', 'u') AND \(Self.isWanted)
      ORDER BY k.conname
      """,
      [parameter]
    ).map { row in
      let key = PostgresKeyInfo(
        name: try row.decode(String.self, at: 2),
        columns: try row.texts(at: 3)
      )
      return (try row.decode(UInt32.self, at: 0), try row.decode(Bool.self, at: 1), key)
    }
  }

  private func foreignKeys() throws -> [(UInt32, PostgresForeignKeyInfo)] {
    try db.execute(
      """
      SELECT k.conrelid, k.conname::text, \(Self.names("k.conrelid", "k.conkey")),
        fn.nspname::text, f.relname::text, \(Self.names("k.confrelid", "k.confkey")),
        k.confdeltype::text, k.confupdtype::text
      FROM pg_catalog.pg_constraint k
        JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
        JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace
      WHERE k.contype = 'f' AND \(Self.isWanted)
      ORDER BY k.conname
      """,
      [parameter]
    ).map { row in
      let key = PostgresForeignKeyInfo(
        name: try row.decode(String.self, at: 1),
        columns: try row.texts(at: 2),
        destinationSchema: try row.decode(String.self, at: 3),
        destinationTable: try row.decode(String.self, at: 4),
        destinationColumns: try row.texts(at: 5),
        onDelete: .init(rawValue: try row.decode(String.self, at: 6)) ?? .noAction,
        onUpdate: .init(rawValue: try row.decode(String.self, at: 7)) ?? .noAction
      )
      return (try row.decode(UInt32.self, at: 0), key)
    }
  }

  private func indexes() throws -> [(UInt32, PostgresIndexInfo)] {
    try db.execute(
      """
      SELECT x.indrelid, i.relname::text, m.amname::text, x.indisunique, x.indisvalid,
        ARRAY(SELECT pg_catalog.pg_get_indexdef(x.indexrelid, g, true)
              FROM pg_catalog.generate_series(1, x.indnkeyatts) g ORDER BY g),
        ARRAY(SELECT a.attname::text FROM pg_catalog.pg_attribute a
              WHERE a.attrelid = x.indexrelid AND a.attnum > x.indnkeyatts ORDER BY a.attnum),
        pg_catalog.pg_get_expr(x.indpred, x.indrelid)
      FROM pg_catalog.pg_index x
        JOIN pg_catalog.pg_class c ON c.oid = x.indrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
        JOIN pg_catalog.pg_am m ON m.oid = i.relam
      WHERE \(Self.isWanted)
      ORDER BY i.relname
      """,
      [parameter]
    ).map { row in
      let index = PostgresIndexInfo(
        name: try row.decode(String.self, at: 1),
        method: try row.decode(String.self, at: 2),
        isUnique: try row.decode(Bool.self, at: 3),
        isValid: try row.decode(Bool.self, at: 4),
        keys: try row.texts(at: 5),
        includedColumns: try row.texts(at: 6),
        condition: try row.decode(String?.self, at: 7)
      )
      return (try row.decode(UInt32.self, at: 0), index)
    }
  }

  private func enums() throws -> [PostgresEnumInfo] {
    try db.execute(
      """
      SELECT n.nspname::text, t.typname::text,
        pg_catalog.array_agg(e.enumlabel::text ORDER BY e.enumsortorder), t.oid
      FROM pg_catalog.pg_type t
        JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
        JOIN pg_catalog.pg_enum e ON e.enumtypid = t.oid
      WHERE \(Self.isWanted)
      GROUP BY n.nspname, t.typname, t.oid ORDER BY n.nspname, t.typname
      """,
      [parameter]
    ).map { row in
      PostgresEnumInfo(
        schema: try row.decode(String.self, at: 0),
        name: try row.decode(String.self, at: 1),
        oid: try row.decode(UInt32.self, at: 3),
        values: try row.texts(at: 2)
      )
    }
  }
}

extension PostgresRow {
  /// Returns the texts of an array.
  fileprivate borrowing func texts(at index: Int) throws -> [String] {
    guard case .array(let array) = try value(at: index) else { return [] }
    return array.elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}
