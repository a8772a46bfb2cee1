import DatabaseTypes

/// The columns of a table into which rows are copied.
package struct PostgresCopyTarget {
  let columns: [String]
  package let types: [PostgresType]
  /// The `COPY` statement.
  let sql: String
  /// Whether `COPY` behaves like `INSERT`.
  ///
  /// The table has neither row security nor rules, and none of the columns is
  /// `GENERATED ALWAYS AS IDENTITY`.
  package let isLikeInsert: Bool
  /// Whether triggers may change or leave out rows before they are inserted.
  package let hasTriggersBefore: Bool
}

extension PostgresConnection {
  /// Looks up what copying rows into a table requires; this does not need the right to read the
  /// table.
  ///
  /// - Throws: ``PostgresError`` if there is no such table or column.
  package func copyTarget(_ table: PostgresTable, columns: [String]) throws(PostgresError)
    -> PostgresCopyTarget
  {
    let list = columns.map(Self.quoted).joined(separator: ", ")
    let sql = "COPY \(table.sql) (\(list)) FROM STDIN (FORMAT binary)"
    let facts = try columnFacts(of: table)
    try learnTypes(facts.values.map(\.type))
    var wanted: [ColumnFact] = []
    for column in columns {
      guard let fact = facts[ByteText(column)] else {
        throw PostgresError(
          code: .undefinedColumn,
          message: "The table \(table.sql) has no column \"\(column)\".",
          sql: sql
        )
      }
      wanted.append(fact)
    }
    return PostgresCopyTarget(
      columns: columns,
      types: wanted.map { type($0.type) },
      sql: sql,
      isLikeInsert: wanted.allSatisfy(\.isLikeInsert),
      hasTriggersBefore: wanted.contains(where: \.hasTriggersBefore)
    )
  }

  private struct ColumnFact {
    let type: UInt32
    let isLikeInsert: Bool
    /// Whether the table, or a partition of it, has triggers `BEFORE INSERT … FOR EACH ROW`.
    let hasTriggersBefore: Bool
  }

  /// Looks up the columns of a table, and whether `COPY` into them behaves like `INSERT`.
  ///
  /// https://www.postgresql.org/docs/current/sql-copy.html
  private func columnFacts(of table: PostgresTable) throws(PostgresError) -> [ByteText: ColumnFact]
  {
    let rows = try execute(
      """
      SELECT attname::text, atttypid::int8, relkind IN ('r', 'p') AND NOT relhasrules AND attidentity <> 'a'
        AND NOT pg_catalog.row_security_active(attrelid),
        EXISTS (
          SELECT FROM pg_catalog.pg_trigger
          WHERE tgtype & 7 = 7 AND NOT tgisinternal AND tgenabled <> 'D' AND tgrelid IN (
            SELECT $1::text::regclass::oid
            UNION SELECT relid::oid FROM pg_catalog.pg_partition_tree($1::text::regclass)
          )
        )
      FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class c ON c.oid = attrelid
      WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped
      """,
      [.text(table.sql)]
    )
    var facts: [ByteText: ColumnFact] = [:]
    for row in try rows.values() {
      guard case (.text(let name), .integer(let oid)) = (row[0], row[1]),
        case (.bool(let isLike), .bool(let hasTriggers)) = (row[2], row[3])
      else { continue }
      facts[ByteText(name)] = ColumnFact(
        type: UInt32(truncatingIfNeeded: oid),
        isLikeInsert: isLike,
        hasTriggersBefore: hasTriggers
      )
    }
    return facts
  }
}
