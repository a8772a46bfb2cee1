import LiveSQL
import Testing

/// A database in memory whose schema is looked at.
struct SchemaFixture {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  /// Changes the schema in one transaction.
  func change(_ body: (Database) throws -> Void) throws {
    try database.write { db in try body(db) }
  }

  /// The statements that made what there is, in their order, without SQLite's own.
  func schema() throws -> [String] {
    try database.read { db in
      try db.objects().filter { !$0.isInternal }.compactMap(\.sql)
    }
  }

  /// The statements that make what a closure makes in an empty database.
  static func schema(_ body: (Database) throws -> Void) throws -> [String] {
    let fixture = try SchemaFixture()
    try fixture.change(body)
    return try fixture.schema()
  }

  /// What goes wrong when a closure changes the schema; what it did before is gone then.
  func failure(_ body: (Database) throws -> Void) throws -> DatabaseError? {
    let before = try schema()
    let error = #expect(throws: DatabaseError.self) { try change(body) }
    #expect(try schema() == before)
    return error
  }

  /// The first column of the rows of a query.
  func values(_ sql: String) throws -> [DatabaseValue] {
    try database.read { db in try DatabaseValue.fetchAll(db, sql: sql) }
  }
}
