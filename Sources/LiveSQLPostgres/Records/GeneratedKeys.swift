import DatabaseTypes
import PostgreSQL

/// The keys that the server generates for new rows of a table, queried before the rows are written.
///
/// So each record gets a certain key, whatever the order in which the server inserts rows.
struct GeneratedKeys {
  private let connection: PostgresConnection
  /// A query of any number of new keys.
  private let sql: String
  /// The keys that no record has yet, in reverse order.
  private var unused: [PostgresValue] = []

  /// Creates a source of keys; `nil` if the server may generate them in another way when a row is
  /// inserted, or if the role may not use its sequence, or not write the column.
  ///
  /// The value must come from an identity column's or another sequence, or be a new `uuid`. Any
  /// other default may depend on the rows that were inserted before.
  ///
  /// - Parameters:
  ///   - column: The name of the key's column, as in the table.
  ///   - table: The table.
  init?(of column: String, in table: PostgresTable, on connection: PostgresConnection) throws {
    let parameters: [PostgresValue] = [.text(table.sql), .text(column)]
    let expression = try connection.execute(Self.expression, parameters).first { row throws in
      try row.decode(String?.self, at: 0)
    }
    guard case let text?? = expression else { return nil }
    self.connection = connection
    sql = "SELECT \(text) FROM pg_catalog.generate_series(1, $1::bigint)"
  }

  /// Returns the next key; `nil` if more keys must be generated.
  mutating func next() -> PostgresValue? { unused.popLast() }

  /// Generates keys, in one round trip.
  ///
  /// - Throws: ``PostgresError``, such as for a sequence that has reached its limit.
  mutating func generate(_ count: Int) throws {
    let keys = try connection.execute(sql, [.integer(Int64(count))]).map { row throws in
      try row.value(at: 0)
    }
    unused = keys.reversed()
  }

  /// A query of the expression that generates a key, cast to the column's type.
  private static let expression = """
    WITH key AS (
      SELECT a.attrelid, a.attnum, a.attidentity,
        pg_catalog.format_type(a.atttypid, a.atttypmod) AS type,
        pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS made,
        CASE WHEN a.attidentity <> '' THEN pg_catalog.pg_get_serial_sequence($1::text, a.attname::text) END
          AS sequence
      FROM pg_catalog.pg_attribute a
        LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = $1::text::regclass AND a.attname::text = $2::text AND NOT a.attisdropped
        AND a.attgenerated = ''
    )
    SELECT '(' || CASE WHEN attidentity <> ''
      THEN 'pg_catalog.nextval(' || pg_catalog.quote_literal(sequence) || '::regclass)' ELSE made END
      || ')::' || type
    FROM key
    WHERE pg_catalog.has_column_privilege(attrelid, attnum, 'INSERT')
      AND CASE WHEN attidentity <> '' THEN pg_catalog.has_sequence_privilege(sequence, 'USAGE')
        ELSE made ~ '^(pg_catalog\\.)?(nextval\\(''([^'']|'''')+''::regclass\\)|(gen_random_uuid|uuidv4|uuidv7)\\(\\))$' END
    """
}
