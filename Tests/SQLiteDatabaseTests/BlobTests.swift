import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Testing

@Suite(.timeLimit(.hang)) struct BlobTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE files (id INTEGER PRIMARY KEY, data);
          INSERT INTO files VALUES (1, zeroblob(10)), (2, 'text'), (3, 7)
          """
      )
    }
  }

  private func data(_ id: Int) throws -> DatabaseValue? {
    try database.read { db in
      try Row.fetchOne(db, sql: "SELECT data FROM files WHERE id = ?", arguments: [id])?.values[0]
    }
  }

  @Test func `is written and read in pieces`() throws {
    try database.write { db in
      try db.withBlob(table: "files", column: "data", rowID: 1, isWritable: true) { blob in
        #expect(blob.count == 10)
        try blob.write([1, 2, 3], at: 2)
        try blob.write([9], at: 9)
      }
    }
    #expect(try data(1) == .blob([0, 0, 1, 2, 3, 0, 0, 0, 0, 9]))
    try database.read { db in
      let pieces = try db.withBlob(table: "files", column: "data", rowID: 1) { blob in
        [try blob.read(at: 2, count: 3), try blob.read(at: 8), try blob.read(at: 10)]
      }
      #expect(pieces == [[1, 2, 3], [0, 9], []])
      let text = try db.withBlob(table: "files", column: "data", rowID: 2) { try $0.read() }
      #expect(text == Array("text".utf8))
    }
  }

  @Test func `reports a change of its row`() async throws {
    var changes = database.changes.makeAsyncIterator()
    try await database.write { db in
      try db.withBlob(table: "files", column: "data", rowID: 1, isWritable: true) {
        try $0.write([5], at: 0)
        try $0.write([6], at: 1)
      }
    }
    guard case .rows(let rows) = await changes.next()?.tables["files"] else {
      Issue.record("The rows are not reported.")
      return
    }
    #expect(rows.map(\.key) == [.rowID(1)])
    #expect(rows[0].old.row?.values[1] == .blob([UInt8](repeating: 0, count: 10)))
    #expect(rows[0].new.row?.values[1] == .blob([5, 6] + [UInt8](repeating: 0, count: 8)))
  }

  @Test func `outside of a transaction, it commits on its own and is reported`() async throws {
    var changes = database.changes.makeAsyncIterator()
    try await database.writeWithoutTransaction { db in
      try db.withBlob(table: "files", column: "data", rowID: 1, isWritable: true) {
        try $0.write([5], at: 0)
      }
      #expect(!db.isInsideTransaction)
    }
    #expect(await changes.next()?.tables["files"] != nil)
  }

  @Test func `is rolled back if the closure throws`() throws {
    struct Refusal: Error {}
    _ = try database.write { db in
      #expect(throws: Refusal.self) {
        try db.withBlob(table: "files", column: "data", rowID: 1, isWritable: true) { blob in
          try blob.write([5], at: 0)
          throw Refusal()
        }
      }
    }
    #expect(try data(1) == .blob([UInt8](repeating: 0, count: 10)))
  }

  @Test func `refuses ranges outside of the blob`() throws {
    try database.write { db in
      try db.withBlob(table: "files", column: "data", rowID: 1, isWritable: true) { blob in
        #expect(throws: DatabaseError.self) { try blob.write([1, 2], at: 9) }
        #expect(throws: DatabaseError.self) { try blob.write([1], at: -1) }
        #expect(throws: DatabaseError.self) { try blob.read(at: 5, count: 6) }
        #expect(throws: DatabaseError.self) { try blob.read(at: 0, count: .max) }
        #expect(throws: DatabaseError.self) { try blob.read(at: 11) }
      }
    }
  }

  @Test func `refuses to write if it was opened for reading`() throws {
    let inRead = #expect(throws: DatabaseError.self) {
      try database.read {
        try $0.withBlob(table: "files", column: "data", rowID: 1, isWritable: true) { _ in }
      }
    }
    #expect(inRead?.code == .readOnly)
    let inWrite = #expect(throws: DatabaseError.self) {
      try database.write {
        try $0.withBlob(table: "files", column: "data", rowID: 1) { try $0.write([1]) }
      }
    }
    #expect(inWrite?.code == .readOnly)
  }

  @Test(arguments: [("nothing", "data", 1), ("files", "nothing", 1), ("files", "data", 99)])
  func `an error names what is missing`(table: String, column: String, row: Int64) throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.withBlob(table: table, column: column, rowID: row) { _ in } }
    }
    #expect(error?.code == .notFound)
  }

  @Test func `refuses a value that is a number`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.withBlob(table: "files", column: "data", rowID: 3) { _ in } }
    }
    #expect(error?.message.contains("integer") == true)
  }

  @Test func `an error reports that the row was changed meanwhile`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.write { db in
        try db.withBlob(table: "files", column: "data", rowID: 1, isWritable: true) { blob in
          try db.execute(sql: "DELETE FROM files WHERE id = 1")
          try blob.write([1])
        }
      }
    }
    #expect(error?.message.contains("changed or deleted") == true)
    #expect(try data(1) != nil)
  }

  @Test func `refuses a value of three gigabytes`() throws {
    // The pages are never touched, so they take no memory.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 3 << 30, alignment: 1)
    defer { buffer.deallocate() }
    let bound = #expect(throws: DatabaseError.self) {
      try database.write { db in
        let insert = try db.makeStatement(sql: "INSERT INTO files (data) VALUES (?)")
        try insert.execute { try $0.bind(UnsafeRawBufferPointer(buffer), at: 1) }
      }
    }
    #expect(bound?.code == .tooBig)
    let made = #expect(throws: DatabaseError.self) {
      try database.write {
        try $0.execute(sql: "INSERT INTO files (data) VALUES (zeroblob(?))", arguments: [3 << 30])
      }
    }
    #expect(made?.code == .tooBig)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM files") } == 3)
  }
}
