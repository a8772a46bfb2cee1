import LiveSQL
import Testing

@Table("trips") private struct JSONBTrip: Equatable {
  let id: Int
  @Column(as: [String].JSONBRepresentation.self) var stops: [String]
  @Column(as: [Int]?.JSONBRepresentation.self) var days: [Int]?
}

@Table("copies") private struct JSONBTripCopy: Equatable {
  let id: Int
  @Column(as: [String].JSONBRepresentation.self) var stops: [String]
}

@Selection("jsonbStops") private struct JSONBStops: Equatable {
  @Column(as: [String].JSONBRepresentation.self) var stops: [String]
}

@Selection private struct JSONBTripAndNumber: Equatable {
  let trip: JSONBTripCopy
  let number: Int
}

/// Tests of JSONB that a statement copies from another statement: it stays as it is stored.
@Suite struct JSONBinaryTests {
  private let database: DatabaseQueue

  /// The functions stand in for those of newer SQLite versions: the blob is the text after one
  /// byte.
  init() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
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
    database = try DatabaseQueue(configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE trips (id INTEGER PRIMARY KEY, stops BLOB, days BLOB);
          CREATE TABLE copies (id INTEGER PRIMARY KEY, stops BLOB)
          """
      )
      try JSONBTrip.insert {
        JSONBTrip(id: 1, stops: ["Faro"], days: nil)
        JSONBTrip(id: 2, stops: ["Lagos", "Beja"], days: [3])
      }
      .execute(db)
    }
  }

  /// Returns the storage classes in a column.
  private func types(_ column: String, of table: String, _ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT DISTINCT typeof(\(column)) FROM \(table) ORDER BY 1")
  }

  @Test func `an assigned subquery keeps the blob`() throws {
    try database.write { db in
      let other = JSONBTrip.where { $0.id.eq(2) }
      try JSONBTrip.find(1).update { $0.stops = other.select(\.stops) }.execute(db)
      try JSONBTrip.find(1).update { $0.days = other.select(\.days) }.execute(db)
      #expect(try types("stops", of: "trips", db) == ["blob"])
      #expect(try types("days", of: "trips", db) == ["blob"])
      #expect(
        try JSONBTrip.find(db, key: 1) == JSONBTrip(id: 1, stops: ["Lagos", "Beja"], days: [3])
      )
    }
  }

  @Test func `inserting selected rows keeps the blobs`() throws {
    try database.write { db in
      try JSONBTripCopy.insert {
        ($0.id, $0.stops)
      } select: {
        JSONBTrip.select { ($0.id, $0.stops) }
      }
      .execute(db)
      try JSONBTripCopy.insert {
        ($0.id, $0.stops)
      } select: {
        JSONBTrip.select { ($0.id + 10, $0.stops) }.union(
          JSONBTrip.select { ($0.id + 20, $0.stops) }
        )
      }
      .execute(db)
      #expect(try types("stops", of: "copies", db) == ["blob"])
      #expect(try JSONBTripCopy.order(by: \.id).fetchAll(db).map(\.id) == [1, 2, 11, 12, 21, 22])
      #expect(try JSONBTripCopy.find(db, key: 22).stops == ["Lagos", "Beja"])
    }
  }

  @Test func `a subquery is compared as it is stored`() throws {
    try database.read { db throws in
      let stops = JSONBTrip.where { $0.id.eq(2) }.select(\.stops)
      #expect(try JSONBTrip.where { $0.stops.eq(stops) }.select(\.id).fetchAll(db) == [2])
      #expect(try JSONBTrip.where { $0.stops.in(stops) }.select(\.id).fetchAll(db) == [2])
      #expect(try JSONBTrip.where { $0.stops.eq(#bind(["Faro"])) }.select(\.id).fetchAll(db) == [1])
    }
  }

  @Test func `common tables, views and their sources are read as values`() throws {
    try database.write { db in
      let query = With {
        JSONBTrip.order(by: \.id).select { JSONBStops.Columns(stops: $0.stops) }
      } query: {
        JSONBStops.all
      }
      #expect(try query.fetchAll(db).map(\.stops) == [["Faro"], ["Lagos", "Beja"]])
      try JSONBStops.createTemporaryView(
        as: JSONBTrip.select { JSONBStops.Columns(stops: $0.stops) }
      ).execute(db)
      #expect(try JSONBStops.all.fetchAll(db).map(\.stops) == [["Faro"], ["Lagos", "Beja"]])
      #expect(try types("stops", of: "jsonbStops", db) == ["blob"])
      let union = JSONBTrip.select(\.stops).union(all: true, JSONBTrip.select(\.stops))
      #expect(try union.fetchAll(db).count == 4)
      #expect(
        try JSONBTrip.find(1).update { $0.stops = ["x"] }.returning(\.stops).fetchAll(db) == [["x"]]
      )
    }
  }

  @Test func `rearranged columns keep their form for the reader`() throws {
    try database.read { db throws in
      let rows = try JSONBTrip.order(by: \.id).select { ($0.id, $0.stops) }
        .map { JSONBTripCopy.Columns(id: $0, stops: $1) }.fetchAll(db)
      #expect(
        rows == [
          JSONBTripCopy(id: 1, stops: ["Faro"]), JSONBTripCopy(id: 2, stops: ["Lagos", "Beja"]),
        ]
      )
      let single = JSONBTrip.order(by: \.id).select(\.stops).map { JSONBStops.Columns(stops: $0) }
      #expect(try single.fetchAll(db).map(\.stops) == [["Faro"], ["Lagos", "Beja"]])
    }
  }

  @Test func `a rearranged row keeps the form of its columns for the reader`() throws {
    try database.write { db in
      let copy = JSONBTripCopy(id: 3, stops: ["Faro"])
      try JSONBTripCopy.insert { copy }.execute(db)
      let query = JSONBTripCopy.select { ($0.id + 1, $0) }.map {
        JSONBTripAndNumber.Columns(trip: $1, number: $0)
      }
      #expect(try query.fetchAll(db) == [JSONBTripAndNumber(trip: copy, number: 4)])
      let (sql, bindings) = query.query.render()
      #expect(bindings.count == 1)
      let row = try #require(try Row.fetchOne(db, sql: sql, arguments: [1]))
      #expect(row.columnNames == ["id", "stops", "number"])
      let stops: String = try row["stops"]
      #expect(stops.filter { !$0.isWhitespace } == #"["Faro"]"#)
      #expect([row.values[0], row.values[2]] == [3, 4])
    }
  }
}
