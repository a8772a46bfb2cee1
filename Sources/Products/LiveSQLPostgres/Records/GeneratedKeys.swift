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
  /// inserted, if the role may not use its sequence or write the column, or if the column's type
  /// has a length or is not built in.
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
  ///
  /// The sequence is called by its number: its name can only be used with a right on its schema,
  /// which an insertion does not need. A cast to a type with a length, or to a domain of one, would
  /// shorten a key that an insertion refuses, so only built-in types without a length have one.
  private static let expression = """
    WITH key AS (
      SELECT a.attrelid, a.attnum, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type,
        pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS made,
        CASE WHEN a.attidentity <> '' THEN (
          SELECT pg_catalog.min(p.objid) FROM pg_catalog.pg_depend p
          WHERE p.refclassid = 'pg_catalog.pg_class'::regclass AND p.refobjid = a.attrelid
            AND p.refobjsubid = a.attnum AND p.classid = 'pg_catalog.pg_class'::regclass
            AND p.deptype = 'i')
        WHEN pg_catalog.pg_get_expr(d.adbin, d.adrelid)
          ~ '^(pg_catalog\\.)?nextval\\(''([^'']|'''')+''::regclass\\)$' THEN (
          SELECT pg_catalog.min(s.oid) FROM pg_catalog.pg_depend p
            JOIN pg_catalog.pg_class s ON s.oid = p.refobjid AND s.relkind = 'S'
          WHERE p.classid = 'pg_catalog.pg_attrdef'::regclass AND p.objid = d.oid
            AND p.refclassid = 'pg_catalog.pg_class'::regclass)
        END AS sequence
      FROM pg_catalog.pg_attribute a
        JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
        LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = $1::text::regclass AND a.attname::text = $2::text AND NOT a.attisdropped
        AND a.attgenerated = '' AND a.atttypmod = -1
        AND t.typnamespace = 'pg_catalog'::regnamespace
    )
    SELECT '(' || coalesce('pg_catalog.nextval(''' || sequence || '''::regclass)', made) || ')::'
      || type
    FROM key
    WHERE pg_catalog.has_column_privilege(attrelid, attnum, 'INSERT')
      AND CASE WHEN sequence IS NULL
        THEN made ~ '^(pg_catalog\\.)?(gen_random_uuid|uuidv4|uuidv7)\\(\\)$'
        ELSE pg_catalog.has_sequence_privilege(sequence, 'USAGE') END
    """
}
