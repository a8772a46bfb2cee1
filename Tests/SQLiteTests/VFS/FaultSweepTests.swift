import LiveSQLTestSupport
import SQLite
import Testing

/// A transaction is committed or rolled back, whichever operation fails.
///
/// Each test goes on to the next operation until there is none left to fail.
@Suite struct FaultSweepTests {
  @Test(arguments: JournalMode.allCases)
  func `an operation that fails`(mode: JournalMode) throws {
    let transaction = try SweptTransaction(mode)
    let count = try sweep { nth in
      try transaction.attempt(with: .failing(nth: nth), survives: true)
    }
    #expect(count > 100)
  }

  @Test(arguments: JournalMode.allCases)
  func `a lock that is not given back`(mode: JournalMode) throws {
    let transaction = try SweptTransaction(mode)
    let releases: Set<VFSOperation.Kind> = [.unlock, .sharedMemoryUnlock]
    try sweep { nth in
      try transaction.attempt(with: .failing(nth: nth, of: releases), survives: true)
    }
  }

  @Test(arguments: JournalMode.allCases, [false, true])
  func `a crash`(mode: JournalMode, tearing: Bool) throws {
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
  func `a torn write`(mode: JournalMode) throws {
    let transaction = try SweptTransaction(mode)
    try sweep { nth in
      try transaction.attempt(with: .tornWrite(nth: nth, keeping: 100), survives: true)
    }
  }

  /// SQLite believes the zeros of a short read.
  ///
  /// It finds a page of tables or indexes out, but not one of the list of free pages, of which it then loses
  /// some, nor does it read a page again that it keeps. So the cache holds the transaction, which reads only
  /// pages of tables and indexes then, and the connection does not live on.
  @Test(arguments: JournalMode.allCases)
  func `a short read`(mode: JournalMode) throws {
    let transaction = try SweptTransaction(mode, cacheSize: 1_000)
    try sweep { nth in
      try transaction.attempt(with: .shortRead(nth: nth), survives: false)
    }
  }

  @Test(arguments: JournalMode.allCases, [false, true])
  func `a full disk`(mode: JournalMode, survives: Bool) throws {
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
  func `a crash, and a recovery that fails`(mode: JournalMode, crashesAgain: Bool) throws {
    let transaction = try SweptTransaction(mode)
    // In the middle of writing the pages, and after the last one, when there is most to undo.
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

  /// Hits the first operation, the second, …, until there is none to hit.
  ///
  /// - Returns: How many were hit.
  @discardableResult
  private func sweep(_ attempt: (Int) throws -> SweptTransaction.Attempt) throws -> Int {
    for nth in 1... {
      let result = try attempt(nth)
      guard result.wasHit else {
        #expect(result.error == nil && result.seenLater == .after)
        return nth - 1
      }
      if result.error == nil { #expect(result.seenLater == .after, "hit \(nth)") }
      // One that failed can be whole all the same: the log may hold its end though the sync of it failed.
      #expect(
        [.before, .after].contains(result.seenLater),
        "hit \(nth): \(String(describing: result.error))"
      )
      if let seen = result.seenByItself { #expect(seen == result.seenLater, "hit \(nth)") }
    }
    return 0
  }
}
