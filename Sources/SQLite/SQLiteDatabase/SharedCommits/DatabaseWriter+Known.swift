import DatabaseTypes

extension DatabaseWriter {
  /// Reads a snapshot all of whose commits are known.
  ///
  /// Unreported commits of others whose rows are known are reported first.
  ///
  /// - Parameter body: Receives the connection, and the number of the last change set in the
  ///   snapshot.
  /// - Returns: `nil`, without calling `body`, if another commit was made meanwhile.
  package func readFullyReported<Output>(_ body: (_ db: Database, _ number: Int) throws -> Output)
    throws
    -> Output?
  {
    let (source, shared) = (changeSource, changeSource.shared)
    guard shared.isFollowing else {
      let (reported, number) = (source.reportedCount, source.lastNumber)
      return try read { db in
        // The snapshot already exists, so it does not show commits that begin from now on.
        source.startedCount == reported ? try body(db, number) : nil
      }
    }
    return try unsafeRead { db in
      shared.catchUp(db.connection, source)
      let before = shared.knownState(source)
      return try db.snapshot { db in
        let known = shared.state(after: before, in: db.connection, source)
        guard source.startedCount == known.reportedCount, shared.isCurrent(known, db.connection)
        else {
          return nil
        }
        return try body(db, known.number)
      }
    }
  }
}

extension Database {
  /// Runs a closure in a snapshot that is taken while no one else holds this object's writer.
  ///
  /// Unreported commits of others whose rows are known are reported first.
  ///
  /// - Parameter body: Also receives the number of the last change set. When it is called, the
  ///   writer is no longer needed.
  func snapshotOfLastCommit<Result>(
    _ source: ChangeSource,
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result {
    let shared = source.shared
    for _ in 0..<50 where shared.isFollowing {
      shared.catchUp(connection, source)
      let before = shared.knownState(source)
      let result = try snapshot { db in
        let known = shared.state(after: before, in: connection, source)
        return shared.isCurrent(known, connection) ? try body(db, known.number) : nil
      }
      if let result { return result }
    }
    return try snapshot { db in
      // Others commit all the time, so their changes are reported as affecting any row.
      if shared.isFollowing { shared.losePosition() }
      return try body(db, source.lastNumber)
    }
  }
}
