import PostgreSQL

/// An event trigger that reports changes of the schema to live queries at once.
///
/// Without it, the change stream reports them only with the next changed row of the table, and
/// those of a view not at all. The trigger costs a few bytes of the log for each change of the
/// schema, and nothing otherwise.
enum SchemaReporting {
  static let name = "livesql_schema"

  /// The commands that may change what a live query reads; temporary tables are not reported.
  private static let tags = [
    "ALTER TABLE", "DROP TABLE", "CREATE VIEW", "ALTER VIEW", "DROP VIEW", "ALTER PUBLICATION",
    "CREATE POLICY", "ALTER POLICY", "DROP POLICY", "CREATE FUNCTION", "ALTER FUNCTION",
    "DROP FUNCTION", "GRANT", "REVOKE",
  ]

  static var step: PostgresSetup.Step {
    PostgresSetup.Step(
      problem: "Changes of the schema are reported only with the next changed row of a table.",
      sql: """
        CREATE OR REPLACE FUNCTION public.\(name)() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN \
        PERFORM pg_catalog.pg_logical_emit_message(true, 'livesql', 'schema'); END$$; \
        CREATE EVENT TRIGGER \(name) ON ddl_command_end \
        WHEN TAG IN (\(tags.map { "'\($0)'" }.joined(separator: ", "))) \
        EXECUTE FUNCTION public.\(name)()
        """,
      needsSuperuser: true
    )
  }

  static let removal = [
    "DROP EVENT TRIGGER \(name)", "DROP FUNCTION public.\(name)()",
  ]

  /// Whether the server has the event trigger.
  static func isThere(_ db: PostgresConnection) throws -> Bool {
    let sql = "SELECT 1 FROM pg_catalog.pg_event_trigger WHERE evtname = $1"
    return try !db.execute(sql, [.text(name)]).values().isEmpty
  }
}
