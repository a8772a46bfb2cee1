import Foundation
import LiveSQL
import Testing

/// Tests of the text of an error in an alert or a log.
@Suite struct ErrorTextTests {
  @Test func `Foundation shows the description of an error`() throws {
    let database = try DatabaseQueue()
    let error = try #require(throws: DatabaseError.self) {
      try database.read { db in
        try db.execute(sql: "SELECT * FROM nowhere WHERE a = ?", arguments: ["secret"])
      }
    }
    #expect(error.localizedDescription == error.description)
    #expect(error.localizedDescription.contains("no such table: nowhere"))
    #expect(!error.localizedDescription.contains("secret"))
    let null = QueryDecodingError.missingRequiredColumn
    #expect(null.localizedDescription.contains("Make the property optional"))
    #expect(NotFound(table: "items").localizedDescription == NotFound(table: "items").description)
  }
}
