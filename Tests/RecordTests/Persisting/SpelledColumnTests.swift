import LiveSQL
import Testing

/// Columns whose names differ only in the spelling or the case of a letter that is not ASCII.
@Suite struct SpelledColumnTests {
  private struct Menu: PersistableRecord {
    static let databaseTableName = "menus"
    var price: Int

    func encode(to container: inout PersistenceContainer) throws {
      container["id"] = 1
      container["caf\u{E9}"] = price
    }
  }

  @Test(arguments: ["cafe\u{301}", "caf\u{C9}"])
  func `a column is written beside a generated one`(generated: String) throws {
    let database = try DatabaseQueue()
    let prices = try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE menus (
            id INTEGER PRIMARY KEY, "caf\u{E9}" INTEGER, "\(generated)" INTEGER AS (id + 1)
          )
          """
      )
      try Menu(price: 3).insert(db)
      try Menu(price: 4).upsert(db)
      return try Int.fetchAll(db, sql: "SELECT \"caf\u{E9}\" FROM menus")
    }
    #expect(prices == [4])
  }
}
