import LiveSQL
import Testing

/// Tests of definitions that PostgreSQL does not have: their errors say what to write.
@Suite struct PostgresDefinitionErrorTests {
  private func message(_ body: (PostgresText) throws -> Void) -> String {
    let db = PostgresText()
    let error = #expect(throws: DatabaseError.self) { try body(db) }
    #expect(error?.code == .misuse)
    #expect(db.statements == [])
    return error?.message ?? ""
  }

  private func tableMessage(_ body: (TableBuilder) throws -> Void) -> String {
    message { db in try db.create(table: "t", body) }
  }

  @Test func `a collation of SQLite names what to write instead`() {
    let nocase = tableMessage({ t in t.column("a", .text).collate(.nocase) })
    #expect(nocase.contains("“a” has the collation NOCASE, which PostgreSQL does not have"))
    #expect(nocase.contains("lower(a)"))
    #expect(tableMessage({ t in t.column("a", .text).collate(.rtrim) }).contains("rtrim()"))
  }

  @Test func `a column needs a type`() {
    #expect(tableMessage({ t in t.column("a") }).contains("needs a type in PostgreSQL"))
  }

  @Test func `a conflict resolution belongs to the statement that writes`() {
    let column = tableMessage({ t in t.column("a", .text).unique(onConflict: .replace) })
    #expect(column.contains("The column “a” has a constraint with ON CONFLICT REPLACE"))
    let key = tableMessage({ t in
      t.column("a", .text)
      t.uniqueKey(["a"], onConflict: .ignore)
    })
    #expect(key.contains("The table “t” has a constraint with ON CONFLICT IGNORE"))
  }

  @Test func `only integers are generated`() {
    let text = tableMessage({ t in
      t.column("a", .text).primaryKey(autoincrement: true)
    })
    #expect(text.contains("is no integer"))
  }

  @Test func `a view cannot be left alone if it exists`() {
    let text = message { db in
      try db.create(view: "v", options: .ifNotExists, as: "SELECT 1")
    }
    #expect(text.contains("drop(view:ifExists: true)"))
  }

  @Test func `an expression that PostgreSQL does not have is refused`() {
    let text = tableMessage({ t in t.column("a", .text).check { $0.glob("a*") } })
    #expect(text.contains("PostgreSQL has no GLOB"))
  }

  @Test func `a text with NUL cannot be stored`() {
    #expect(tableMessage({ t in t.column("a", .text).defaults(to: "a\0") }).contains("NUL"))
  }

  @Test func `a reference to a missing table says so`() {
    let db = PostgresText()
    let error = #expect(throws: DatabaseError.self) {
      try db.create(table: "t") { t in t.belongsTo("author") }
    }
    #expect(error?.code == .notFound)
  }
}
