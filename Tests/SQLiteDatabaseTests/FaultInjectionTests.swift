import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests that a write is either committed and reported, or throws and is rolled back, whichever
/// file operation fails.
///
/// Each test makes the next operation fail until there is none left; those of writes take a sample
/// of the operations in `make test`.
@Suite(.mayBlock, .timeLimit(.hang)) struct FaultInjectionTests {
  let subject: SweptWrite

  init() throws { subject = try SweptWrite() }

  @Test(arguments: FaultyDatabase.allCases, WriteForm.allCases)
  func `all or nothing is written`(database: FaultyDatabase, form: WriteForm) async throws {
    try await sweep { nth in try await subject.attempt(database, form, with: .failing(nth: nth)) }
  }

  @Test(arguments: FaultyDatabase.allCases)
  func `a full disk leaves all or nothing`(database: FaultyDatabase) async throws {
    try await sweep { nth in
      let fault = Fault.diskFull(afterBytes: (nth - 1) * 512)
      let attempt = try await subject.attempt(database, .synchronous, with: fault)
      if let error = attempt.error { #expect((error as? DatabaseError)?.code == .full) }
      return attempt
    }
  }

  @Test(arguments: FaultyDatabase.allCases, [0, 1, 100, 511])
  func `a torn write leaves all or nothing`(database: FaultyDatabase, count: Int) async throws {
    try await sweep { nth in
      try await subject.attempt(database, .synchronous, with: .tornWrite(nth: nth, keeping: count))
    }
  }

  /// A short read returns zeros, which SQLite takes for the content of a large value; but nothing
  /// is written from it.
  @Test(arguments: FaultyDatabase.allCases)
  func `a short read leaves the file unchanged`(kind: FaultyDatabase) throws {
    for nth in 1... {
      let vfs = try FaultInjectingVFS()
      let path = try subject.makeFile()
      vfs.inject(.shortRead(nth: nth))
      do {
        let database = try kind.open(path, vfs: vfs)
        _ = try subject.rows(of: database)
        try database.close()
      } catch { #expect(error is DatabaseError, "hit \(nth): \(error)") }
      let wasHit = !vfs.hits.isEmpty
      vfs.recover()
      let database = try kind.open(path, vfs: vfs)
      #expect(subject.seen(by: database) == .before, "hit \(nth)")
      try database.close()
      guard wasHit else { break }
    }
  }

  @Test(arguments: FaultyDatabase.allCases)
  func `a crash leaves the write as a whole or not at all`(database: FaultyDatabase) throws {
    for nth in TestSample.numbers(every: 4) {
      let attempt = try subject.crash(database, with: .crash(atNth: nth, tearing: true))
      #expect([.before, .after].contains(attempt.seenLater), "hit \(nth)")
      if attempt.error == nil { #expect(attempt.seenLater == .after, "hit \(nth)") }
      guard attempt.wasHit else { break }
    }
  }

  @Test(arguments: FaultyDatabase.allCases)
  func `a failed read throws, and the next read succeeds`(kind: FaultyDatabase) throws {
    for nth in 1... {
      let vfs = try FaultInjectingVFS()
      let database = try kind.open(try subject.makeFile(), vfs: vfs)
      vfs.inject(.failing(nth: nth))
      let seen = subject.seen(by: database)
      let wasHit = !vfs.hits.isEmpty
      vfs.recover()
      #expect(subject.seen(by: database) == .before, "hit \(nth)")
      try database.close()
      guard wasHit else {
        #expect(seen == .before)
        break
      }
    }
  }

  @Test(arguments: FaultyDatabase.allCases)
  func `a failed opening throws, and the next one succeeds`(kind: FaultyDatabase) throws {
    for nth in 1... {
      let path = try subject.makeFile()
      let vfs = try FaultInjectingVFS()
      vfs.inject(.failing(nth: nth))
      do { try kind.open(path, vfs: vfs).close() } catch {
        #expect(error is DatabaseError, "hit \(nth)")
      }
      let wasHit = !vfs.hits.isEmpty
      vfs.recover()
      let database = try kind.open(path, vfs: vfs)
      #expect(subject.seen(by: database) == .before, "hit \(nth)")
      try database.close()
      guard wasHit else { break }
    }
  }

  /// Lets the operations of a write fail, one after the other, until there is none left.
  private func sweep(_ attempt: (Int) async throws -> SweptWrite.Attempt) async throws {
    var hitCount = 0
    for nth in TestSample.numbers(every: 4) {
      let result = try await attempt(nth)
      let isCommitted = result.error == nil
      #expect(isCommitted || result.wasHit)
      #expect(
        isCommitted || result.error is DatabaseError,
        "hit \(nth): \(String(describing: result.error))"
      )
      #expect(result.seen == (isCommitted ? .after : .before), "hit \(nth)")
      #expect(result.seenLater == result.seen, "hit \(nth)")
      #expect(result.changeSetCount == (isCommitted ? 1 : 0), "hit \(nth)")
      #expect(result.uselessness == nil, "hit \(nth): \(String(describing: result.uselessness))")
      guard result.wasHit else { break }
      hitCount += 1
    }
    #expect(hitCount > 0)
  }
}
