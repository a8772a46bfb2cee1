import DatabaseTypes
import DynamicColumns
package import PostgreSQL
import PostgreSQLDatabase
package import SchemaDefinitions
import TypedSQL

extension PostgresConnection: DefiningConnection {
  /// The database in which definitions are made.
  package var definitionTarget: any DefinitionTarget { PostgresDefinitions(connection: self) }
}

/// PostgreSQL as a database in which tables, indexes and views are defined.
struct PostgresDefinitions: DefinitionTarget {
  let connection: PostgresConnection

  var dialect: Dialect { .postgres }

  var context: _ExpressionContext {
    var context = _ExpressionContext(database: PostgresRecordSource(connection))
    context.isOtherDatabase = true
    return context
  }

  func schema(named name: String) throws -> String? {
    if name == "temp" { return "pg_temp" }
    return try connection.withoutRecording {
      try connection.execute(Self.schema, [.text(name)])
        .map { row throws in try row.decode(String.self, at: 0) }
        .first
    }
  }

  func tableToAlter(_ table: DefinedName) throws -> (name: DefinedName, isStrict: Bool) {
    (table, false)
  }

  func keyColumns(of table: DefinedName) throws -> [KeyColumn]? {
    try connection.withoutRecording { try readKey(of: table) }
  }

  private func readKey(of table: DefinedName) throws -> [KeyColumn]? {
    let name = [PostgresValue.text(table.quoted)]
    let exists = try connection.execute(Self.exists, name)
      .map { row throws in try row.decode(Bool.self, at: 0) }
    guard exists == [true] else { return nil }
    return try connection.execute(Self.key, name).map { row throws in
      KeyColumn(
        name: try row.decode(String.self, at: 0),
        type: try row.decode(String.self, at: 1)
      )
    }
  }

  func createdIndexes(on table: DefinedName) throws -> [CreatedIndex] {
    try connection.withoutRecording { try readIndexes(on: table) }
  }

  private func readIndexes(on table: DefinedName) throws -> [CreatedIndex] {
    let terms = try connection.execute(Self.indexes, [.text(table.quoted)]).map { row throws in
      (index: try row.decode(String.self, at: 0), column: try row.decode(String?.self, at: 1))
    }
    var columns: [String: [String?]] = [:]
    for term in terms { columns[term.index, default: []].append(term.column) }
    return columns.keys.sorted().map { CreatedIndex(name: $0, columns: columns[$0] ?? []) }
  }

  /// Runs a definition as a script, so that the connection forgets what it knows of the schema.
  func run(_ statement: QueryFragment) throws {
    try connection.execute(script: statement.postgresDefinition)
  }

  func runAsOne(_ body: () throws -> Void) throws {
    if connection.transactionStatus == .idle { return try connection.inTransaction { try body() } }
    try connection.inSavepoint(body)
  }
}

extension DefinedName {
  /// The quoted name, as `to_regclass` reads it.
  fileprivate var quoted: String {
    let name = PostgresConnection.quoted(name)
    return schema.map { "\(PostgresConnection.quoted($0)).\(name)" } ?? name
  }
}

// MARK: - The catalog

extension PostgresDefinitions {
  private static let schema = """
    SELECT nspname::text FROM pg_catalog.pg_namespace WHERE nspname::text = $1
    """

  private static let exists = "SELECT pg_catalog.to_regclass($1) IS NOT NULL"

  private static let key = """
    SELECT a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod)
    FROM pg_catalog.pg_index i
    CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE i.indrelid = pg_catalog.to_regclass($1) AND i.indisprimary AND k.place <= i.indnkeyatts
    ORDER BY k.place
    """

  private static let indexes = """
    SELECT c.relname::text, a.attname::text
    FROM pg_catalog.pg_index i
    JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
    CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
    LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE i.indrelid = pg_catalog.to_regclass($1) AND k.place <= i.indnkeyatts
      AND NOT EXISTS (
        SELECT 1 FROM pg_catalog.pg_constraint o
        WHERE o.conindid = i.indexrelid AND o.contype IN ('p', 'u', 'x')
      )
    ORDER BY c.relname, k.place
    """
}
