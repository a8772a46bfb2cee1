import LiveSQLTestSupport
import SQLite
import Testing

/// Tests that a transaction is either committed or rolled back, whichever operation fails.
///
/// Each test makes the next operation fail until there is none left.
@Suite struct FaultSweepTests {
  @Test(arguments: JournalMode.allCases)
  func `a failed operation leaves all or nothing`(mode: JournalMode) throws {
    let transaction = try SweptTransaction(mode)
    let count = try sweep { nth in
      try transaction.attempt(with: .failing(nth: nth), survives: true)
    }
    #expect(count > 100)
  }

  @Test(arguments: JournalMode.allCases)
  func `a lock that is not released leaves all or nothing`(mode: JournalMode) throws {
    let transaction = try SweptTransaction(mode)
    let releases: Set<VFSOperation.Kind> = [.unlock, .sharedMemoryUnlock]
    try sweep { nth in
      try transaction.attempt(with: .failing(nth: nth, of: releases), survives: true)
    }
  }

  @Test(arguments: JournalMode.allCases, [false, true])
  func `a crash leaves all or nothing`(mode: JournalMode, tearing: Bool) throws {
    let transaction = try SweptTransaction(mode)
    let kinds = tearing ? [.write] : VFSOperation.Kind.work
    try sweep { nth in
      try transaction.attempt(
        with: .crash(atNth: nth, of: kinds, tearing: tearing),
        survives: false
      )
    }
  }

  @Test(arguments: JournalMode.allCases)
  func `a torn write leaves all or nothing`(mode: JournalMode) throws {
    let transaction = try SweptTransaction(mode)
    try sweep { nth in
      try transaction.attempt(with: .tornWrite(nth: nth, keeping: 100), survives: true)
    }
  }

  /// SQLite trusts the zeros of a short read.
  ///
  /// It detects them in a page of a table or an index, but not in a list of free pages, some of
  /// which it then loses; nor does it read a cached page again. So the cache is large enough for
  /// the transaction, which then reads only pages of tables and indexes, and the connection is
  /// closed afterwards.
  @Test(arguments: JournalMode.allCases)
  func `a short read leaves all or nothing`(mode: JournalMode) throws {
    let transaction = try SweptTransaction(mode, cacheSize: 1_000)
    try sweep { nth in
      try transaction.attempt(with: .shortRead(nth: nth), survives: false)
    }
  }

  @Test(arguments: JournalMode.allCases, [false, true])
  func `a full disk leaves all or nothing`(mode: JournalMode, survives: Bool) throws {
    let transaction = try SweptTransaction(mode)
    try sweep { nth in
      let attempt = try transaction.attempt(
        with: .diskFull(afterBytes: (nth - 1) * 512),
        survives: survives
      )
      if let error = attempt.error { #expect(error.code == .full) }
      return attempt
    }
  }

  @Test(arguments: JournalMode.allCases, [false, true])
  func `a failed recovery leaves all or nothing`(mode: JournalMode, crashesAgain: Bool) throws {
    let transaction = try SweptTransaction(mode)
    // In the middle of writing the pages, and after the last page, when most has to be undone.
    let crashes: [Fault] = [
      .crash(atNth: 30, of: [.write], on: [.mainDatabase]),
      .crash(atNth: 1, of: [.sync], on: [.mainDatabase]),
    ]
    for first in crashes {
      for nth in 1... {
        let attempt = try transaction.attempt(
          with: first,
          survives: false,
          andThen: crashesAgain ? .crash(atNth: nth) : .failing(nth: nth)
        )
        #expect([.before, .after].contains(attempt.seenLater), "hit \(nth)")
        if attempt.error == nil { #expect(attempt.seenLater == .after, "hit \(nth)") }
        guard attempt.wasHit else { break }
      }
    }
  }

  /// Lets the first operation fail, then the second, and so on, until there is none left.
  ///
  /// - Returns: The number of operations that failed.
  @discardableResult
  private func sweep(_ attempt: (Int) throws -> SweptTransaction.Attempt) throws -> Int {
    for nth in 1... {
      let result = try attempt(nth)
      guard result.wasHit else {
        #expect(result.error == nil && result.seenLater == .after)
        return nth - 1
      }
      if result.error == nil { #expect(result.seenLater == .after, "hit \(nth)") }
      // A failed transaction can still be complete: its end may be in the log although the sync
      // failed.
      #expect(
        [.before, .after].contains(result.seenLater),
        "hit \(nth): \(String(describing: result.error))"
      )
      if let seen = result.seenByItself { #expect(seen == result.seenLater, "hit \(nth)") }
    }
    return 0
  }
}
