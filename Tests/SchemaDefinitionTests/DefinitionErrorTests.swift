import LiveSQL
import Testing

/// Tests of invalid definitions, whose errors say how to fix them.
@Suite struct DefinitionErrorTests {
  let fixture: SchemaFixture

  init() throws { fixture = try SchemaFixture() }

  private func message(
    _ options: TableOptions = [],
    _ body: (TableBuilder) throws -> Void
  ) throws -> String {
    let error = try fixture.failure { try $0.create(table: "t", options: options, body) }
    #expect(error?.code == .misuse)
    return error?.message ?? ""
  }

  @Test func `an error reports a table without columns`() throws {
    let message = try message { _ in }
    #expect(message.hasPrefix("The table “t” has no columns. Add one"))
  }

  @Test func `an error reports two columns with the same name`() throws {
    let message = try message { t in
      t.column("name")
      t.column("Name")
    }
    #expect(message.hasPrefix("The table “t” has two columns “Name”"))
  }

  @Test(arguments: 0..<4)
  func `an error reports two primary keys`(form: Int) throws {
    let message = try message { t in
      t.primaryKey("a", .integer)
      switch form {
      case 0: t.primaryKey("b", .text)
      case 1: t.primaryKey(["b"])
      case 2: t.primaryKey { t.column("b") }
      default: t.column("b").primaryKey()
      }
    }
    #expect(message.hasPrefix("The table “t” has more than one primary key."))
  }

  @Test(arguments: [
    (ColumnType.boolean, "BOOLEAN", "integer"), (.datetime, "DATETIME", "text"),
    (.double, "DOUBLE", "real"), (ColumnType(rawValue: "POINT"), "POINT", "any"),
  ])
  func `an error reports a type that strict tables do not know`(
    type: ColumnType,
    name: String,
    counterpart: String
  ) throws {
    let message = try message(.strict) { t in t.column("a", type) }
    #expect(
      message.hasPrefix(
        "The column “a” cannot be of type \(name) in the strict table “t”. Make it `.\(counterpart)`"
      )
    )
  }

  @Test func `an error reports a column without a type in a strict table`() throws {
    #expect(try message(.strict) { $0.column("a") }.contains("needs a type"))
  }

  @Test func `an error of the closure is rethrown`() throws {
    #expect(throws: CancellationError.self) {
      try fixture.change { db in
        try db.create(table: "t") { _ in throw CancellationError() }
      }
    }
    #expect(try fixture.schema().isEmpty)
  }

  @Test func `a failed index leaves no table`() throws {
    let error = try fixture.failure { db in
      try db.create(table: "a") { $0.column("x") }
      try db.create(index: "index_t_on_x", on: "a", columns: ["x"])
      try db.create(table: "t") { $0.column("x").indexed() }
    }
    #expect(error?.message.contains("index_t_on_x already exists") == true)
  }

  @Test func `an error reports a definition in a read`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try fixture.database.read { db in try db.create(table: "t") { $0.column("a") } }
    }
    #expect(error?.code == .readOnly)
  }
}
