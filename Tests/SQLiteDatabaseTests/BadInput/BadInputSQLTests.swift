import DatabaseTypes
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of wrong SQL, arguments and values.
@Suite struct BadInputSQLTests {
  @Test(arguments: DatabaseKind.allCases)
  func `a syntax error shows its position`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    let sql = "SELECT a FROM keep WHEER id = ?"
    let error = #expect(throws: DatabaseError.self) {
      try db.writer.read { try Row.fetchAll($0, sql: sql, arguments: [secret]) }
    }
    #expect(error?.code == .sql)
    #expect(error?.sql == sql)
    #expect(error?.offset == 25)
    #expect(error?.description.contains("WHEER 👉id") == true)
    #expect(error?.description.contains(secret) == false)
    try db.expectIntact()
  }

  @Test func `a syntax error in a later statement shows its position in bytes`() throws {
    let db = try TestDatabase(.queueInMemory, TestDatabase.keep)
    let sql = "INSERT INTO keep VALUES (7, 'é—👍'); SELEKT 1"
    let error = #expect(throws: DatabaseError.self) {
      try db.writer.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
    #expect(error?.code == .sql)
    #expect(error?.offset == sql.utf8.count - "SELEKT 1".utf8.count)
    #expect(error?.description.contains("👉SELEKT 1") == true)
    // The statements before it have run.
    #expect(try db.count("keep") == 2)
  }

  @Test(arguments: ["SELECT * FROM absent", "SELECT absent FROM keep", "DROP TABLE absent"])
  func `an error names what does not exist`(sql: String) throws {
    let db = try TestDatabase(.queueInMemory, TestDatabase.keep)
    expectComplaint(.notFound, saying: "absent") { try db.execute(sql) }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `an error shows where a second statement begins if one is expected`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(kind, TestDatabase.keep)
    let sql = "SELECT a FROM keep; DELETE FROM keep"
    let uses: [(Database) throws -> Void] = [
      { _ = try $0.makeStatement(sql: sql) },
      { _ = try $0.cachedStatement(sql: sql) },
      { _ = try Row.fetchAll($0, sql: sql) },
      { _ = try String.fetchOne($0, sql: sql) },
      { try $0.forEachRow(sql: sql) { _ in } },
    ]
    for use in uses {
      let error = failure { try db.writer.write { try use($0) } }
      #expect(error?.code == .misuse)
      #expect(error?.message.contains("several statements, but one is expected") == true)
      #expect(error?.message.contains("execute") == true)
      #expect(error?.offset == 19)
    }
    try db.expectIntact()
  }

  @Test(arguments: ["", "  \n", "-- only a comment", ";;"])
  func `an error reports SQL without a statement`(sql: String) throws {
    let db = try TestDatabase(.queueInMemory, TestDatabase.keep)
    expectComplaint(.misuse, saying: "no statement") {
      try db.writer.read { try Row.fetchAll($0, sql: sql) }
    }
    try db.execute(sql)
    expectComplaint(.arguments, saying: "no statement") { try db.execute(sql, [secret]) }
    try db.expectIntact()
  }

  @Test func `SQL text with a NUL character is refused`() throws {
    let db = try TestDatabase(.queueInMemory, TestDatabase.keep)
    expectComplaint(.misuse, saying: "NUL") { try db.execute("DELETE FROM keep\0 WHERE id = 2") }
    try db.expectIntact()
  }

  private static let wrongArguments: [(String, StatementArguments, String)] = [
    ("INSERT INTO keep VALUES (?, ?)", [], "2 parameters, but got 0 arguments"),
    ("INSERT INTO keep VALUES (?, ?)", [secret], "2 parameters, but got 1 argument."),
    ("INSERT INTO keep VALUES (?, ?)", [7, "a", secret], "2 parameters, but got 3 arguments"),
    ("DELETE FROM keep", [secret], "0 parameters, but got 1 argument."),
    ("DELETE FROM keep WHERE a = :a", ["b": secret], "no argument for the parameter :a"),
    ("DELETE FROM keep WHERE a = :a", ["a": "x", "b": secret], "no parameter named b"),
    ("DELETE FROM keep WHERE a = ?", ["a": secret], "has no name"),
    ("DELETE FROM keep WHERE a = ?3", [secret], "3 parameters, but got 1 argument."),
    ("DELETE FROM keep; DELETE FROM keep WHERE a = ?", [], "1 parameter, but got 0 arguments"),
    (
      "DELETE FROM keep; DELETE FROM keep WHERE a = ?", ["a", secret],
      "There is 1 more argument than"
    ),
    ("DELETE FROM keep; DELETE FROM keep WHERE a = :a", ["b": secret], ":a"),
    (
      "DELETE FROM keep; DELETE FROM keep WHERE a = :a", ["a": "x", "b": secret],
      "No statement has a parameter named b"
    ),
  ]

  @Test(arguments: wrongArguments.indices)
  func `an error describes wrong arguments by number or name`(index: Int) throws {
    let (sql, arguments, part) = Self.wrongArguments[index]
    for kind in DatabaseKind.allCases {
      let db = try TestDatabase(kind, TestDatabase.keep)
      expectComplaint(.arguments, saying: part) { try db.execute(sql, arguments) }
      try db.expectIntact()
    }
  }

  @Test func `a value that cannot be stored is refused and not replaced`() throws {
    let db = try TestDatabase(.queueInMemory, TestDatabase.keep)
    for sql in [
      "INSERT INTO keep VALUES (7, ?)", "INSERT INTO keep VALUES (7, ?); DELETE FROM keep",
    ] {
      expectComplaint(.arguments, saying: "cannot be stored") {
        try db.execute(sql, [UInt64.max])
      }
    }
    try db.expectIntact()
  }

  @Test func `an error hides a bound value that SQLite quotes in its message`() throws {
    let db = try TestDatabase(
      .queueInMemory,
      TestDatabase.keep + "; CREATE VIRTUAL TABLE f USING fts5 (a)"
    )
    let uses: [(String, StatementArguments)] = [
      ("SELECT * FROM f WHERE f MATCH ?", ["\(secret) ("]),
      ("SELECT * FROM f WHERE f MATCH ?", ["s3cr3t: x"]),
      ("SELECT json_extract('{}', ?)", ["\(secret)"]),
      ("SELECT json_extract('{}', '$' || ?)", ["\(secret)"]),
      ("ATTACH ? AS other", ["/missing/\(secret)/a.db"]),
      ("ATTACH ? AS other", ["file:/missing/x?vfs=s3cr3t"]),
      ("DETACH ?", ["s3cr3t"]), ("DETACH ?", ["\u{301}s3cr3t"]),
      ("VACUUM INTO ?", ["\u{301}/missing/s3cr3t"]),
      ("SELECT * FROM f WHERE f MATCH 'a' AND rank MATCH ?", ["s3cr3t(10.0, 5.0"]),
      ("SELECT * FROM f WHERE f MATCH '{' || lower(?)", ["S3CR3T} : x"]),
      ("SELECT * FROM f(?)", ["s3cr3t : x"]),
      ("SELECT * FROM pragma_integrity_check(?)", ["s3cr3t"]),
      ("SELECT * FROM pragma_quick_check(?)", ["s3cr3t"]),
      ("SELECT * FROM pragma_foreign_key_check(?)", ["s3cr3t"]),
      ("SELECT * FROM pragma_page_count(?)", ["s3cr3t"]),
      ("SELECT * FROM pragma_table_info(?, ?)", ["keep", "s3cr3t"]),
      ("SELECT '{}' ->> ('$[' || ?)", ["s3cr3t"]),
      ("SELECT * FROM json_each('{}', ?)", ["s3cr3t"]),
      ("VACUUM INTO ?", ["/missing/s3cr3t"]),
      ("SELECT complain(?)", ["s3cr3t"]),
    ]
    for (sql, arguments) in uses {
      let error = failure { try Self.use(db, sql, arguments) }
      let description = try #require(error?.description, "\(sql)")
      #expect(!description.lowercased().contains("cr3t"), "\(sql): \(description)")
      #expect(error?.message.contains("…") == true, "\(sql): \(description)")
    }
    // A name in the statement is shown, since it is not a bound value.
    let error = failure { try db.execute("SELECT json_extract('{}', 'path')") }
    #expect(error?.message.contains("path") == true)
    try db.expectIntact()
  }

  private static func use(_ db: TestDatabase, _ sql: String, _ arguments: StatementArguments) throws
  {
    try db.writer.writeWithoutTransaction { db in
      try db.connection.addFunction("complain", argumentCount: 1) { arguments in
        throw TestError(name: try arguments.decode(String.self, at: 0))
      }
      try db.execute(sql: sql, arguments: arguments)
    }
  }

  @Test func `errors show bound values if configured to do so`() throws {
    let db = try TestDatabase(.queueInMemory, TestDatabase.keep) {
      $0.showsArgumentsInErrors = true
    }
    let insert = "INSERT INTO keep VALUES (1, ?)"
    let error = failure { try db.execute(insert, [secret]) }
    #expect(error?.code == .constraint)
    #expect(error?.description.contains(secret) == true)
    let quiet = try TestDatabase(.queueInMemory, TestDatabase.keep)
    let other = failure { try quiet.execute(insert, [secret]) }
    #expect(other?.description.contains(secret) == false)
    #expect(other?.debugDescription.contains(secret) == true)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `an error names the column with NULL or text instead of an Int`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    try db.execute("INSERT INTO keep VALUES (3, NULL), (4, ?)", [secret])
    for (id, found) in [(3, StorageClass.null), (4, .text)] {
      let sql = "SELECT id, a AS b FROM keep WHERE id = \(id)"
      let decodes: [(Database) throws -> Void] = [
        { _ = try $0.cachedStatement(sql: sql).forEachRow { _ = try $0.decode(Int.self, at: 1) } },
        { try $0.forEachRow(sql: sql) { _ = try $0.decode(Int.self, forColumn: "b") } },
        { _ = try Row.fetchOne($0, sql: sql)?.decode(Int.self, at: 1) },
      ]
      for decode in decodes {
        let failure = #expect(throws: DecodingFailure.self) { try db.writer.read(decode) }
        #expect(failure?.table == "keep")
        #expect(failure?.column == "b")
        #expect(failure?.index == 1)
        #expect(failure?.expectedType == "Int")
        #expect(failure?.found == found)
        let description = failure?.description ?? ""
        for part in ["keep", "b", "index 1", "Int", "\(found)"] {
          #expect(description.contains(part), "\(description)")
        }
        #expect(!description.contains(secret))
      }
      #expect(throws: DecodingFailure.self) {
        try db.writer.read { try Int.fetchAll($0, sql: "SELECT a FROM keep WHERE id = \(id)") }
      }
    }
    try db.execute("DELETE FROM keep WHERE id > 1")
    try db.expectIntact()
  }

  @Test func `an error reports a column that does not exist`() throws {
    let db = try TestDatabase(.queueInMemory, TestDatabase.keep)
    let row = try #require(try db.writer.read { try Row.fetchOne($0, sql: "SELECT * FROM keep") })
    for index in [-1, 2, 99, .max, .min] {
      #expect(throws: DecodingFailure.self) { try row.decode(Int.self, at: index) }
      #expect(throws: DecodingFailure.self) { try row.decode(Int?.self, at: index) }
    }
    for index in [-1, 2, 99, .max, .min] {
      let decodes: [(borrowing CurrentRow) throws -> Void] = [
        { _ = try $0.decode(Int.self, at: index) }, { _ = try $0.decode(Int?.self, at: index) },
      ]
      for decode in decodes {
        let failure = #expect(throws: DecodingFailure.self) {
          try db.writer.read { try $0.forEachRow(sql: "SELECT * FROM keep", decode) }
        }
        #expect(failure?.index == index)
        #expect(failure?.reason?.contains("2 columns") == true)
      }
    }
    let failure = #expect(throws: DecodingFailure.self) {
      try row.decode(Int.self, forColumn: "none")
    }
    #expect(failure?.description.contains("none") == true)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `invalid UTF-8 in TEXT is reported, and can be read as a blob`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    let log = ChangeLog(db.writer)
    try db.execute("INSERT INTO keep VALUES (3, CAST(x'61ff62' AS TEXT))")
    #expect(log.all.map { $0.touches(Region(table: "keep")) } == [true])
    let sql = "SELECT a FROM keep WHERE id = 3"
    let reads: [(Database) throws -> Void] = [
      { _ = try String.fetchOne($0, sql: sql) }, { _ = try Row.fetchAll($0, sql: sql) },
      { try $0.forEachRow(sql: sql) { _ = try $0.decode(String.self, at: 0) } },
    ]
    for read in reads {
      let failure = #expect(throws: DecodingFailure.self) { try db.writer.read(read) }
      #expect(failure?.description.contains("not valid UTF-8") == true)
      #expect(failure?.description.contains("CAST") == true)
      #expect(failure?.column == "a")
    }
    let bytes = try db.writer.read {
      try [UInt8].fetchOne($0, sql: "SELECT CAST(a AS BLOB) FROM keep WHERE id = 3")
    }
    #expect(bytes == [0x61, 0xff, 0x62])
    try db.execute("DELETE FROM keep WHERE id = 3")
    try db.expectIntact()
  }

  @Test func `a blob of 3 GB is refused`() throws {
    let db = try TestDatabase(.queueInMemory, TestDatabase.keep)
    let count = 3 << 30
    // The bytes are never touched, so the system need not have that much memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
    let insert = "INSERT INTO keep VALUES (3, ?)"
    expectComplaint(.tooBig, saying: "larger than SQLite's limit", "in parts") {
      try db.writer.write { db in
        try db.execute(sql: insert, arguments: StatementArguments(values: [.blob(bytes)]))
      }
    }
    expectComplaint(.tooBig, saying: "larger than SQLite's limit") {
      try db.writer.write {
        try $0.cachedStatement(sql: insert).execute { try $0.bind(bytes, at: 1) }
      }
    }
    expectComplaint(.tooBig, saying: "larger than SQLite's limit") {
      try db.execute("INSERT INTO keep VALUES (3, zeroblob(3000000000))")
    }
    try db.expectIntact()
  }
}
