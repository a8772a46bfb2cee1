import Foundation
import LiveSQL
import Testing

/// Tables with several aliases, each of which names the table.
@Suite struct AliasTests {
  typealias A = ThreeTables.A
  typealias B = ThreeTables.B
  typealias C = ThreeTables.C

  let database: DatabaseQueue

  init() throws { database = try ThreeTables.database() }

  @Test func `the rows of a record can be given an alias`() throws {
    let alias = RequestAlias()
    let b = B(id: 1, kind: "x")
    try database.read { db throws in
      let request = b.request(for: B.cs).aliased(alias).filter(alias["score"] > 5)
      #expect(try request.fetchAll(db).map(\.id) == [11])
      let named = b.request(for: B.cs).aliased(RequestAlias(name: "other"))
      #expect(try named.order(Column("id")).fetchAll(db).map(\.id) == [10, 11])
      let through = A(id: 1, bId: 1).request(for: A.cs).aliased(alias).filter(alias["score"] > 5)
      #expect(try through.fetchAll(db).map(\.id) == [11])
      let both = b.request(for: B.cs.aliased(alias)).aliased(RequestAlias(name: "other"))
      #expect(try both.filter(alias["score"] > 5).fetchAll(db).map(\.id) == [11])
    }
  }

  @Test func `a second alias does not replace the first one`() throws {
    let (first, second) = (RequestAlias(), RequestAlias(name: "second"))
    try database.read { db throws in
      let request = C.all().aliased(first).filter(first["score"] > 1).aliased(second)
        .filter(second["score"] < 7)
      #expect(try request.fetchAll(db).map(\.id) == [10])
      #expect(try request.sql(db).contains(#"AS "second""#))
      let joined = A.joining(required: A.b.aliased(first).aliased(second))
        .filter(first["kind"] == "y" && second["id"] > 2)
      #expect(try joined.fetchAll(db).map(\.id) == [3])
    }
  }

  @Test func `two uses of an association with different aliases are one join`() throws {
    let (first, second) = (RequestAlias(), RequestAlias())
    let request = B.joining(required: B.cs.aliased(first)).joining(required: B.cs.aliased(second))
      .filter(first["score"] > 1 && second["score"] < 7)
    try database.read { db throws in
      #expect(try request.fetchAll(db).map(\.id) == [1])
      #expect(try request.sql(db).components(separatedBy: "JOIN").count == 2)
      // Two aliases with names are two tables.
      let named = B.joining(required: B.cs.aliased(RequestAlias(name: "x")))
        .joining(required: B.cs.aliased(RequestAlias(name: "y")))
      #expect(try named.sql(db).components(separatedBy: "JOIN").count == 3)
    }
  }

  @Test func `rows that are updated and deleted can have aliases`() throws {
    let (first, second) = (RequestAlias(), RequestAlias(name: "second"))
    try database.write { db throws in
      let request = B(id: 1, kind: "x").request(for: B.cs).aliased(first).aliased(second)
        .filter(first["score"] > 5 && second["score"] < 10)
      #expect(try request.updateAll(db, Column("score").set(to: 50)) == 1)
      #expect(try C.filter(Column("score") == 50).fetchAll(db).map(\.id) == [11])
      #expect(try request.filter(second["score"] == 7).deleteAll(db) == 0)
    }
  }
}
