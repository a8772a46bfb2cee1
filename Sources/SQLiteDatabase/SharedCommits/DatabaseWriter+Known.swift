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
      let told = source.toldCount
      let moment = shared.knownMoment(source)
      return try db.snapshot { db in
        guard source.begunCount == told, shared.isCurrent(moment, db.connection) else {
          return nil
        }
        return try body(db, moment.number)
      }
    }
  }

  /// Sees to it that what a moment shows of others' commits, and subscribers do not know, is told as a whole.
  package func noteUnknown(in db: Database) {
    let shared = changeSource.shared
    let moment = shared.knownMoment(changeSource)
    if shared.isFollowing, !shared.isCurrent(moment, db.connection) { shared.losePosition() }
  }
}
