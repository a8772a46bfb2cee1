import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Changes of a connection after which queries return something else, though nothing was written.
@Suite(.timeLimit(.hang)) struct OtherResultTests {
  /// A change that is made twice, in different ways.
  enum Setting: CaseIterable {
    case collation, function, builtInFunction, like

    var sql: String {
      switch self {
      case .collation: "SELECT id, t FROM item ORDER BY t COLLATE alphabet, id"
      case .function: "SELECT id, spoken(t) FROM item WHERE spoken(t) <> 'b' ORDER BY spoken(t), id"
      case .builtInFunction: "SELECT id, upper(t) FROM item ORDER BY id"
      case .like: "SELECT id FROM item WHERE t LIKE 'a%' ORDER BY id"
      }
    }

    func apply(_ isSecond: Bool, to db: Database) throws {
      switch self {
      case .collation:
        db.add(
          collation: DatabaseCollation("alphabet") {
            isSecond ? $1.compare($0) : $0.compare($1)
          }
        )
      case .function: db.add(function: Self.function("spoken", isSecond))
      case .builtInFunction: if isSecond { db.add(function: Self.function("upper", true)) }
      case .like: try db.execute(sql: "PRAGMA case_sensitive_like = \(isSecond)")
      }
    }

    private static func function(_ name: String, _ isReversed: Bool) -> DatabaseFunction {
      DatabaseFunction(name, argumentCount: 1, pure: true) { arguments in
        guard case .text(let text) = arguments[0] else { return nil }
        return isReversed ? String(text.reversed()) : text
      }
    }
  }

  @Test(arguments: Setting.allCases)
  func `live queries follow functions, collations and options that are replaced`(
    setting: Setting
  ) async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, t TEXT);
          INSERT INTO item VALUES (1, 'ab'), (2, 'b'), (3, 'Ac'), (4, 'ca');
          """
      )
      try setting.apply(false, to: db)
    }
    let request = SQLRequest<Row>(sql: setting.sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    let before = shown
    for isSecond in [true, false, true] {
      try await database.writeWithoutTransaction { try setting.apply(isSecond, to: $0) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown)
      if isSecond { #expect(shown != before) }
      try await database.write { db in
        try db.execute(sql: "INSERT INTO item (t) VALUES ('aa'), ('Ab')")
      }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown)
    }
  }
}
