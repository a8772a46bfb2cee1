import PostgreSQL

/// The SQL of triggers that note each statement that inserts rows, of which a copy is one.
enum NotedInsertions {
  /// The SQL that creates what the triggers need.
  static let setUp = """
    CREATE TABLE statements (relation text);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO statements VALUES (TG_TABLE_NAME); RETURN NULL; END';
    """

  /// Returns the SQL that creates the trigger of a table.
  static func trigger(on table: String) -> String {
    "CREATE TRIGGER note AFTER INSERT ON \(table) FOR EACH STATEMENT EXECUTE FUNCTION note();"
  }
}

extension PostgresConnection {
  /// The number of statements that have inserted rows into the tables with such a trigger.
  var notedInsertionCount: Int {
    get throws { try execute("SELECT relation FROM statements").values().count }
  }
}
