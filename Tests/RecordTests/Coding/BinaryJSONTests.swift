import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("trips")
struct JSONBTrip: Codable, Hashable, FetchableRecord, PersistableRecord {
  let id: Int
  @Column(as: [String].JSONBRepresentation.self)
  var stops: [String]
  @Column(as: [Int]?.JSONBRepresentation.self)
  var days: [Int]?
}

/// Columns that hold JSON in SQLite's binary form, of a `@Table` that is a record.
@Suite struct BinaryJSONTests {
  /// Adds functions that replace those of later SQLite versions: the blob is the text after one
  /// byte.
  private static func addStandIns(_ db: Database) throws {
    db.add(
      function: DatabaseFunction("jsonb", argumentCount: 1, pure: true) { arguments in
        guard case .text(let text) = arguments[0] else { return arguments[0] }
        return DatabaseValue.blob([1] + text.utf8)
      }
    )
    db.add(
      function: DatabaseFunction("json", argumentCount: 1, pure: true) { arguments in
        guard case .blob(let bytes) = arguments[0] else { return arguments[0] }
        return String(decoding: bytes.dropFirst(), as: UTF8.self)
      }
    )
  }

  private func database(_ configuration: Configuration = Configuration()) throws -> DatabaseQueue {
    let database = try DatabaseQueue(configuration: configuration)
    try database.write { db in
      try db.execute(sql: "CREATE TABLE trips (id INTEGER PRIMARY KEY, stops BLOB, days BLOB)")
    }
    return database
  }

  @Test func `binary JSON is written and read in all ways`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase(Self.addStandIns)
    try check(database(configuration))
  }

  @Test(.requiresSQLite(3, 45))
  func `binary JSON is written and read in all ways with SQLite's own functions`() throws {
    try check(database())
  }

  private func check(_ database: DatabaseQueue) throws {
    try database.write { db throws in
      var trip = JSONBTrip(id: 1, stops: ["Faro", "Lagos"], days: nil)
      try trip.insert(db)
      let types = try Row.fetchOne(
        db,
        sql: "SELECT typeof(stops) AS s, typeof(days) AS d FROM trips"
      )
      #expect(types?.values == ["blob", "null"])
      trip.days = [1, 2]
      try trip.update(db)
      #expect(try JSONBTrip.all.fetchAll(db) == [trip])
      #expect(try JSONBTrip.all().fetchAll(db) == [trip])
      #expect(try JSONBTrip.fetchAll(db) == [trip])
      #expect(try JSONBTrip.fetchOne(db, key: 1) == trip)
      #expect(try JSONBTrip.fetchOne(db, key: ["id": 1]) == trip)
      #expect(try JSONBTrip.filter(key: 1).fetchOne(db) == trip)
      trip.stops.append("Sagres")
      try trip.save(db)
      #expect(try trip.updateAndFetch(db) == trip)
      trip.days = [3]
      try trip.upsert(db)
      #expect(try trip.upsertAndFetch(db) == trip)
      let other = JSONBTrip(id: 2, stops: [], days: [4])
      #expect(try other.insertAndFetch(db) == other)
      #expect(try JSONBTrip.order(Column("id")).fetchAll(db) == [trip, other])
      var changed = other
      #expect(try changed.updateChanges(db) { $0.stops = ["Beja"] })
      #expect(try JSONBTrip.find(db, key: 2) == changed)
      #expect(try Blob.count(db, "stops") == 2)
      #expect(try JSONBTrip.all().deleteAndFetchAll(db).count == 2)
    }
  }

  private enum Blob {
    static func count(_ db: Database, _ column: String) throws -> Int? {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM trips WHERE typeof(\(column)) = 'blob'")
    }
  }
}
