import Foundation
import LiveSQL
import Testing

struct ValueDecodingTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  private func failure<Value: QueryRepresentable>(
    _ sql: QueryFragment,
    as type: Value.Type
  ) -> String? where Value.QueryOutput: Sendable {
    do {
      try database.read { db in _ = try SQLQueryExpression(sql, as: type).fetchAll(db) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func one<Value: QueryRepresentable>(
    _ sql: QueryFragment,
    as type: Value.Type,
    _ db: Database
  ) throws -> Value.QueryOutput? { try SQLQueryExpression(sql, as: type).fetchOne(db) }

  @Test func `the error for an unexpected NULL names the column and the statement`() {
    #expect(
      failure("SELECT priority FROM reminders", as: Int.self)?.hasPrefix(
        "Cannot decode column"
      ) == true
    )
    let failure = failure("SELECT priority AS p FROM reminders", as: Int.self)
    #expect(failure?.contains("expected Int, found NULL") == true)
    #expect(failure?.contains("SELECT priority AS p FROM reminders") == true)
  }

  @Test func `a value of the wrong type throws and is not shown`() {
    let failure = failure("SELECT title FROM reminders", as: Int.self)
    #expect(failure?.contains("title, index 0: expected Int64, found TEXT") == true)
    #expect(failure?.contains("Groceries") == false)
  }

  @Test func `an unknown raw value throws`() {
    let failure = failure("SELECT 7", as: Priority.self)
    #expect(failure?.contains("expected Priority, found INTEGER") == true)
  }

  @Test func `numbers that do not fit throw`() {
    #expect(failure("SELECT 300", as: UInt8.self)?.contains("UInt8") == true)
    #expect(failure("SELECT -1", as: UInt64.self)?.contains("out of the type's range") == true)
    #expect(failure("SELECT 1.5", as: Int.self)?.contains("fraction") == true)
    #expect(failure("SELECT 1e300", as: Int.self)?.contains("out of the type's range") == true)
  }

  @Test func `a result with too few or too many columns throws and names them`() {
    let failure = failure("SELECT id FROM tags", as: Tag.self)
    #expect(failure?.contains("The result has 1 columns, but Tag has 2: missing title.") == true)
    let wide = self.failure("SELECT *, 1 AS extra FROM tags", as: Tag.self)
    #expect(wide?.contains("not of the type extra") == true)
  }

  @Test func `a result with columns in the wrong order throws and names them`() {
    let failure = failure("SELECT title, id FROM tags", as: Tag.self)
    #expect(failure?.contains("Column 0 of the result is “title”, but Tag expects “id”") == true)
    #expect(self.failure("SELECT 1, 'a' || 'b'", as: Tag.self) == nil)
    #expect(self.failure("SELECT ID, Title FROM tags", as: Tag.self) == nil)
  }

  @Test(arguments: [
    "2001-01-01", "2001-01-01 00:00", "2001-01-01 00:00:00", "2001-01-01T00:00:00Z",
    "2001-01-01 01:00:00.000+01:00",
  ])
  func `dates are accepted in several formats`(text: String) throws {
    let date = try database.read { db in
      try #sql("SELECT \(bind: text)", as: Date.self).fetchOne(db)
    }
    #expect(date == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func `values survive a round trip`() throws {
    let uuid = UUID()
    let date = Date(timeIntervalSince1970: 1_700_000_000.125)
    try database.read { db throws in
      #expect(try one("SELECT \(bind: uuid)", as: UUID.self, db) == uuid)
      #expect(
        try one("SELECT \(bind: uuid)", as: String.self, db) == uuid.uuidString.lowercased()
      )
      #expect(try one("SELECT \(bind: date)", as: Date.self, db) == date)
      #expect(
        try one("SELECT \(bind: date)", as: String.self, db) == "2023-11-14 22:13:20.125"
      )
      #expect(try one("SELECT \(bind: true)", as: Int.self, db) == 1)
      #expect(try one("SELECT \(bind: "a\0b")", as: String.self, db) == "a\0b")
      #expect(try one("SELECT \(bind: [UInt8]())", as: [UInt8].self, db) == [])
      #expect(try one("SELECT \(QueryBinding.null)", as: Int?.self, db) == .some(nil))
    }
  }

  @Test(arguments: [
    ("a date out of range", QueryBinding.date(.distantFuture.addingTimeInterval(1e12))),
    ("NaN", .double(.nan)), ("a large integer", .uint(.max)),
    ("an invalid value", .invalid(QueryBindingError("it is not JSON"))),
    ("a parameter", .parameter(1)),
  ])
  func `a value that cannot be stored throws`(name: String, binding: QueryBinding) {
    #expect(throws: DatabaseError.self) {
      try database.read { db in _ = try #sql("SELECT \(binding)", as: String?.self).fetchAll(db) }
    }
  }
}
