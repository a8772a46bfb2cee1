import Foundation
import LiveSQL
import Testing

/// Tests of column expressions in definitions, which omit the table and use literals.
@Suite struct ExpressionDefinitionTests {
  @Test func `checks and generated columns are written from expressions`() throws {
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in
        t.column("a", .integer).check { $0 > 0 && $0 < 10 }
        t.column("b", .text).check { $0 != "it's" }
        t.column("c", .integer).generatedAs(Column("a") * 2)
        t.column("d", .text).check { $0 != id }
        t.check(Column("a") < Column("d"))
      }
    }
    #expect(
      schema == [
        """
        CREATE TABLE "t" ("a" INTEGER CHECK ((("a") > (0)) AND (("a") < (10))), \
        "b" TEXT CHECK (("b") <> ('it''s')), "c" INTEGER GENERATED ALWAYS AS (("a") * (2)) VIRTUAL, \
        "d" TEXT CHECK (("d") <> ('e621e1f8-c36c-495a-93fc-0c247a3e6e5f')), CHECK (("a") < ("d")))
        """
      ]
    )
  }

  @Test func `indexes are written from expressions`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in
        t.column("a", .integer)
        t.column("b", .text)
      }
      try db.create(index: "x", on: "t", columns: ["a"], condition: Column("b") == "it's")
      try db.create(index: "y", on: "t", expressions: [Column("a").desc, Column("a") + 1])
    }
    #expect(
      schema.dropFirst() == [
        #"CREATE INDEX "x" ON "t"("a") WHERE ("b") = ('it''s')"#,
        #"CREATE INDEX "y" ON "t"("a" DESC, ("a") + (1))"#,
      ]
    )
  }

  @Test func `an error explains an invalid expression`() throws {
    let fixture = try SchemaFixture()
    let alias = RequestAlias()
    let error = try fixture.failure { db in
      try db.create(table: "t") { t in
        t.column("a")
        t.check(alias["a"] > 1)
      }
    }
    #expect(error?.message.contains("belongs to an alias") == true)
    let number = try fixture.failure { db in
      try db.create(table: "t") { t in t.column("a").defaults(to: Double.nan) }
    }
    #expect(number?.message.contains("SQL has no literal") == true)
  }
}
