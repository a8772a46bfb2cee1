import DatabaseTypes

extension DatabaseWriter {
  /// Reads a moment of which all is known that led to it.
  ///
  /// Commits of others that were not told yet are told before, as far as they tell row by row.
  ///
  /// - Parameter body: Gets the connection, and the number of the last change set that it shows.
  /// - Returns: `nil`, without a call of `body`, where somebody has committed meanwhile.
  package func readKnown<Output>(_ body: (_ db: Database, _ number: Int) throws -> Output) throws
    -> Output?
  {
    let (source, shared) = (changeSource, changeSource.shared)
    guard shared.isFollowing else {
      let (told, number) = (source.toldCount, source.lastNumber)
      return try read { db in
        // The snapshot was taken before: it shows no commit that begins from now on.
        source.begunCount == told ? try body(db, number) : nil
      }
    }
    return try unsafeRead { db in
      shared.catchUp(db.connection, source)
      let before = shared.knownMoment(source)
      return try db.snapshot { db in
        let moment = shared.moment(after: before, in: db.connection, source)
        guard source.begunCount == moment.toldCount, shared.isCurrent(moment, db.connection) else {
          return nil
        }
        return try body(db, moment.number)
      }
    }
  }
}

extension Database {
  /// Runs a closure in a snapshot that is taken while nobody else has the writer of this object.
  ///
  /// Commits of others that were not told yet are told before, as far as they tell row by row.
  ///
  /// - Parameter body: Gets the number of the last change set too; the writer is not needed any more when it is called.
  func snapshotOfLastCommit<Result>(
    _ source: ChangeSource,
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result {
    let shared = source.shared
    for _ in 0..<50 where shared.isFollowing {
      shared.catchUp(connection, source)
      let before = shared.knownMoment(source)
      let result = try snapshot { db in
        let moment = shared.moment(after: before, in: connection, source)
        return shared.isCurrent(moment, connection) ? try body(db, moment.number) : nil
      }
      if let result { return result }
    }
    return try snapshot { db in
      // Others commit all the time: what they do is told as a whole.
      if shared.isFollowing { shared.losePosition() }
      return try body(db, source.lastNumber)
    }
  }
}
