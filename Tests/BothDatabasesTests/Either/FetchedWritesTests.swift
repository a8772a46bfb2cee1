import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Writes that return what they wrote, and calls with several keys, on either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct FetchedWritesTests {
  private typealias Key = [String: (any DatabaseValueConvertible)?]

  private struct Member: Codable, Hashable, Identifiable, FetchableRecord, MutablePersistableRecord
  {
    static let databaseTableName = "member"
    var id: Int64?
    var email: String

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  private struct Guest: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "member"
    var id: Int64?
    var email: String
  }

  /// Runs a closure on a database with the members a, b, c and d.
  private func withMembers(_ kind: DatabaseKind, _ body: (any SQLConnection) throws -> Void) throws
  {
    try EmptyDatabases.run(kind) { db throws in
      try db.execute(
        sql: """
          CREATE TABLE member (
            id \(kind.generatedKey), email TEXT UNIQUE, visits INTEGER DEFAULT 7
          )
          """
      )
      for email in ["a", "b", "c", "d"] { try Guest(email: email).insert(db) }
      try body(db)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an insertion returns a selection of the row`(kind: DatabaseKind) throws {
    try withMembers(kind) { db throws in
      var member = Member(email: "e")
      let row = try member.insertAndFetch(
        db,
        selection: [Column("visits"), Column("email").uppercased]
      )
      #expect(row.values == [.integer(7), .text("E")])
      #expect(member.id == 5)
      let other = try Guest(email: "f").insertAndFetch(db, selection: [Column("id")])
      #expect(other.values == [.integer(6)])
      #expect(throws: RecordError.notInserted(databaseTableName: "member")) {
        _ = try Guest(email: "f").insertAndFetch(
          db,
          onConflict: .ignore,
          selection: [Column("id")]
        )
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `saving returns a selection of the row`(kind: DatabaseKind) throws {
    try withMembers(kind) { db throws in
      let selection = [Column("email"), Column("visits")]
      var member = Member(id: 1, email: "x")
      #expect(
        try member.saveAndFetch(db, selection: selection).values == [.text("x"), .integer(7)]
      )
      let new = try Guest(email: "y").saveAndFetch(db, selection: selection)
      #expect(new.values == [.text("y"), .integer(7)])
      #expect(new.columnNames == ["email", "visits"])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an update returns a selection of the row`(kind: DatabaseKind) throws {
    try withMembers(kind) { db throws in
      let selection = [Column("email")]
      var member = Member(id: 1, email: "x")
      let updated = try member.updateAndFetch(db, columns: ["email"], selection: selection)
      #expect(updated.values == [.text("x")])
      let changed = try member.updateChangesAndFetch(db, selection: selection) { $0.email = "y" }
      #expect(changed?.values == [.text("y")])
      let same = try member.updateChangesAndFetch(db, selection: selection) { $0.email = "y" }
      #expect(same == nil)
      let record = try member.updateChangesAndFetch(db) { $0.email = "z" }
      #expect(record == Member(id: 1, email: "z"))
      let unchanged = try member.updateChangesAndFetch(db) { $0.email = "z" }
      #expect(unchanged == nil)
      let missing = Member(id: 99, email: "x")
      #expect(throws: RecordError.self) {
        _ = try missing.updateAndFetch(db, selection: selection)
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows are found and deleted by several unique keys`(kind: DatabaseKind) throws {
    try withMembers(kind) { db throws in
      let (a, b) = (Member(id: 1, email: "a"), Member(id: 2, email: "b"))
      #expect(try Member.fetchSet(db, keys: [1, 2, 2, 99]) == [a, b])
      #expect(try Member.fetchSet(db, ids: [1, 2]) == [a, b])
      let known: [Int64] = [1, 2]
      #expect(try Set(Member.fetchAll(db, ids: known)) == [a, b])
      #expect(try Member.fetchSet(db, ids: known) == [a, b])
      let keys: [Key] = [["email": "b"], ["id": 1], ["email": nil]]
      #expect(try Set(Member.fetchAll(db, keys: keys)) == [a, b])
      #expect(try Member.fetchSet(db, keys: keys) == [a, b])
      let none: [Key] = []
      #expect(try Member.fetchAll(db, keys: none).isEmpty)
      let other: [Key] = [["visits": 7]]
      #expect(throws: RecordError.noUniqueKey(["visits"], databaseTableName: "member")) {
        _ = try Member.deleteAll(db, keys: other)
      }
      #expect(try Member.deleteAll(db, keys: keys) == 2)
      #expect(try Member.order(Column("id")).fetchAll(db).map(\.email) == ["c", "d"])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `requests return the values and rows that they wrote`(kind: DatabaseKind) throws {
    try withMembers(kind) { db throws in
      let (email, visits) = (Column("email"), Column("visits"))
      let emails = Member.select(email, as: String.self)
      #expect(try emails.filter(key: 1).updateAndFetchAll(db, email.set(to: "x")) == ["x"])
      #expect(try emails.filter(key: 2).deleteAndFetchAll(db) == ["b"])
      let rows = Member.select(visits, as: Row.self).filter(key: 1)
      #expect(try rows.updateAndFetchAll(db, visits.set(to: 8)).map(\.values) == [[.integer(8)]])
      let updated = try Member.filter(key: 1).updateAndFetchAll(db, [email.set(to: "y")])
      #expect(updated == [Member(id: 1, email: "y")])
      let set = try Member.filter(key: 1).updateAndFetchSet(db, email.set(to: "z"))
      #expect(set == [Member(id: 1, email: "z")])
      #expect(try rows.deleteAndFetchAll(db).map(\.values) == [[.integer(8)]])
      #expect(try Member.filter(key: 3).deleteAndFetchSet(db) == [Member(id: 3, email: "c")])
      #expect(try Member.all().deleteAndFetchIDs(db) == [4])
    }
  }
}
