import LiveSQL
import Testing

/// Records whose table name changes: a connection caches table facts by table name.
@Suite struct ChangingTableNameTests {
  private struct Entry: Codable, Equatable, FetchableRecord, PersistableRecord {
    @TaskLocal static var year = 2025
    static var databaseTableName: String { "entries\(year)" }
    let id: Int
    var title = ""
  }

  @Test func `a record reads and writes the table of its current name`() throws {
    try DatabaseQueue().write { db in
      for year in [2025, 2026] {
        try db.execute(sql: "CREATE TABLE entries\(year) (id INTEGER PRIMARY KEY, title TEXT)")
        try Entry.$year.withValue(year) { try Entry(id: 1, title: "\(year)").insert(db) }
      }
      for year in [2025, 2026, 2025, 2026] {
        try Entry.$year.withValue(year) {
          #expect(try Entry.find(db, key: 1) == Entry(id: 1, title: "\(year)"))
          try Entry(id: 1, title: "new").update(db)
          #expect(try Entry.fetchAll(db) == [Entry(id: 1, title: "new")])
          try Entry(id: 1, title: "\(year)").upsert(db)
          try Entry(id: year, title: "added").insert(db)
          #expect(try Entry.deleteOne(db, key: year))
          #expect(try Entry.fetchCount(db) == 1)
        }
      }
    }
  }
}
