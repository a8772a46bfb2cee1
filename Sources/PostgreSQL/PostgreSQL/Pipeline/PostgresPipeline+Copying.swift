// Many insertions in a row are sent by `COPY`, for which a pipeline leaves libpq's pipeline mode.

/// A copy of rows that were inserted one by one in a pipeline.
package struct PipelinedCopy {
  /// The type of the inserted values.
  package let kind: ObjectIdentifier
  /// The object that appends rows of that type.
  package let owner: AnyObject
  let rows: PostgresRowCopy

  package init(of kind: ObjectIdentifier, by owner: AnyObject, rows: PostgresRowCopy) {
    (self.kind, self.owner, self.rows) = (kind, owner, rows)
  }
}

/// Insertions of values of one type that a pipeline has sent one after another.
package struct PipelinedRun {
  /// The type of the inserted values.
  package let kind: ObjectIdentifier
  /// The number of insertions.
  package let length: Int

  package init(kind: ObjectIdentifier, length: Int) {
    (self.kind, self.length) = (kind, length)
  }
}

extension PostgresPipeline {
  /// The number of rows with which a copy is worth its round trips, of which it takes about four.
  private static var worthwhileCount: Int { 128 }

  /// Reads all outstanding results, and begins a copy, which lasts until something else is sent.
  ///
  /// - Parameter make: A closure that returns the copy, and may use the connection; `nil` if rows
  ///   cannot be copied.
  /// - Throws: ``PostgresError``, also for an earlier statement, or any error that a closure
  ///   throws.
  package mutating func beginCopy(
    _ make: (PostgresConnection) throws -> PipelinedCopy?
  ) throws {
    try settle()
    try sendHeld(inSavepoint: true)
    try leave()
    let made: PipelinedCopy?
    do {
      made = try make(connection)
      try made?.rows.begin()
    } catch { throw failed(error) }
    copying = made
    guard made == nil else { return }
    leastRun *= 2
    try enter()
  }

  /// Ends a run of insertions, before something else is sent.
  ///
  /// A copy of few rows takes longer than statements, so that the next one begins after more of
  /// them.
  ///
  /// - Throws: ``PostgresError`` for the copy, or the error after which nothing can be sent.
  mutating func settle() throws {
    if let failure { throw failure }
    run = nil
    guard let ended = copying else { return }
    copying = nil
    do {
      let count = try ended.rows.finish()
      affectedRowCount += count
      if count < Self.worthwhileCount { leastRun *= 2 }
    } catch {
      // A copy that is abandoned fails on the server, but not because of one of its rows.
      let failure = failed(error)
      ended.rows.abandon()
      throw failure
    }
    try enter()
  }
}
