public import LiveEngine

extension LiveQuery {
  /// What each commit changed in the result, for a file, a socket or another process.
  ///
  /// ```swift
  /// let reminders = database.liveQuery(sql: "SELECT id, title FROM reminders")
  /// for try await record in reminders.changeRecords {
  ///   for row in record.removed { cache.remove(row["id"]) }
  /// }
  /// ```
  ///
  /// The first record is the whole result. A consumer that is slower than the writers gets the
  /// effect of several commits in one record. Changes while nobody iterates are not recorded: an
  /// `Outbox` does that.
  public var changeRecords: AsyncMapSequence<LiveQuery, ChangeRecord> {
    map { update in ChangeRecord(update) }
  }

  /// What each commit changed in the result, as lines of JSON with their ends.
  ///
  /// These are the lines of `livesql watch --json`.
  public var changeLines: AsyncMapSequence<LiveQuery, String> {
    map { update in ChangeRecord(update).json + "\n" }
  }
}
