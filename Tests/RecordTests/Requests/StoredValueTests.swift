import Foundation
import LiveSQL
import Testing

@Suite struct StoredValueTests {
  struct Event: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: UUID
    var date: Date
    var day: Date
    var payload: Data

    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy {
      .uppercaseString
    }

    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
      column == "day" ? .secondsSince1970 : .millisecondsSince1970
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
      column == "day" ? .timeIntervalSince1970 : .millisecondsSince1970
    }

    static func databaseDataEncodingStrategy(for column: String) -> DatabaseDataEncodingStrategy {
      .text
    }
  }

  struct PlainEvent: Codable, TableRecord, FetchableRecord {
    static let databaseTableName = "plain"
    var id: UUID
    var date: Date
  }

  let database: DatabaseQueue
  let id = UUID()
  let date = Date(timeIntervalSince1970: 1_700_000_000.25)
  let day = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    database = try DatabaseQueue()
    try database.write { [id, date] db in
      try db.execute(
        sql: "CREATE TABLE event (id TEXT PRIMARY KEY, date INTEGER, day INTEGER, payload)"
      )
      try db.execute(
        sql: "INSERT INTO event VALUES (?, ?, ?, ?)",
        arguments: [id.uuidString, 1_700_000_000_250, 1_700_000_000, "text"]
      )
      try db.execute(sql: "CREATE TABLE plain (id BLOB PRIMARY KEY, date TEXT)")
      try db.execute(sql: "INSERT INTO plain VALUES (?, ?)", arguments: [id, date])
    }
  }

  @Test func `values are compared in the form that the record stores`() throws {
    try database.read { db throws in
      let requests = [
        Event.filter(Column("id") == id), Event.filter(id == Column("id")), Event.filter(key: id),
        Event.filter(keys: [id]), Event.filter(key: ["id": id]),
        Event.filter([id].contains(Column("id"))), Event.filter(Column("id") === id),
        Event.filter(id === Column("id")),
        Event.filter(Column("date") == date), Event.filter((date...date).contains(Column("date"))),
        Event.filter(Column("day") == day), Event.filter([day, date].contains(Column("day"))),
        Event.filter(Column("payload") == Data("text".utf8)),
        Event.filter(Column("date") > day && Column("day") < date.addingTimeInterval(1)),
      ]
      for request in requests { #expect(try request.fetchCount(db) == 1) }
      #expect(try PlainEvent.filter(Column("id") == id).fetchCount(db) == 1)
      #expect(try PlainEvent.filter(Column("date") == date).fetchCount(db) == 1)
      #expect(try PlainEvent.filter(literal: "\(Column("date")) = \(date)").fetchCount(db) == 1)
      #expect(try Event.filter(keys: (0..<1000).map { _ in UUID() } + [id]).fetchCount(db) == 1)
    }
  }

  @Test func `an update stores values as the record does`() throws {
    try database.write { db throws in
      let later = day.addingTimeInterval(60)
      try Event.updateAll(
        db,
        Column("day").set(to: later),
        Column("payload").set(to: Data("x".utf8))
      )
      let row = try Row.fetchOne(db, sql: "SELECT day, payload FROM event")
      #expect(row?.values == [.integer(1_700_000_060), .text("x")])
    }
  }

  @Test func `an assignment of an upsert stores values as the record does`() throws {
    try database.write { db throws in
      let event = Event(id: id, date: date, day: day, payload: Data("text".utf8))
      let later = day.addingTimeInterval(60)
      _ = try event.upsertAndFetch(db, doUpdate: { _ in [Column("day").set(to: later)] })
      let row = try Row.fetchOne(db, sql: "SELECT day FROM event")
      #expect(row?.values == [.integer(1_700_000_060)])
    }
  }

  @Test func `a value that cannot be stored is an error`() throws {
    #expect(throws: DatabaseError.self) {
      try database.read { _ = try Event.filter(Column("payload") == Data([0xff])).fetchAll($0) }
    }
  }
}
