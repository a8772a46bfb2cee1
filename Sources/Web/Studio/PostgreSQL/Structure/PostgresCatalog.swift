import DatabaseTypes
import PostgreSQL

/// The parts of tables that ``PostgresConnection/readSchema(of:)`` does not read.
///
/// https://www.postgresql.org/docs/current/catalogs.html
struct PostgresCatalog {
  struct Index {
    var index: StudioTable.Index
    /// Whether the values are unique and never NULL.
    var isKey: Bool
  }

  struct ColumnType {
    /// The type that values are cast to.
    var name: String
    var isOrdered: Bool
    var exactComparison: StudioTable.ExactComparison?
  }

  private(set) var rowCounts: [UInt32: Int] = [:]
  private(set) var types: [UInt32: [String: ColumnType]] = [:]
  private(set) var indexes: [UInt32: [Index]] = [:]
  private(set) var constraints: [UInt32: [String]] = [:]
  private(set) var triggers: [StudioTrigger] = []
  /// The changes that views make by INSTEAD OF triggers.
  private(set) var viewEdits: [UInt32: Set<StudioTable.EditKind>] = [:]

  /// Reads it, within a transaction.
  init(_ db: PostgresConnection) throws {
    try readRowCounts(db)
    try readTypes(db)
    try readIndexes(db)
    try readConstraints(db)
    triggers = try Self.triggers(db)
    try readViewEdits(db)
  }

  /// The condition that an object does not belong to the server itself.
  private static func isOwn(_ oid: String) -> String { "\(oid) >= 16384" }

  private mutating func readRowCounts(_ db: PostgresConnection) throws {
    try db.execute(
      """
      SELECT c.oid, CASE c.relkind WHEN 'p' THEN
          (SELECT sum(greatest(k.reltuples, 0)) FROM pg_catalog.pg_partition_tree(c.oid) t
           JOIN pg_catalog.pg_class k ON k.oid = t.relid WHERE t.isleaf)
        ELSE c.reltuples END::bigint
      FROM pg_catalog.pg_class c
      WHERE c.relkind IN ('r', 'p', 'm') AND NOT c.relispartition AND \(Self.isOwn("c.oid"))
      """
    ).forEach { row in
      guard let count = try row.decode(Int?.self, at: 1), count >= 0 else { return }
      rowCounts[try row.decode(UInt32.self, at: 0)] = count
    }
  }

  private mutating func readTypes(_ db: PostgresConnection) throws {
    try db.execute(
      """
      SELECT a.attrelid, a.attname::text, pg_catalog.format_type(b.oid, -1), b.typtype = 'e',
        coalesce(NOT o.collisdeterministic, false)
      FROM pg_catalog.pg_attribute a
        JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
        JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
        JOIN pg_catalog.pg_type b ON b.oid = CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END
        LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation
      WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND NOT c.relispartition AND \(Self.isOwn("c.oid"))
      """
    ).forEach { row in
      let name = try row.decode(String.self, at: 2)
      let isOrdered = try row.decode(Bool.self, at: 3) || Self.isOrdered(name)
      types[try row.decode(UInt32.self, at: 0), default: [:]][try row.decode(String.self, at: 1)] =
        ColumnType(
          name: name,
          isOrdered: isOrdered,
          exactComparison: try row.decode(Bool.self, at: 4)
            ? .bytes : Self.ambiguous.contains(name) ? .text : nil
        )
    }
  }

  /// The types with equal values that have different texts, such as 1.0 and 1.00.
  private static let ambiguous: Set = ["numeric", "jsonb"]

  /// Whether values of a type can be compared and sorted; the types are listed here.
  private static func isOrdered(_ type: String) -> Bool {
    ordered.contains(type.hasSuffix("[]") ? String(type.dropLast(2)) : type)
  }

  private static let ordered: Set = [
    "bigint", "integer", "smallint", "numeric", "real", "double precision", "boolean", "text",
    "character varying", "bpchar", "\"char\"", "name", "uuid", "date", "interval", "bytea",
    "timestamp without time zone", "timestamp with time zone", "time without time zone",
    "time with time zone", "inet", "cidr", "macaddr", "macaddr8", "money", "oid", "jsonb",
    "\"bit\"", "bit varying", "int4range", "int8range", "numrange", "tsrange", "tstzrange",
    "daterange", "pg_lsn",
  ]

  private mutating func readIndexes(_ db: PostgresConnection) throws {
    try db.execute(
      """
      SELECT x.indrelid, i.relname::text, pg_catalog.pg_get_indexdef(x.indexrelid), x.indisunique,
        x.indisunique AND x.indisvalid AND x.indimmediate AND x.indpred IS NULL,
        k.name, coalesce(a.attnotnull, false)
      FROM pg_catalog.pg_index x
        JOIN pg_catalog.pg_class c ON c.oid = x.indrelid
        JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
        CROSS JOIN LATERAL pg_catalog.unnest(x.indkey::int2[]) WITH ORDINALITY u (number, place)
        LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.number AND u.number > 0
        CROSS JOIN LATERAL (SELECT a.attname::text AS name) k
      WHERE u.place <= x.indnkeyatts AND NOT c.relispartition AND \(Self.isOwn("c.oid"))
      ORDER BY i.relname, x.indexrelid, u.place
      """
    ).forEach { row in
      let table = try row.decode(UInt32.self, at: 0)
      let isKey = try row.decode(Bool.self, at: 4) && row.decode(Bool.self, at: 6)
      let new = StudioTable.Index(
        name: try row.decode(String.self, at: 1),
        columns: [],
        isUnique: try row.decode(Bool.self, at: 3),
        sql: try row.decode(String.self, at: 2)
      )
      add(new, column: try row.decode(String?.self, at: 5), isKey: isKey, to: table)
    }
  }

  private mutating func add(
    _ new: StudioTable.Index,
    column: String?,
    isKey: Bool,
    to table: UInt32
  ) {
    var all = indexes[table] ?? []
    if all.last?.index.name != new.name { all.append(Index(index: new, isKey: true)) }
    all[all.count - 1].index.columns.append(column)
    if !isKey || column == nil { all[all.count - 1].isKey = false }
    indexes[table] = all
  }

  private mutating func readConstraints(_ db: PostgresConnection) throws {
    try db.execute(
      """
      SELECT k.conrelid, k.conname::text, pg_catalog.pg_get_constraintdef(k.oid)
      FROM pg_catalog.pg_constraint k
      WHERE k.contype IN ('p', 'u', 'f', 'c', 'x') AND \(Self.isOwn("k.conrelid"))
      ORDER BY k.contype = 'f', k.contype <> 'p', k.conname
      """
    ).forEach { row in
      let name = PostgresName.plain(try row.decode(String.self, at: 1))
      constraints[try row.decode(UInt32.self, at: 0), default: []]
        .append("CONSTRAINT \(name) \(try row.decode(String.self, at: 2))")
    }
  }

  /// Reads the INSTEAD OF triggers that fire; the bits are those of `TRIGGER_TYPE_…`.
  /// https://www.postgresql.org/docs/current/catalog-pg-trigger.html
  private mutating func readViewEdits(_ db: PostgresConnection) throws {
    try db.execute(
      """
      SELECT t.tgrelid, pg_catalog.bool_or(t.tgtype & 4 <> 0), pg_catalog.bool_or(t.tgtype & 8 <> 0),
        pg_catalog.bool_or(t.tgtype & 16 <> 0)
      FROM pg_catalog.pg_trigger t
      WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND t.tgtype & 64 <> 0
      GROUP BY t.tgrelid
      """
    ).forEach { row in
      let kinds: [StudioTable.EditKind] = [.insert, .delete, .update]
      var found: Set<StudioTable.EditKind> = []
      for (index, kind) in kinds.enumerated() {
        if try row.decode(Bool.self, at: index + 1) { found.insert(kind) }
      }
      viewEdits[try row.decode(UInt32.self, at: 0)] = found
    }
  }

  private static func triggers(_ db: PostgresConnection) throws -> [StudioTrigger] {
    try db.execute(
      """
      SELECT t.tgname::text, c.relname::text, pg_catalog.pg_get_triggerdef(t.oid, true), n.nspname::text
      FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE NOT t.tgisinternal AND NOT c.relispartition AND \(isOwn("c.oid"))
      ORDER BY 1, 4, 2
      """
    ).map { row in
      StudioTrigger(
        name: try row.decode(String.self, at: 0),
        schema: try row.decode(String.self, at: 3),
        table: try row.decode(String.self, at: 1),
        sql: try row.decode(String.self, at: 2)
      )
    }
  }
}
