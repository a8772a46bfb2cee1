import DatabaseTypes
import PostgreSQL
import SQLiteDatabase

/// The facts of the catalog about a table.
struct TableFacts {
  struct Column {
    let name: String
    /// Whether it contains dates or timestamps.
    let isDateOrTime: Bool
    /// Whether it contains decimal numbers.
    let isDecimal: Bool
    /// Whether only the server generates its values.
    let isGenerated: Bool
    /// Whether its values may be integers; a domain's are not known.
    let mayBeNumber: Bool
  }

  var columns: [Column] = []
  /// The columns whose values only the server generates.
  var generated: Set<ByteText> = []
  /// The columns of the primary key; empty for a view.
  var key: [String] = []
  var uniqueKeys: [[String]] = []
  var foreignKeys: [ForeignKeyInfo] = []

  /// The form in which records are encoded.
  ///
  /// A column that is a text keeps the form that dates have in texts.
  var form: StoredForm {
    StoredForm(hasExactDates: columns.contains(where: \.isDateOrTime), hasDecimals: true)
  }
}

/// The facts about tables that a connection has learned.
///
/// They are kept at most for the duration of a transaction: a connection discards them with each
/// script that it runs, such as `BEGIN`, and outside of transactions they are always queried.
final class PostgresTableFacts {
  private var known: [ByteText: TableFacts] = [:]
  /// The statements that write records, which depend on the facts.
  private var writes: [WriteShape: RecordWrite] = [:]

  /// Returns the facts that a connection has learned since its transaction or pipeline began.
  ///
  /// - Parameter isInPipeline: Whether the connection is in a pipeline, which is part of a
  ///   transaction.
  static func of(_ connection: PostgresConnection, isInPipeline: Bool = false)
    -> PostgresTableFacts
  {
    let id = ObjectIdentifier(PostgresTableFacts.self)
    if isInPipeline || connection.transactionStatus == .inTransaction,
      let known = connection.knowledge[id] as? PostgresTableFacts
    {
      return known
    }
    let facts = PostgresTableFacts()
    connection.knowledge[id] = facts
    return facts
  }

  /// Returns the statement that writes records of a shape, made if it is new.
  func write(_ shape: WriteShape, _ make: () throws -> RecordWrite) rethrows -> RecordWrite {
    if let known = writes[shape] { return known }
    let made = try make()
    writes[shape] = made
    return made
  }

  /// Returns whether the facts about a table are known, so that the server is not asked for them.
  func knows(_ table: String) -> Bool { known[ByteText(table)] != nil }

  /// Returns the facts of the catalog about a table; empty if it does not exist.
  func facts(of table: String, _ connection: PostgresConnection) throws -> TableFacts {
    if let known = known[ByteText(table)] { return known }
    return try connection.withoutRecording { try read(table, connection) }
  }

  private func read(_ table: String, _ connection: PostgresConnection) throws -> TableFacts {
    let name = [PostgresValue.text(PostgresConnection.quoted(table))]
    var facts = TableFacts()
    facts.columns = try connection.execute(Self.columns, name).map { row throws in
      TableFacts.Column(
        name: try row.decode(String.self, at: 0),
        isDateOrTime: try row.decode(Bool.self, at: 1),
        isDecimal: try row.decode(Bool.self, at: 4),
        isGenerated: try row.decode(Bool.self, at: 2),
        mayBeNumber: try row.decode(Bool.self, at: 3)
      )
    }
    facts.generated = Set(
      facts.columns.filter(\.isGenerated).map { ByteText.foldingASCII($0.name) }
    )
    for (columns, isPrimary) in try connection.execute(Self.keys, name).map({ row throws in
      (try row.names(at: 0), try row.decode(Bool.self, at: 1))
    }) {
      facts.uniqueKeys.append(columns)
      if isPrimary { facts.key = columns }
    }
    facts.foreignKeys = try Self.foreignKeys(name, connection)
    if !facts.columns.isEmpty { known[ByteText(table)] = facts }
    return facts
  }

  private static func foreignKeys(_ name: [PostgresValue], _ connection: PostgresConnection) throws
    -> [ForeignKeyInfo]
  {
    let keys = try connection.execute(foreignKeys, name).map { row throws in
      (
        try row.decode(String.self, at: 0), try row.names(at: 1),
        try row.names(at: 2)
      )
    }
    return keys.enumerated().map { index, key in
      ForeignKeyInfo(
        id: index,
        destinationTable: key.0,
        columns: zip(key.1, key.2).map { ($0, $1) }
      )
    }
  }
}

extension PostgresRow {
  /// Returns the names in an array column.
  fileprivate borrowing func names(at index: Int) throws -> [String] {
    guard case .array(let names) = try value(at: index) else { return [] }
    return names.elements.compactMap { if case .text(let name) = $0 { name } else { nil } }
  }
}

extension PostgresTableFacts {
  private static let columns = """
    SELECT attname::text, atttypid::regtype::text ~ '^(date|timestamp)', attgenerated <> '' OR attidentity = 'a',
      atttypid NOT IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'uuid'::regtype, 'bytea'::regtype),
      atttypid = 'numeric'::regtype
    FROM pg_catalog.pg_attribute
    WHERE attrelid = pg_catalog.to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
    """

  private static let keys = """
    SELECT (
      SELECT array_agg(a.attname::text ORDER BY k.place)
      FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
      JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
      WHERE k.place <= i.indnkeyatts
    ), i.indisprimary
    FROM pg_catalog.pg_index i
    WHERE i.indrelid = pg_catalog.to_regclass($1) AND i.indisunique AND i.indpred IS NULL
      AND NOT 0 = ANY(i.indkey::int2[])
    """

  private static let foreignKeys = """
    SELECT r.relname::text,
      (SELECT array_agg(a.attname::text ORDER BY k.place)
        FROM unnest(c.conkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number),
      (SELECT array_agg(a.attname::text ORDER BY k.place)
        FROM unnest(c.confkey) WITH ORDINALITY AS k(number, place)
        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number)
    FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_class r ON r.oid = c.confrelid
    WHERE c.conrelid = pg_catalog.to_regclass($1) AND c.contype = 'f' ORDER BY c.oid
    """
}
