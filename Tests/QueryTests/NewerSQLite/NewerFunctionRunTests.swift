import LiveSQL
import LiveSQLTestSupport
import Testing

@Table private struct Phrase: Equatable {
  let id: Int
  var first: String?
  var second: String?
  var separator: String
}

/// Tests of functions that older SQLite versions lack, and of the expressions that replace them.
@Suite struct NewerFunctionRunTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: "CREATE TABLE phrases (id INTEGER PRIMARY KEY, first, second, separator NOT NULL)"
      )
      let texts: [String?] = [nil, "", "a", "ö, b"]
      for (first, second) in texts.flatMap({ first in texts.map { (first, $0) } }) {
        for separator in ["", ", ", "–"] {
          try Phrase.insert {
            Phrase.Draft(first: first, second: second, separator: separator)
          }.execute(db)
        }
      }
    }
  }

  @Test(.requiresSQLite(3, 41)) func `unhex converts hexadecimal digits to bytes`() throws {
    try database.write { db in
      try Phrase.find(1).update { $0.separator = "00fF-7a" }.execute(db)
      let row = Phrase.find(1)
      #expect(try row.select { $0.separator.unhex("-") }.fetchOne(db) == [0, 255, 0x7a])
      #expect(try row.select { $0.separator.unhex() }.fetchOne(db) == .some(nil))
    }
  }

  @Test(.requiresSQLite(3, 43)) func `octetLength counts bytes`() throws {
    try database.read { db throws in
      let counts = try Phrase.select { ($0.first, $0.first.octetLength()) }.fetchAll(db)
      for (text, count) in counts { #expect(count == text?.utf8.count) }
    }
  }

  @Test(.requiresSQLite(3, 44)) func `concat returns the same as SQLite's function`() throws {
    try database.read { db throws in
      let both = try Phrase.select {
        (
          $0.first.concat($0.second, $0.id),
          SQLQueryExpression("concat(\($0.first), \($0.second), \($0.id))", as: String.self)
        )
      }.fetchAll(db)
      #expect(both.count == 48 && both.allSatisfy { $0 == $1 })
    }
  }

  @Test(.requiresSQLite(3, 44)) func `concatWS returns the same as SQLite's function`() throws {
    try database.read { db throws in
      let both = try Phrase.select {
        (
          $0.first.concatWS($0.separator, $0.second, $0.first),
          SQLQueryExpression(
            "concat_ws(\($0.separator), \($0.first), \($0.second), \($0.first))",
            as: String.self
          )
        )
      }.fetchAll(db)
      #expect(both.count == 48)
      for (ours, own) in both { #expect(ours == own) }
    }
  }
}
