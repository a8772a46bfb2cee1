import LiveSQL
import LiveSQLTestSupport
import Testing

/// Dumps of a database, for debugging.
@Suite struct DumpingTests {
  struct Player: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String?
    static let databaseTableName = "player"
  }

  private final class Text: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  private let queue: DatabaseQueue

  init() throws {
    queue = try makeQueue(
      """
      CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, data BLOB);
      CREATE INDEX names ON player (name);
      CREATE TABLE "empty table" (x);
      INSERT INTO player VALUES (2, 'O''Brien', X'0AFF'), (1, NULL, NULL)
      """
    )
  }

  private func text(_ dump: (Text) throws -> Void) rethrows -> String {
    let text = Text()
    try dump(text)
    return text.text
  }

  @Test func `rows are printed in each format`() throws {
    let sql: SQL = "SELECT * FROM player ORDER BY id DESC"
    for (format, expected) in [
      (DumpFormat.debug(), "2|O'Brien|X'0AFF'\n1||\n"),
      (
        .debug(header: true, separator: ", ", nullString: "-"),
        "id, name, data\n2, O'Brien, X'0AFF'\n1, -, -\n"
      ),
      (.quote(), "2,'O''Brien',X'0AFF'\n1,NULL,NULL\n"),
      (.line(), "  id = 2\nname = O'Brien\ndata = X'0AFF'\n\n  id = 1\nname = \ndata = \n"),
      (
        .json(),
        #"[{"id":2,"name":"O'Brien","data":"Cv8="},"# + "\n" + #"{"id":1,"name":null,"data":null}]"#
          + "\n"
      ),
    ] {
      #expect(try text { try queue.dumpSQL(sql, format: format, to: $0) } == expected)
    }
    let quoted = try text { try queue.dumpSQL("SELECT char(39, 769)", format: .quote(), to: $0) }
    #expect(Array(quoted.utf8) == Array("'''\u{301}'\n".utf8))
    let list = try text { try queue.dumpSQL("SELECT X'4142', 1.5, 'a'", format: .list(), to: $0) }
    #expect(list == "AB|1.5|a\n")
    let odd = try text {
      try queue.dumpSQL(
        #"SELECT 'a"\' || char(10, 9, 13, 1) AS x, 9e999 AS y"#,
        format: .json(),
        to: $0
      )
    }
    #expect(odd == #"[{"x":"a\"\\\n\t\r\u0001","y":9e999}]"# + "\n")
  }

  @Test func `a result without rows prints nothing, or an empty array`() throws {
    let sql: SQL = "SELECT * FROM player WHERE name = \("'; DELETE FROM player")"
    #expect(try text { try queue.dumpSQL(sql, to: $0) } == "")
    #expect(try text { try queue.dumpSQL(sql, format: .json(), to: $0) } == "[]\n")
    #expect(try text { try queue.dumpRequest(Player.none(), format: .json(), to: $0) } == "[]\n")
  }

  @Test func `several statements run one after the other with their own values`() throws {
    let printed = try queue.write { db throws in
      try text {
        try db.dumpSQL(
          """
          INSERT INTO player (id, name) VALUES (\(3), \("Craig"));
          SELECT name FROM player WHERE id = \(3); SELECT \(4)
          """,
          to: $0
        )
      }
    }
    #expect(printed == "Craig\n4\n")
    let error = #expect(throws: DatabaseError.self) { try queue.dumpSQL("DELETE FROM player") }
    #expect(error?.code == .readOnly)
  }

  @Test func `requests, tables, the schema and the whole content are printed`() throws {
    let request = Player.filter(Column("name") == "O'Brien")
    #expect(try text { try queue.dumpRequest(request, to: $0) } == "2|O'Brien|X'0AFF'\n")
    #expect(
      try text { try queue.dumpTables(["player"], stableOrder: true, to: $0) }
        == "1||\n2|O'Brien|X'0AFF'\n"
    )
    #expect(
      try text { try queue.dumpTables(["empty table", "player"], format: .quote(), to: $0) }
        == "empty table\n\nplayer\n1,NULL,NULL\n2,'O''Brien',X'0AFF'\n"
    )
    let schema = """
      CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, data BLOB);
      CREATE INDEX names ON player (name);
      CREATE TABLE "empty table" (x);

      """
    #expect(try text { try queue.dumpSchema(to: $0) } == schema)
    #expect(
      try text { try queue.dumpContent(to: $0) }
        == "sqlite_master\n\(schema)\nempty table\n\nplayer\n1||\n2|O'Brien|X'0AFF'\n"
    )
    #expect(throws: DatabaseError.self) { try queue.dumpTables(["missing"]) }
  }
}
