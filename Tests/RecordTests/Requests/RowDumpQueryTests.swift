import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Dumps of queries of all kinds as CSV and JSON.
@Suite(.timeLimit(.hang)) struct RowDumpQueryTests {
  @Table("notes") struct Note: Identifiable {
    let id: Int
    var title = ""
  }

  struct Entry: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "notes"
    static let children = hasMany(Entry.self, key: "children", using: ForeignKey(["parent"]))
    var id: Int
    var title: String
  }

  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, parent INTEGER);
          INSERT INTO notes VALUES (1, 'Milk, fresh', NULL), (2, 'Bread', 1), (3, 'x', NULL);
          """
      )
    }
  }

  private func text(_ query: some RowQuery, _ format: RowDumpFormat = .csv) throws -> String {
    var bytes: [UInt8] = []
    try database.dump(query, format: format) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `typed statements and their bound values are written`() throws {
    let typed = "Bread"
    let bread = "id,title\r\n2,Bread\r\n"
    #expect(try text(Note.where { $0.title == typed }) == bread)
    #expect(try text(Note.select(\.title).order(by: \.title).limit(1)) == "title\r\nBread\r\n")
    let query = #sql("SELECT id, title FROM notes WHERE title = \(bind: typed)", as: Note.self)
    #expect(try text(query) == bread)
    #expect(try text(Note.find(2), .json) == "[\n{\"id\":2,\"title\":\"Bread\"}\n]\n")
  }

  @Test func `requests for records, and SQL text, are written`() throws {
    let request = Entry.filter(Column("id") > 1).order(Column("id").desc)
    #expect(try text(request) == "id,title,parent\r\n3,x,\r\n2,Bread,1\r\n")
    let sql = SQLRequest<Row>(sql: "SELECT id, id FROM notes WHERE id = ?", arguments: [1])
    #expect(try text(sql) == "id,id\r\n1,1\r\n")
    #expect(try text(sql, .jsonLines) == "{\"id\":1,\"id_2\":1}\n")
    #expect(try text(Entry.filter(Column("id") > 9)) == "id,title,parent\r\n")
  }

  @Test func `a query that is known to have no rows is not run`() throws {
    #expect(try text(Note.none) == "")
    #expect(try text(Note.none, .jsonLines) == "")
    #expect(try text(Note.none, .json) == "[]\n")
  }

  @Test func `a request with prefetched rows is an error that says what to do`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try text(Entry.including(all: Entry.children))
    }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("including(required:)") == true)
  }

  @Test func `a query is written asynchronously, and within an access`() async throws {
    let output = Mutex<[UInt8]>([])
    try await database.dump(Note.order(by: \.id).limit(1), format: .csv) { piece in
      output.withLock { $0 += piece }
    }
    let written = output.withLock { String(decoding: $0, as: UTF8.self) }
    #expect(written == "id,title\r\n1,\"Milk, fresh\"\r\n")
    let inside = try await database.read { db in
      var bytes: [UInt8] = []
      try db.dump(Note.find(3), format: .jsonLines) { bytes += $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(inside == "{\"id\":3,\"title\":\"x\"}\n")
  }
}
