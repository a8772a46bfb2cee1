import LiveSQL
import Testing

/// Writes of records that fetch a selection of the written row.
@Suite struct FetchedSelectionTests {
  struct Note: Codable, Hashable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var text: String
    mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
  }

  struct Label: Codable, FetchableRecord, PersistableRecord {
    var name: String
  }

  let database: DatabaseQueue

  init() throws {
    database = try makeQueue(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, version INTEGER DEFAULT 7);
      CREATE TABLE label (name TEXT PRIMARY KEY, color TEXT DEFAULT 'red')
      """
    )
  }

  @Test func `inserts, saves and updates can fetch a selection`() throws {
    try database.write { db throws in
      var note = Note(text: "a")
      let version = try note.insertAndFetch(db, selection: [Column("version")]) {
        try Int.fetchOne($0)
      }
      #expect(version == 7)
      #expect(note.id == 1)
      note.text = "b"
      let row = try note.updateAndFetch(
        db,
        columns: ["text"],
        selection: [.allColumns, Column("text").length.forKey("length")]
      ) { try Row.fetchOne($0) }
      #expect(row == Row(["id": 1, "text": "b", "version": 7, "length": 1]))
      let text = try note.saveAndFetch(db, selection: [Column("text").uppercased]) {
        try String.fetchAll($0)
      }
      #expect(text == ["B"])
      var other = Note(id: 5, text: "c")
      let saved = try other.saveAndFetch(db, selection: [Column("id"), Column("text")]) {
        try Note.fetchOne($0)
      }
      #expect(saved == other)
      let changed = try other.updateChangesAndFetch(
        db,
        selection: [Column("text")],
        fetch: { try String.fetchSet($0) },
        modify: { $0.text = "d" }
      )
      #expect(changed == ["d"])
      let unchanged = try other.updateChangesAndFetch(
        db,
        selection: [Column("text")],
        fetch: { try String.fetchOne($0) },
        modify: { $0.text = "d" }
      )
      #expect(unchanged == .none)
      let color = try Label(name: "x").insertAndFetch(db, selection: [Column("color")]) {
        try Array(String.fetchCursor($0))
      }
      #expect(color == ["red"])
      let label = try Label(name: "x").saveAndFetch(db, selection: [Column("name")]) {
        try String.fetchOne($0)
      }
      #expect(label == "x")
      #expect(try Note.fetchCount(db) == 2)
    }
  }

  @Test func `fetching throws without a row, or if the statement does not run`() throws {
    try database.write { db throws in
      #expect(throws: RecordError.self) {
        try Note(id: 9, text: "a").updateAndFetch(db, selection: [Column("text")]) {
          try String.fetchOne($0)
        }
      }
      let error = #expect(throws: DatabaseError.self) {
        try Label(name: "x").insertAndFetch(db, selection: [Column("name")]) { _ in 1 }
      }
      #expect(error?.message.contains("must run its statement") == true)
      #expect(try Label.fetchCount(db) == 0)
      #expect(throws: DatabaseError.self) {
        try Label(name: "x").insertAndFetch(db, selection: []) { try Int.fetchOne($0) }
      }
    }
  }

  @Test func `statements can be fetched from, with new arguments or the previous ones`() throws {
    try database.write { db throws in
      for text in ["a", "b", "b"] { var note = Note(text: text); try note.insert(db) }
      let statement = try db.makeStatement(sql: "SELECT * FROM note WHERE text >= ? ORDER BY id")
      #expect(try Note.fetchAll(statement, arguments: ["b"]).map(\.id) == [2, 3])
      #expect(try Note.fetchOne(statement)?.id == 2)
      #expect(try Int.fetchAll(statement, arguments: ["a"]) == [1, 2, 3])
      #expect(try Row.fetchAll(statement).count == 3)
      #expect(try Array(Row.fetchCursor(statement, arguments: ["c"])).isEmpty)
      #expect(try Int.fetchSet(statement, arguments: ["b"]) == [2, 3])
      #expect(try Int.fetchOne(statement, arguments: ["c"]) == nil)
    }
  }
}
