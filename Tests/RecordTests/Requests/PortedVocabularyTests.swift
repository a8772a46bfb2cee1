import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// The vocabulary of other libraries: each word once, with its effect.
@Suite struct PortedVocabularyTests {
  struct Player: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    var score: Int

    enum Columns: String, ColumnExpression { case id, name, score }
    enum CodingKeys: String, CodingKey, ColumnExpression { case id, name, score }
  }

  let database: DatabaseQueue

  init() throws {
    database = try makeQueue(
      "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT UNIQUE, score INTEGER CHECK (score >= 0))"
    )
    try database.write { db throws in
      for (id, name, score) in [(1, "Ana", 10), (2, "bo", 30), (3, "Cy", 20)] {
        try Player(id: Int64(id), name: name, score: score).insert(db)
      }
    }
  }

  @Test func `a type of names can be used for columns`() throws {
    try database.write { db throws in
      let request = Player.filter(Player.Columns.score > 10).order(Player.Columns.name.desc)
      #expect(try request.fetchAll(db).map(\.id) == [2, 3])
      #expect(try Player.filter(Player.CodingKeys.name == "Cy").fetchOne(db)?.id == 3)
      let row = try #require(
        try Row.fetchOne(db, Player.select(Player.Columns.id, Player.Columns.name))
      )
      #expect(try row[Player.Columns.name] == "Ana")
      #expect(try row.decode(Int64.self, forColumn: Player.Columns.id) == 1)
      #expect(row.value(of: Player.Columns.score) == nil)
      var ana = try Player.find(db, id: 1)
      (ana.name, ana.score) = ("Anna", 11)
      try ana.update(db, columns: [Player.Columns.score])
      #expect(try Player.find(db, id: 1) == Player(id: 1, name: "Ana", score: 11))
      try Player.filter(Player.Columns.id == 1)
        .updateAll(db, Player.Columns.score += 1, Player.Columns.name.set(to: "A"))
      #expect(try Player.find(db, id: 1) == Player(id: 1, name: "A", score: 12))
      #expect(Column(Player.Columns.name).name == "name")
      #expect(Column(Player.CodingKeys.name).name == "name")
    }
  }

  @Test func `an alias qualifies the names of columns`() throws {
    try database.read { db throws in
      let alias = RequestAlias(name: "p")
      let request = Player.all().aliased(alias).filter(alias[Player.Columns.score] == 30)
      #expect(try request.fetchOne(db)?.id == 2)
    }
  }

  @Test func `all columns can be selected, or all but some`() throws {
    try database.read { db throws in
      let all = try Row.fetchOne(db, Player.select(AllColumns(), Column.rowID))
      #expect(all?.columnNames.prefix(3) == ["id", "name", "score"])
      let some = try Row.fetchOne(db, Player.select(AllColumns(excluding: [Player.Columns.name])))
      #expect(some?.columnNames == ["id", "score"])
    }
  }

  /// SQL ignores the case of ASCII letters only.
  @Test func `a column is left out by its own name, not by a similar one`() throws {
    struct Letter: TableRecord {
      static let databaseTableName = "letters"
    }
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE letters (A, \"\u{e9}\", \"\u{c9}\")")
      try db.execute(sql: "INSERT INTO letters VALUES (1, 2, 3)")
      let request = Letter.select(AllColumns(excluding: ["a", "\u{c9}"]))
      let names = try Row.fetchOne(db, request)?.columnNames
      #expect(names == ["\u{e9}"])
    }
  }

  @Test func `an error matches SQLite's names of result codes`() throws {
    try database.write { db throws in
      do {
        try Player(id: 4, name: "bo", score: 1).insert(db)
        Issue.record("The insertion should have thrown.")
      } catch DatabaseError.SQLITE_CONSTRAINT_CHECK {
        Issue.record("A different constraint was violated.")
      } catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE {}
      let error = #expect(throws: DatabaseError.self) {
        try Player(id: 1, name: "Di", score: 1).insert(db)
      }
      #expect(error?.resultCode == .constraint)
      #expect(error?.extendedResultCode == .constraintPrimaryKey)
      let found = try #require(error)
      #expect(isSame(found.resultCode, .SQLITE_CONSTRAINT))
      #expect(found.resultCode == .SQLITE_CONSTRAINT)
      #expect(found.resultCode != .SQLITE_BUSY)
      #expect(found.extendedResultCode == .SQLITE_CONSTRAINT)
      #expect(found.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY)
      #expect(found.extendedResultCode != .SQLITE_CONSTRAINT_UNIQUE)
      switch found.extendedResultCode {
      case ResultCode.SQLITE_BUSY: Issue.record("The code should not be busy.")
      case .SQLITE_CONSTRAINT: break
      default: Issue.record("A primary code should match its extended codes.")
      }
      switch found.resultCode {
      case .busy: Issue.record("The code should not be busy.")
      case .constraint: break
      default: Issue.record("A primary code should match its extended codes.")
      }
    }
  }

  @Test func `the message is SQLite's, and the explanation is a sentence`() throws {
    try database.write { db throws in
      let taken = #expect(throws: DatabaseError.self) {
        try Player(id: 4, name: "bo", score: 1).insert(db)
      }
      #expect(taken?.message == "UNIQUE constraint failed: player.name")
      #expect(taken?.explanation == "UNIQUE constraint failed: player.name.")
      #expect(taken?.description.hasPrefix("UNIQUE constraint failed: player.name. (") == true)
      let unknown = #expect(throws: DatabaseError.self) { try db.execute(sql: "SELECT slog(1)") }
      #expect(unknown?.message == "no such function: slog")
      #expect(unknown?.explanation.contains("prepareDatabase") == true)
    }
    let own = DatabaseError(resultCode: .constraint, message: "No name.")
    #expect(own.explanation == "No name.")
  }

  @Test func `an error that SQLite did not report matches no name of a code`() {
    let error = DatabaseError(code: .closed, message: "closed")
    #expect(error.resultCode != .SQLITE_CONSTRAINT)
    #expect(error.resultCode == .error && error.reportedResultCode == nil)
    #expect(!(DatabaseError.SQLITE_ERROR ~= error as any Error))
    #expect(!(DatabaseError.SQLITE_ERROR ~= CancellationError() as any Error))
    let own = DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "A player needs a name.")
    #expect(own.code == .constraint && own.message == "A player needs a name.")
    let pattern = DatabaseError(resultCode: DatabaseError.SQLITE_BUSY)
    #expect(pattern.resultCode == .busy)
  }

  @Test func `a result code is not optional, and a message makes an error`() {
    let error = DatabaseError(message: "No such player.")
    #expect(error.resultCode == .SQLITE_ERROR)
    #expect(error.extendedResultCode == .SQLITE_ERROR)
    #expect(error.resultCode.rawValue == 1)
    #expect(error.message == "No such player.")
    #expect(DatabaseError(code: .busy, message: "Later.").resultCode == .SQLITE_BUSY)
    #expect(isSame(error.resultCode, .SQLITE_ERROR))
    #expect(!isSame(.constraintUnique, ResultCode.SQLITE_CONSTRAINT))
    #expect(ResultCode.constraintUnique == .SQLITE_CONSTRAINT)
  }

  /// Compares as `XCTAssertEqual` does.
  private func isSame<Value: Equatable>(_ first: Value, _ second: Value) -> Bool { first == second }

  @Test func `arguments can be combined`() throws {
    try database.read { db throws in
      var arguments: StatementArguments = []
      arguments += ["%a%"]
      arguments += [5]
      let sql = "SELECT id FROM player WHERE name LIKE ? AND score > ?"
      #expect(try Int.fetchAll(db, sql: sql, arguments: arguments) == [1])
      let ids: Set<Int64> = [1, 3]
      let marks = databaseQuestionMarks(count: ids.count)
      #expect(marks == "?,?")
      let listed = try Int.fetchAll(
        db,
        sql: "SELECT id FROM player WHERE id IN (\(marks)) ORDER BY id",
        arguments: StatementArguments(ids)
      )
      #expect(listed == [1, 3])
      let values: [String: (any DatabaseValueConvertible)?] = ["id": 2, "none": nil]
      let named = StatementArguments(values)
      let row = "SELECT id FROM player WHERE id = :id AND :none IS NULL"
      #expect(try Int.fetchOne(db, sql: row, arguments: named) == 2)
      #expect(try Int.fetchOne(db, sql: row, arguments: ["id": 1] + ["none": nil]) == 1)
      #expect(try Int.fetchOne(db, sql: row, arguments: named &+ ["id": 3]) == 3)
    }
    #expect(databaseQuestionMarks(count: 0) == "" && databaseQuestionMarks(count: -1) == "")
    #expect(["a": 1] + StatementArguments() == ["a": 1] as StatementArguments)
  }

  @Test func `an error describes arguments that conflict or are missing`() throws {
    try database.read { db throws in
      func message(_ sql: String, _ arguments: StatementArguments) throws -> String {
        let error = #expect(throws: DatabaseError.self) {
          try Row.fetchAll(db, sql: sql, arguments: arguments)
        }
        #expect(error?.code == .arguments)
        return try #require(error).message
      }
      let twice = try message("SELECT :id", ["id": "secret"] + ["id": 2])
      #expect(twice.contains("two arguments for the parameter id") && !twice.contains("secret"))
      #expect(
        try message("SELECT :id, ?", ["id": 1] + [2]).contains("by name and others by position")
      )
      #expect(try message("SELECT :a, :b", ["a": 1]).contains("no argument for the parameter :b"))
      #expect(try message("SELECT ?, ?", [1]).contains("2 parameters"))
      #expect(try message("SELECT ?", [UInt64.max] + [1]).contains("cannot be stored"))
    }
  }

  @Test func `collations of Swift and Foundation are available without being added`() async throws {
    let scratch = try ScratchDirectory()
    for opening in Opening.allCases {
      let database = try await opening.open(in: scratch, "DROP TABLE IF EXISTS word")
      try await database.write { db throws in
        try db.create(table: "word") { t in
          t.column("text", .text).unique().collate(.localizedCaseInsensitiveCompare)
        }
        try db.execute(sql: "INSERT INTO word VALUES ('file 10'), ('File 9'), ('École'), ('zoo')")
        #expect(throws: DatabaseError.self) {
          try db.execute(sql: "INSERT INTO word VALUES ('éCOLE')")
        }
      }
      let words = NamedTable("word").all().select(Column("text"), as: String.self)
      try await database.read { db throws in
        let standard = words.order(Column("text").collating(.localizedStandardCompare))
        let sorted = try standard.fetchAll(db)
        #expect(sorted.filter { $0.contains("ile") } == ["File 9", "file 10"])
        let same = words.filter(Column("text").collating(.caseInsensitiveCompare) == "ZOO")
        #expect(try same.fetchAll(db) == ["zoo"])
        let decomposed = words.filter(Column("text").collating(.unicodeCompare) == "E\u{301}cole")
        #expect(try decomposed.fetchAll(db) == ["École"])
        #expect(try words.order(Column("text").collating(.localizedCompare)).fetchCount(db) == 4)
        #expect(
          try words.order(Column("text").collating(DatabaseCollation.localizedCompare)).fetchCount(
            db
          )
            == 4
        )
      }
      try await database.write { try $0.reindex(collation: .localizedCaseInsensitiveCompare) }
    }
  }

  @Test func `a custom collation takes precedence over a built-in one with the same name`() throws {
    try database.write { db throws in
      db.add(collation: DatabaseCollation("swiftCompare") { $1.compare($0) })
      let names = Player.order(Player.Columns.name.collating(.unicodeCompare)).select(
        Column("name")
      )
      #expect(try String.fetchAll(db, names) == ["bo", "Cy", "Ana"])
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "SELECT 'a' COLLATE unknown_collation = 'b'")
      }
    }
  }

  @Test func `a busy timeout can be given in seconds`() {
    func duration(_ mode: BusyMode) -> Duration? {
      if case .timeout(let duration) = mode { duration } else { nil }
    }
    #expect(duration(.timeout(5)) == .seconds(5))
    #expect(duration(.timeout(0.25)) == .milliseconds(250))
    #expect(duration(.timeout(-1)) == .zero && duration(.timeout(.nan)) == .zero)
    #expect(duration(.timeout(.infinity)).map { $0 > .seconds(1e9) } == true)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.publicStatementArguments = true
    #expect(configuration.readOnly && configuration.showsArgumentsInErrors)
  }

  @Test func `a common table expression without a type has plain rows`() throws {
    try database.read { db throws in
      let average = CommonTableExpression(
        named: "average",
        request: Player.select(average(Column("score")).forKey("value"))
      )
      let above = Player.with(average).filter(Column("score") > average.all())
      #expect(try above.fetchAll(db).map(\.id) == [2])
      let limit = 4
      let counter = CommonTableExpression(
        recursive: true,
        named: "counter",
        columns: ["x"],
        literal: "VALUES(1) UNION ALL SELECT x + 1 FROM counter WHERE x < \(limit)"
      )
      #expect(try counter.all().with(counter).asRequest(of: Int.self).fetchAll(db) == [1, 2, 3, 4])
      let text = CommonTableExpression(
        named: "t",
        columns: ["x"],
        sql: "VALUES (?)",
        arguments: [7]
      )
      #expect(try text.all().with(text).asRequest(of: Int.self).fetchAll(db) == [7])
    }
  }

  @Test func `a request of SQL text can be marked as cached`() throws {
    let request = SQLRequest<Player>(
      sql: "SELECT * FROM player WHERE id = ?",
      arguments: [2],
      cached: true
    )
    #expect(try database.read(request.fetchOne)?.name == "bo")
  }

  @Test func `dates accept modifiers`() throws {
    try database.read { db throws in
      let noon = SQLExpression("2026-01-31 12:30:45")
      func text(_ expression: SQLExpression) throws -> String? {
        try Player.limit(1).select(expression, as: String.self).fetchOne(db)
      }
      #expect(try text(dateTime(noon, .startOfDay)) == "2026-01-31 00:00:00")
      #expect(try text(dateTime(noon, .startOfMonth, .month(1), .day(-1))) == "2026-01-31 00:00:00")
      #expect(try text(dateTime(noon, .hour(1.5), .second(-45))) == "2026-01-31 14:00:00")
      #expect(try text(dateTime(SQLExpression(0), .unixEpoch, .year(1))) == "1971-01-01 00:00:00")
      let day = julianDay(noon, .startOfDay)
      #expect(try text(dateTime(day, .day(0))) == "2026-01-31 00:00:00")
    }
  }
}
