import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// A table with more columns than SQLite's and PostgreSQL's functions have arguments for.
@Table("wideRows") struct WideRow: Codable, Equatable, Identifiable {
  let id: Int
  var c0: Int?
  var c1: Int?
  var c2: Int?
  var c3: Int?
  var c4: Int?
  var c5: Int?
  var c6: Int?
  var c7: Int?
  var c8: Int?
  var c9: Int?
  var c10: Int?
  var c11: Int?
  var c12: Int?
  var c13: Int?
  var c14: Int?
  var c15: Int?
  var c16: Int?
  var c17: Int?
  var c18: Int?
  var c19: Int?
  var c20: Int?
  var c21: Int?
  var c22: Int?
  var c23: Int?
  var c24: Int?
  var c25: Int?
  var c26: Int?
  var c27: Int?
  var c28: Int?
  var c29: Int?
  var c30: Int?
  var c31: Int?
  var c32: Int?
  var c33: Int?
  var c34: Int?
  var c35: Int?
  var c36: Int?
  var c37: Int?
  var c38: Int?
  var c39: Int?
  var c40: Int?
  var c41: Int?
  var c42: Int?
  var c43: Int?
  var c44: Int?
  var c45: Int?
  var c46: Int?
  var c47: Int?
  var c48: Int?
  var c49: Int?
  var c50: Int?
  var c51: Int?
  var c52: Int?
  var c53: Int?
  var c54: Int?
  var c55: Int?
  var c56: Int?
  var c57: Int?
  var c58: Int?
  var c59: Int?
  var c60: Int?
  var c61: Int?
  var c62: Int?
  var c63: Int?
  var c64: Int?
  var c65: Int?
  var c66: Int?
  var c67: Int?
  var c68: Int?
  var c69: Int?
  var title = ""
  var isDone = false
  var at: Date?
  @Column(as: [String: Int?].JSONRepresentation.self)
  var counts: [String: Int?] = [:]
}

/// Rows of many columns as JSON.
@Suite(.mayBlock, .timeLimit(.hang)) struct WideObjectTests {
  private static let rows: [WideRow] = (1...3).map { id in
    var row = WideRow(id: id)
    row.c0 = id
    row.c48 = 48
    row.c49 = 49
    row.c69 = id * 69
    row.title = "it's \"\(id)\""
    row.isDone = id == 2
    row.at = id == 3 ? nil : Date(timeIntervalSinceReferenceDate: 0.5)
    // A NULL in a document is a member too.
    row.counts = ["some": id, "none": nil]
    return row
  }

  private func fixture(_ kind: DatabaseKind) throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try fixture.database.write { db in
      try WideRow.createTable().execute(db)
      try WideRow.insert { Self.rows }.execute(db)
    }
    return fixture
  }

  @Test(arguments: DatabaseKind.available)
  func `a row of 75 columns is an object`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    try fixture.database.read { db in
      let objects = try WideRow.order(by: \.id).select { $0.jsonObject() }.fetchAll(db)
      #expect(objects == Self.rows)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows of 75 columns are an array`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    try fixture.database.read { db in
      let arrays = try WideRow.select { $0.jsonGroupArray() }.fetchAll(db)
      #expect(arrays.map { $0.sorted { $0.id < $1.id } } == [Self.rows])
      let found = try Note.group(by: \.id).order(by: \.id)
        .leftJoin(WideRow.all) { $0.id == $1.id }
        .select { $1.jsonGroupArray() }
        .fetchAll(db)
      #expect(found == Self.rows.map { [$0] })
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a member beyond the first call is NULL, and not missing`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    try fixture.database.read { db in
      let text = try WideRow.find(1).select { SQLQueryExpression<String>("\($0.jsonObject())") }
        .fetchOne(db)
      let document = text.map { $0.filter { $0 != " " } }
      #expect(document?.contains(#""c60":null"#) == true)
    }
  }
}
