import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Rows that leave and enter the database piece by piece.
@Suite(.mayBlock, .timeLimit(.hang)) struct RowStreamTests {
  private static let many = SQLRequest<Row>(
    sql: """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT i, 'a text of some length' AS t FROM n
      """
  )

  private func count(_ database: some DatabaseReader) throws -> Int? {
    try database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM t") }
  }

  private func pieces(_ texts: [String], failing: (any Error)? = nil) -> AsyncThrowingStream<
    [UInt8], any Error
  > {
    AsyncThrowingStream { continuation in
      for text in texts { continuation.yield(Array(text.utf8)) }
      continuation.finish(throwing: failing)
    }
  }

  @Test func `the pieces of a dump are its text, and its progress counts rows`() async throws {
    let database = try DatabaseQueue()
    let reports = Mutex<[RowDumpProgress]>([])
    var bytes: [UInt8] = []
    var pieceCount = 0
    let pieces = database.dumpPieces(of: Self.many, format: .csv) { progress in
      reports.withLock { $0.append(progress) }
    }
    for try await piece in pieces {
      bytes += piece
      pieceCount += 1
    }
    let whole = try await database.read { db in
      var whole: [UInt8] = []
      try db.dump(Self.many, format: .csv) { whole += $0 }
      return whole
    }
    #expect(bytes == whole)
    #expect(pieceCount > 1)
    let seen = reports.withLock { $0 }
    #expect(seen.first == RowDumpProgress(completedRowCount: 1_000, isComplete: false))
    #expect(seen.last == RowDumpProgress(completedRowCount: 20_000, isComplete: true))
  }

  @Test func `a dump waits for its consumer, and ends when nobody takes its pieces`() async throws {
    let database = try DatabaseQueue()
    let rowCount = Mutex(0)
    let pieces = database.dumpPieces(of: Self.many, format: .csv) { progress in
      rowCount.withLock { $0 = progress.completedRowCount }
    }
    for try await _ in pieces { break }
    // The queue has one connection, which is free again.
    let one = try await database.read { db in try Int.fetchOne(db, sql: "SELECT 1") }
    #expect(one == 1)
    #expect(rowCount.withLock { $0 } < 20_000)
  }

  @Test func `pieces and bytes of a sequence are imported, wherever they are cut`() async throws {
    let database = try DatabaseQueue()
    let options = RowImportOptions(format: .csv())
    let first = try await database.importRows(
      from: pieces(["a,", "b\n1,\"x", "", "\ny\"\n"]),
      into: "t",
      options
    )
    #expect(first.rowCount == 1)
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in "a,b\n2,z\n3,w\n".utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    let second = try await database.importRows(from: bytes, into: "t", options)
    #expect(second.rowCount == 2)
    #expect(try count(database) == 3)
  }

  @Test func `a sequence that fails leaves nothing of its rows`() async throws {
    struct Loss: Error {}
    let database = try DatabaseQueue()
    try await database.write { db in try db.execute(sql: "CREATE TABLE t (a)") }
    let input = pieces(["a\n1\n2\n"], failing: Loss())
    await #expect(throws: Loss.self) {
      try await database.importRows(from: input, into: "t", RowImportOptions(format: .csv()))
    }
    #expect(try count(database) == 0)
  }

  @Test func `cancelling an import that waits for its input leaves nothing`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in try db.execute(sql: "CREATE TABLE t (a)") }
    let (isAsked, neverSent) = (Signal(), Signal())
    let piece = Mutex(0)
    let input = AsyncStream<[UInt8]>(unfolding: {
      let number = piece.withLock { piece in
        piece += 1
        return piece
      }
      if number == 1 { return Array("a\n1\n2\n".utf8) }
      isAsked.send()
      await neverSent.wait()
      return nil
    })
    let importing = Task {
      let options = RowImportOptions(format: .csv())
      try await database.importRows(from: input, into: "t", options)
    }
    await isAsked.wait()
    importing.cancel()
    await #expect(throws: CancellationError.self) { try await importing.value }
    #expect(try self.count(database) == 0)
  }
}
