import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import Testing

/// A connection of neither database, which keeps the statements that it would run, and has no rows.
private final class SilentConnection: SQLConnection {
  private(set) var statements: [String] = []

  var dialect: Dialect { .postgres }

  static var _sendsAllRows: Bool { true }

  func execute(sql: String) { statements.append(sql) }

  func _rows<Shape: RowShape>(of query: QueryFragment, as shape: Shape.Type, isText: Bool)
    -> [Shape.Row]
  {
    keep(query)
    return []
  }

  func _firstRow<Shape: RowShape>(of query: QueryFragment, as shape: Shape.Type, isText: Bool)
    -> Shape.Row?
  {
    keep(query)
    return nil
  }

  func _run(_ statement: some TypedSQL.Statement<()>) { keep(statement.query) }

  func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) -> [Shape.Row] {
    keep(statement.query)
    return []
  }

  private func keep(_ query: QueryFragment) { statements.append(query.render(for: dialect).sql) }
}

/// Functions that take `some SQLConnection`, and connections of other databases.
@Suite(.mayBlock, .timeLimit(.hang)) struct SomeConnectionTests {
  private func renamed(_ id: Int, to title: String, _ db: some SQLConnection) throws -> [String] {
    try SeededList.find(id).update { $0.title = title }.execute(db)
    return try SeededList.order(by: \.id).select(\.title).fetchAll(db)
  }

  @Test(arguments: DatabaseKind.available)
  func `a generic function reads and writes on either database`(kind: DatabaseKind) throws {
    try EmptyDatabases.run(kind) { db throws in
      try SeededList.createTable().execute(db)
      try db.seed {
        SeededList(id: 1, title: "Home")
        SeededList(id: 2, title: "Work")
      }
      #expect(try renamed(2, to: "Garden", db) == ["Home", "Garden"])
      #expect(try SeededList.find(db, key: 1).title == "Home")
      #expect(try SeededList.where { $0.id > 1 }.fetchCount(db) == 1)
      #expect(try SeededList.find(2).select(\.title).fetchOne(db) == "Garden")
    }
  }

  @Test func `the first row gets a limit where all rows would be sent`() throws {
    let db = SilentConnection()
    _ = try SeededList.select(\.title).fetchOne(db)
    _ = try SeededList.where { $0.id > 1 }.fetchOne(db)
    #expect(db.statements.count == 2)
    #expect(db.statements.allSatisfy { $0.hasSuffix(" LIMIT 1") }, "\(db.statements)")
  }

  @Test func `a key that has no row is not found on any connection`() throws {
    let db = SilentConnection()
    #expect(throws: NotFound.self) { try SeededList.find(db, key: 1) }
    #expect(throws: NotFound.self) { try SeededList.where { $0.id > 1 }.find(db, key: 1) }
    #expect(db.statements.allSatisfy { $0.contains("IN (($") }, "\(db.statements)")
  }

  @Test func `a connection of another database refuses records and definitions`() throws {
    let db = SilentConnection()
    #expect(throws: DatabaseError.self) { try Team.all().fetchAll(db) }
    #expect(throws: DatabaseError.self) { try Team.all().deleteAll(db) }
    #expect(throws: DatabaseError.self) { try db.drop(table: "team") }
    #expect(db.statements == [])
  }
}
