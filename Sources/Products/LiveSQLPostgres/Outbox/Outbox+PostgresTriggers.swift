import DatabaseTypes
import PostgreSQL
import SQLiteTools
import TypedSQL

extension Outbox where Row.QueryOutput == Row {
  /// The definitions of the tables.
  ///
  /// The changes without a number are found by an index that contains only them.
  var tableDefinitions: [QueryFragment] {
    [
      """
      CREATE TABLE IF NOT EXISTS \(outboxes) (name text PRIMARY KEY, \
      last bigint NOT NULL DEFAULT 0, pruned bigint NOT NULL DEFAULT 0)
      """,
      """
      CREATE TABLE IF NOT EXISTS \(consumers) (outbox text NOT NULL, consumer text NOT NULL, \
      acknowledged bigint NOT NULL, PRIMARY KEY (outbox, consumer))
      """,
      """
      CREATE TABLE IF NOT EXISTS \(table) (\
      livesql_place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \
      \(Self.number) bigint UNIQUE, \(Self.kind) text NOT NULL)
      """,
      """
      CREATE INDEX IF NOT EXISTS \(quote: tableName + "_new") ON \(table) (livesql_place) \
      WHERE livesql_number IS NULL
      """,
    ]
  }

  /// Adds the columns of the table, with their types.
  func addColumns(_ db: PostgresConnection) throws {
    let rows = try db.execute(
      """
      SELECT attname::text, pg_catalog.format_type(atttypid, atttypmod)
      FROM pg_catalog.pg_attribute
      WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped
      """,
      [.text(followedTable)]
    )
    var types: [String: String] = [:]
    for row in try rows.values() {
      if case (.text(let name), .text(let type)) = (row[0], row[1]) { types[name] = type }
    }
    for column in columnNames {
      guard let type = types[column] else { throw undefined(column) }
      let name = PostgresConnection.quoted(column)
      let table = table.render(for: .postgres).sql
      try db.execute(script: "ALTER TABLE \(table) ADD COLUMN IF NOT EXISTS \(name) \(type)")
    }
  }

  private func undefined(_ column: String) -> PostgresError {
    PostgresError(
      code: .undefinedColumn,
      message: "The table \(followedTable) has no column \"\(column)\"."
    )
  }

  /// The table that is followed, quoted.
  private var followedTable: String { qualified(Row.tableName).render(for: .postgres).sql }

  /// Returns the schemas in which the connection looks up names, without the temporary one.
  func searchPath(_ db: PostgresConnection) throws -> String {
    let result = try db.execute(
      """
      SELECT coalesce(string_agg(quote_ident(name) || ', ', '' ORDER BY place), '')
      FROM unnest(current_schemas(false)) WITH ORDINALITY AS path(name, place)
      """
    )
    let path = try result.first { row in try row.decode(String.self, at: 0) } ?? ""
    // Temporary tables come last, so that nobody can put one of theirs in the place of another.
    return path + "pg_temp"
  }

  /// Returns the script that creates the function and the triggers.
  ///
  /// The function runs with the rights of its owner.
  func triggerScript(_ condition: QueryFragment, searchPath: String) -> String {
    let function = table.render(for: .postgres).sql + "()"
    let triggers = [
      ("row", "AFTER INSERT OR UPDATE OR DELETE", "ROW"),
      ("truncate", "BEFORE TRUNCATE", "STATEMENT"),
    ].map { name, event, level in
      """
      CREATE OR REPLACE TRIGGER \(PostgresConnection.quoted("\(tableName)_\(name)"))
        \(event) ON \(followedTable) FOR EACH \(level) EXECUTE FUNCTION \(function);
      """
    }
    return """
      CREATE OR REPLACE FUNCTION \(function) RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = \(searchPath) AS \(body(condition).quoted(by: "'"));
      \(triggers.joined(separator: "\n"))
      """
  }

  /// The text of the function.
  ///
  /// The server sends one notification for each transaction.
  private func body(_ condition: QueryFragment) -> String {
    let all = recording(
      "'removed'",
      from: "\(qualified(Row.tableName)) AS \(quote: Row.tableName)",
      into: table,
      if: condition
    )
    return """
      #variable_conflict use_column
      DECLARE
        livesql_told boolean := FALSE;
      BEGIN
        IF TG_OP = 'INSERT' THEN
          \(steps(recordingInsert(into: table, if: condition)))
        ELSIF TG_OP = 'UPDATE' THEN
          \(steps(recordingUpdate(into: table, if: condition)))
        ELSIF TG_OP = 'DELETE' THEN
          \(steps(recordingDelete(into: table, if: condition)))
        ELSE
          \(steps([all]))
        END IF;
        IF livesql_told THEN
          PERFORM pg_catalog.pg_notify(\(OutboxListener.channel.quoted(by: "'")), \(name.quoted(by: "'")));
        END IF;
        RETURN NULL;
      END
      """
  }

  private func steps(_ statements: [QueryFragment]) -> String {
    statements.map { "\($0.render(for: .postgres).sql); livesql_told := livesql_told OR FOUND;" }
      .joined(separator: "\n    ")
  }
}
