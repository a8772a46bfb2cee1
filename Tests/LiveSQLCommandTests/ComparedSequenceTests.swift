import DatabaseTypes
import SQLiteDatabase
import Testing

@testable import LiveSQLCommand

/// The `AUTOINCREMENT` numbers of compared databases.
@Suite struct ComparedSequenceTests {
  @Test func `tables whose names differ in the spelling of a letter have their own numbers`() throws
  {
    let database = try DatabaseQueue()
    let numbers = try database.write { db in
      for (name, id) in [("caf\u{E9}", 3), ("cafe\u{301}", 5)] {
        try db.execute(
          sql: """
            CREATE TABLE "\(name)" (id INTEGER PRIMARY KEY AUTOINCREMENT);
            INSERT INTO "\(name)" VALUES (\(id));
            """
        )
      }
      return try ComparedDatabases.sequences(of: db)
    }
    #expect(numbers == ["caf\u{E9}": 3, "cafe\u{301}": 5])
  }
}
