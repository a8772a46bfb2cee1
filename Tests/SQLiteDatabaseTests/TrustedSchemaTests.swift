import Testing

@testable import DatabaseTools
@testable import SQLiteDatabase

/// What the triggers of a file may do that somebody else may have made.
@Suite struct TrustedSchemaTests {
  private static let schema = """
    CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
    CREATE VIRTUAL TABLE words USING fts5(body);
    CREATE TRIGGER find AFTER INSERT ON notes
      BEGIN INSERT INTO words (rowid, body) VALUES (new.id, new.body); END;
    """
  private static let insertion = "INSERT INTO notes (body) VALUES ('one word')"

  @Test(arguments: DatabaseKind.allCases)
  func `a trigger writes into a full-text table where the schema is trusted`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(kind, Self.schema) { $0.trustsSchema = true }
    try db.execute(Self.insertion)
    #expect(try db.integer("SELECT count(*) FROM words WHERE words MATCH 'word'") == 1)
    #expect(try db.integer("PRAGMA trusted_schema") == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `else SQLite may refuse it, and the error says which setting allows it`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(kind, Self.schema)
    #expect(try db.integer("PRAGMA trusted_schema") == 0)
    // Later versions of SQLite hold full-text tables to be innocuous.
    do { try db.execute(Self.insertion) } catch let error as DatabaseError {
      #expect(error.message.hasPrefix("unsafe use of virtual table"))
      #expect(error.message.contains("Configuration.trustsSchema"))
      #expect(try db.count("notes") == 0)
    }
  }
}
