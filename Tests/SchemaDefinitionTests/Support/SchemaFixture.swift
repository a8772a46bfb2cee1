import LiveSQL
import Testing

/// A database in memory, and the means to inspect its schema.
struct SchemaFixture {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  /// Changes the schema in one transaction.
  func change(_ body: (Database) throws -> Void) throws {
    try database.write { db in try body(db) }
  }

  /// Returns the statements that created the schema, in order and without SQLite's own objects.
  func schema() throws -> [String] {
    try database.read { db in
      try db.objects().filter { !$0.isInternal }.compactMap(\.sql)
    }
  }

  /// Returns the statements for the objects that a closure creates in an empty database.
  static func schema(_ body: (Database) throws -> Void) throws -> [String] {
    let fixture = try SchemaFixture()
    try fixture.change(body)
    return try fixture.schema()
  }

  /// Returns the error of a closure that changes the schema, and checks that its changes are
  /// undone.
  func failure(_ body: (Database) throws -> Void) throws -> DatabaseError? {
    let before = try schema()
    let error = #expect(throws: DatabaseError.self) { try change(body) }
    #expect(try schema() == before)
    return error
  }

  /// Returns the first column of the rows of a query.
  func values(_ sql: String) throws -> [DatabaseValue] {
    try database.read { db in try DatabaseValue.fetchAll(db, sql: sql) }
  }
}
