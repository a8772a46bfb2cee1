import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("tokens") private struct TokenTable: Hashable {
  let id: UUID
  var other: UUID?
}

private struct TokenRecord: Codable, Hashable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "tokens"
  var id: UUID
  var other: UUID?
}

@Table("tokens") private struct ByteToken: Hashable {
  @Column(as: UUID.BytesRepresentation.self) let id: UUID
  @Column(as: UUID?.BytesRepresentation.self) var other: UUID?
}

/// The form of a UUID in a database, which is always the same: text in lower case.
@Suite(.timeLimit(.hang)) struct UUIDStorageTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE tokens (id PRIMARY KEY, other)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a row is found by its UUID, whichever style wrote it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try database.write { db in
      for index in 0..<40 {
        let (id, other) = (uuid(&random), Bool.random(using: &random) ? uuid(&random) : nil)
        switch index % 3 {
        case 0: try TokenTable.insert { TokenTable(id: id, other: other) }.execute(db)
        case 1: try TokenRecord(id: id, other: other).insert(db)
        default: try db.execute(sql: "INSERT INTO tokens VALUES (?, ?)", arguments: [id, other])
        }
        #expect(try TokenTable.find(id).fetchOne(db) == TokenTable(id: id, other: other))
        #expect(try TokenRecord.fetchOne(db, key: id)?.other == other)
        #expect(try TokenRecord.filter(Column("id") == id).fetchCount(db) == 1)
        let row = try Row.fetchOne(
          db,
          sql: "SELECT other FROM tokens WHERE id = ?",
          arguments: [id]
        )
        #expect(try row?.decode(UUID?.self, at: 0) == .some(other))
        #expect(
          try #sql("SELECT id FROM tokens WHERE id = \(bind: id)", as: UUID.self).fetchOne(db) == id
        )
      }
      let types = try String.fetchAll(
        db,
        sql: "SELECT DISTINCT typeof(id) || length(id) || (id = lower(id)) FROM tokens"
      )
      #expect(types == ["text361"])
    }
  }

  @Test func `both forms of a UUID can be read in all styles`() throws {
    let (one, two) = (UUID(), UUID())
    try database.write { db in
      for (id, other) in [(one, two), (two, one)] {
        try db.execute(
          sql: "INSERT INTO tokens VALUES (?, ?)",
          arguments: [
            id.uuidString, DatabaseValue.blob(withUnsafeBytes(of: other.uuid) { [UInt8]($0) }),
          ]
        )
      }
      let expected: Set = [TokenTable(id: one, other: two), TokenTable(id: two, other: one)]
      #expect(try Set(TokenTable.fetchAll(db)) == expected)
      #expect(try Set(TokenRecord.fetchAll(db).map(\.id)) == [one, two])
      #expect(try Set(TokenRecord.fetchAll(db).map(\.other)) == [one, two])
      #expect(try Set(ByteToken.fetchAll(db).map(\.id)) == [one, two])
      #expect(try Set(ByteToken.fetchAll(db).map(\.other)) == [one, two])
    }
  }

  @Test func `a type can store UUIDs as bytes`() throws {
    let id = UUID()
    try database.write { db in
      try ByteToken.insert { ByteToken(id: id) }.execute(db)
      #expect(try String.fetchOne(db, sql: "SELECT typeof(id) FROM tokens") == "blob")
      #expect(try ByteToken.find(#bind(id)).fetchOne(db)?.id == id)
    }
  }

  private func uuid(_ random: inout SeededGenerator) -> UUID {
    let (a, b) = (random.next(), random.next())
    let bytes = withUnsafeBytes(of: (a, b)) { [UInt8]($0) }
    let text = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    var groups = Array(text)
    for place in [20, 16, 12, 8] { groups.insert("-", at: place) }
    return UUID(uuidString: String(groups)) ?? UUID()
  }
}
