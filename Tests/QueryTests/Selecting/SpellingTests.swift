import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of alternative spellings that people are used to; each one is run on both databases.
@Suite(.mayBlock) struct SpellingTests {
  /// Runs a closure on both databases with three parcels.
  private func both<Value>(
    unless reason: SQLiteOnly? = nil,
    _ body: (BothConnections) throws -> Value
  ) throws -> Value {
    try DatabaseQueue().both(unless: reason) { db in
      try Parcel.createTable().execute(db)
      try Parcel.insert {
        Parcel(id: 1, title: "Tea", isSent: true, weight: 5, sender: "a")
        Parcel(id: 2, title: "Milk", weight: 7)
        Parcel(id: 3, title: "teapot", isSent: true, weight: 7)
      }.execute(db)
      return try body(db)
    }
  }

  private func ids(
    unless reason: SQLiteOnly? = nil,
    _ query: some TypedRowQuery<Int>
  ) throws -> [Int] {
    try both(unless: reason) { db in try query.fetchAll(db) }
  }

  @Test func `a property whose optional type is inferred is a column`() throws {
    #expect(
      try ids(Parcel.where { $0.sender == "nobody" && $0.count == nil }.select(\.id)) == [2, 3]
    )
    #expect(Parcel(id: 4).sender == "nobody")
    #expect(Parcel(id: 4).count == nil)
  }

  @Test func `texts that functions return can be searched`() throws {
    #expect(try ids(Parcel.where { $0.title.lower().contains("tea") }.select(\.id)) == [1, 3])
    #expect(try ids(Parcel.where { ($0.title + "!").contains("a!") }.select(\.id)) == [1])
    let sent = Parcel.where(\.isSent).select(\.id)
    #expect(try ids(Parcel.where { sent.contains($0.id) }.select(\.id)) == [1, 3])
  }

  @Test func `untyped SQL text can be a group and a condition of CASE`() throws {
    let groups = Parcel.group { #sql("\($0.weight) % 2") }.select { $0.id.count() }
    #expect(try ids(groups) == [3])
    let kinds = Parcel.where(\.isSent).group { #sql("\($0.weight)") }.select { $0.id.count() }
    #expect(try ids(kinds) == [1, 1])
    let cases = Parcel.order(by: \.id).select {
      Case().when(#sql("\($0.weight) > 6"), then: 1).when(#sql("\($0.id) = 1"), then: 2).else(0)
    }
    #expect(try ids(cases) == [2, 1, 1])
  }

  @Test func `groups can be filtered by a Boolean column`() throws {
    #expect(try ids(Parcel.group(by: \.id).having(\.isSent).select(\.id)) == [1, 3])
    #expect(
      try ids(Parcel.where { $0.id > 1 }.group(by: \.id).having(\.isSent).select(\.id)) == [3]
    )
  }

  @Test func `literals beside sized integers have their type`() throws {
    #expect(
      try ids(Parcel.where { $0.weight + 1 > 7 && $0.weight * 2 < 15 }.select(\.id)) == [2, 3]
    )
    #expect(try ids(Parcel.where { $0.weight - 1 == 4 || $0.weight / 2 == 9 }.select(\.id)) == [1])
  }

  @Test func `the condition of a conflict update gets both rows`() throws {
    let titles = try both(unless: .conflictColumns) { db throws -> [String] in
      for weight: Int16 in [6, 9] {
        try Parcel.insert {
          Parcel(id: 2, title: "Milk \(weight)", weight: weight)
        } onConflictDoUpdate: {
          $0.title = $1.title
        } where: { row, excluded in
          row.weight < excluded.weight
        }.execute(db)
      }
      return try Parcel.select(\.title).fetchAll(db)
    }
    #expect(titles == ["Tea", "Milk 9", "teapot"])
  }

  @Test func `a text is appended as in Swift`() throws {
    try both { db in
      try Parcel.find(1).update { $0.title.append(contentsOf: "!") }.execute(db)
      #expect(try Parcel.find(db, key: 1).title == "Tea!")
    }
  }

  @Test func `a trigger touches rows when certain columns are set`() throws {
    let weights = try both(unless: .triggers) { db throws -> [Int16] in
      try Parcel.createTemporaryTrigger(
        after: .update(of: { $0.title }, touch: { $0.weight = $0.weight + 1 })
      ).execute(db)
      try Parcel.find(1).update { $0.isSent = false }.execute(db)
      try Parcel.find(2).update { $0.title = "Cocoa" }.execute(db)
      return try Parcel.select(\.weight).fetchAll(db)
    }
    #expect(weights == [5, 8, 7])
  }

  @Test func `a collection of sections is empty at first`() {
    #expect(ResultsSectionCollection<Parcel, String>().sectionNames.isEmpty)
  }

  @Test func `cast infers the type from the other operand`() throws {
    #expect(
      try ids(unless: .looseCasts, Parcel.where { $0.title.cast() == $0.id }.select(\.id)) == []
    )
    #expect(try ids(Parcel.where { $0.id + $0.isSent.cast() == 4 }.select(\.id)) == [3])
    #expect(try ids(Parcel.where { $0.isSent.cast() + $0.id > 3 }.select(\.id)) == [3])
    #expect(try ids(Parcel.where { $0.id.cast() == "2" }.select(\.id)) == [2])
    #expect(try ids(Parcel.where { $0.id.cast() < "2" }.select(\.id)) == [1])
    let joined = Parcel.order(by: \.id).select { $0.title + $0.id.cast() }
    #expect(try both { db in try joined.fetchAll(db) } == ["Tea1", "Milk2", "teapot3"])
    let doubled = Parcel.order(by: \.id).select { ($0.isSent.cast() - $0.id) * 2 }
    #expect(try ids(doubled) == [0, -4, -4])
    try both { db in
      try Parcel.find(1).update { $0.title = $0.id.cast() }.execute(db)
      #expect(try Parcel.find(db, key: 1).title == "1")
    }
  }

  @Test func `a selection can contain a row and a row of its alias`() throws {
    let pairs = Parcel.join(Parcel.as(Other.self).all) {
      $0.weight.eq($1.weight) && $0.id.lt($1.id)
    }
    .select { ParcelPair.Columns(first: $0, second: $1) }
    let pair = try both { db in try pairs.fetchAll(db) }
    #expect(pair.map(\.first.title) == ["Milk"])
    #expect(pair.map(\.second.title) == ["teapot"])
    let found = Parcel.order(by: \.id)
      .leftJoin(Parcel.as(Other.self).all) { $0.weight.eq($1.weight) && $0.id.lt($1.id) }
      .select { ParcelAndMaybe.Columns(first: $0, second: $1) }
    let all = try both { db in try found.fetchAll(db) }
    #expect(all.map(\.second?.id) == [nil, 3, nil])
  }

  @Test func `a draft's columns include extensions of the table's columns`() throws {
    let heavy = Parcel.Draft.where { $0.isHeavy && $0.isSent }
    #expect(try both { db in try heavy.fetchAll(db).map(\.title) } == ["teapot"])
    let aliased = Parcel.Draft.as(Other.self).where { $0.isHeavy }.order { $0.id }
    #expect(try both { db in try aliased.fetchAll(db).map(\.id) } == [2, 3])
  }

  @Test func `none of an optional row is nil or an empty query`() throws {
    let nothing = Parcel?.none
    #expect(nothing == nil)
    let query: Where<Parcel?> = Parcel?.none
    #expect(try both { db in try query.fetchAll(db).isEmpty })
    #expect(try both { db in try Parcel.none.fetchAll(db).isEmpty })
    let database = try DatabaseQueue()
    try database.write { db in try Parcel.createTable().execute(db) }
    @FetchOne(Parcel?.none, database: database) var nobody
    #expect(nobody == nil)
    @FetchOne(Parcel?.none, database: database) var declared: Parcel?
    #expect(declared == nil)
  }

  @Test func `the condition of a conflict update can follow the update`() throws {
    let titles = try both { db throws -> [String] in
      for weight: Int16 in [6, 9] {
        try Parcel.insert {
          Parcel(id: 2, title: "Milk \(weight)", weight: weight)
        } onConflict: {
          $0.id
        } doUpdate: {
          $0.title = $1.title
        } where: { row, excluded in
          row.weight < excluded.weight
        }.execute(db)
      }
      try Parcel.insert {
        ($0.id, $0.title, $0.isSent, $0.weight)
      } values: {
        (1, "Coffee", false, Int16(0))
      } onConflict: {
        $0.id
      } doUpdate: {
        $0.title = $1.title
      } where: {
        $0.isSent
      }.execute(db)
      try Parcel.insert {
        ($0.id, $0.title, $0.isSent, $0.weight)
      } select: {
        Values(3, "Pot", false, Int16(0))
      } onConflict: {
        $0.id
      } doUpdate: {
        $0.title = "Pot"
      } where: {
        !$0.isSent
      }.execute(db)
      return try Parcel.order(by: \.id).select(\.title).fetchAll(db)
    }
    #expect(titles == ["Coffee", "Milk 9", "teapot"])
  }

  @Test func `contains accepts an expression`() throws {
    try both { db throws in
      try Parcel.insert {
        Parcel(id: 4, title: "100% TEA_", sender: "0% tea_")
        Parcel(id: 5, title: "100 pct", sender: "0%")
        Parcel(id: 6, title: #"a\b"#, sender: #"\b"#)
        Parcel(id: 7, title: #"a\b"#, sender: nil)
      }.execute(db)
      #expect(
        try Parcel.where { $0.title.contains($0.sender) }.select(\.id).fetchAll(db) == [1, 4, 6]
      )
      #expect(
        try Parcel.where { $0.title.lower().contains($0.sender) }.select(\.id).fetchAll(db) == [
          1, 4, 6,
        ]
      )
      #expect(
        try Parcel.where { $0.title.hasSuffix($0.sender) }.select(\.id).fetchAll(db) == [1, 4, 6]
      )
      #expect(try Parcel.where { $0.title.hasPrefix($0.sender) }.select(\.id).fetchAll(db) == [])
      let texts = Parcel.where { $0.id > 5 }.select(\.title)
      #expect(try Parcel.where { texts.contains($0.title) }.select(\.id).fetchAll(db) == [6, 7])
      let sql = #sql("SELECT 'Tea'", as: String.self)
      #expect(try Parcel.where { sql.contains($0.title) }.select(\.id).fetchAll(db) == [1])
      let noted = #sql("-- The first.\n\t/* Or not. */ SELECT 'Tea'", as: String.self)
      #expect(try Parcel.where { noted.contains($0.title) }.select(\.id).fetchAll(db) == [1])
    }
  }

  @Test func `a literal can precede a sized integer`() throws {
    let weights = Parcel.order(by: \.id).select { 20 - $0.weight * 2 }
    #expect(try both { db in try weights.fetchAll(db) } == [10, 6, 6])
    #expect(try ids(Parcel.where { 2 * $0.weight == 10 }.select(\.id)) == [1])
  }

  @Test func `in accepts Values`() throws {
    #expect(try ids(Parcel.where { $0.id.in(Values(2)) }.select(\.id)) == [2])
  }

  @Test func `setting a case of an enum in JSON sets the enum`() throws {
    let remark = try both { db throws -> Remark in
      try Remark.createTable().execute(db)
      try Remark.insert {
        Remark(id: 1, kind: .count(3), detail: Detail(kind: .note("a")))
      }.execute(db)
      try Remark.update {
        $0.kind = $0.kind.jsonSet(\.note, "Tea")
        $0.detail = $0.detail.jsonSet(\.kind.count, 5)
      }.execute(db)
      return try Remark.find(db, key: 1)
    }
    #expect(remark == Remark(id: 1, kind: .note("Tea"), detail: Detail(kind: .count(5))))
  }

  @Test func `a stored generated column is stored`() throws {
    let sql = try both { db throws -> String? in
      try Sum.createTable(generated: ["double": "\"number\" * 2"]).execute(db)
      return try String.fetchOne(
        db.sqlite,
        sql: "SELECT sql FROM sqlite_schema WHERE name = 'sums'"
      )
    }
    #expect(sql?.contains("GENERATED ALWAYS AS (\"number\" * 2) STORED") == true)
  }

  @Test func `sections of a column and one row of SQL text can be fetched`() throws {
    let database = try DatabaseQueue()
    let sections = try database.write { db in
      try Parcel.createTable().execute(db)
      try Parcel.insert {
        Parcel(id: 1, title: "Tea", weight: 5)
        Parcel(id: 2, title: "Milk", weight: 7)
        Parcel(id: 3, title: "teapot", weight: 7)
      }.execute(db)
      return try Parcel.order(by: \.id).fetchAll(db, sectionBy: \.weight)
    }
    #expect(sections.sectionNames == [5, 7])
    #expect(sections[1].map(\.title) == ["Milk", "teapot"])
    @FetchOne(#sql("SELECT * FROM parcels WHERE id = 2"), database: database) var milk: Parcel?
    #expect(milk == nil || milk?.title == "Milk")
  }

  @Test func `a type without an encoder refuses to be written`() throws {
    let read = try both { db in
      try #sql("SELECT 3", as: ReadOnly.self).fetchOne(db)
    }
    #expect(read == 3)
    var bindings = Bindings()
    ReadOnly(queryOutput: 1)._encode(into: &bindings)
    #expect(
      bindings.all == [
        .invalid(
          QueryBindingError(
            "'ReadOnly' can be read but not written. Conform it to 'QueryBindable'"
          )
        )
      ]
    )
  }

  @Test func `a generated column can be stored, and a column can have a default`() throws {
    let sql = try both { db throws -> String? in
      try Sum.createTable(
        generated: ["double": "\"number\" * 2"],
        stored: ["double"],
        defaults: ["number": "20 + 1"]
      ).execute(db)
      try #sql("INSERT INTO sums (id) VALUES (1)").execute(db)
      #expect(try Sum.find(db, key: 1).double == 42)
      return try String.fetchOne(
        db.sqlite,
        sql: "SELECT sql FROM sqlite_schema WHERE name = 'sums'"
      )
    }
    #expect(sql?.contains("GENERATED ALWAYS AS (\"number\" * 2) STORED") == true)
    #expect(sql?.contains("DEFAULT (20 + 1)") == true)
  }

  @Test(arguments: [
    Sum.createTable(generated: ["duble": "1"]), Sum.createTable(stored: ["number"]),
    Sum.createTable(defaults: ["double": "1"]), Sum.createTable(defaults: ["nobody": "1"]),
  ])
  func `an error names an unknown column`(statement: SQLQueryExpression<()>) throws {
    let error = #expect(throws: (any Error).self) {
      try both { db in try statement.execute(db) }
    }
    #expect("\(String(describing: error))".contains("there is no such"))
  }
}

@Table private struct Parcel: Identifiable {
  let id: Int
  var title = ""
  var isSent = false
  var weight: Int16 = 0
  var sender = Optional("nobody")
  var count = Int?.none
}

extension Parcel.TableColumns {
  fileprivate var isHeavy: some QueryExpression<Bool> { weight > 6 }
}

private enum Other: AliasName {}

@Selection private struct ParcelPair {
  let first: Parcel
  @Column(as: TableAlias<Parcel, Other>.self) let second: Parcel
}

@Selection private struct ParcelAndMaybe {
  let first: Parcel
  @Column(as: TableAlias<Parcel, Other>?.self) let second: Parcel?
}

@Selection private enum Kind: Codable, Equatable { case note(String), count(Int) }

@Selection private struct Detail: Codable, Equatable { var kind: Kind }

@Table private struct Remark: Equatable {
  let id: Int
  @Column(as: Kind.JSONRepresentation.self) var kind: Kind
  @Column(as: Detail.JSONRepresentation.self) var detail: Detail
}

@Table private struct Sum {
  let id: Int
  var number = 0
  @Column(generated: .stored) let double: Int
}

/// A type that can be decoded but not encoded.
private struct ReadOnly: QueryRepresentable {
  var queryOutput: Int

  init(queryOutput: Int) { self.queryOutput = queryOutput }

  init(decoder: inout some QueryDecoder) throws { queryOutput = try Int(decoder: &decoder) }
}

private struct Bindings: QueryEncoder {
  var all: [QueryBinding] = []

  mutating func encode(_ binding: QueryBinding) { all.append(binding) }
  mutating func encode(_ fragment: QueryFragment) {}
  mutating func encodeUnset(columns: Int) {}
  mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {}
}
