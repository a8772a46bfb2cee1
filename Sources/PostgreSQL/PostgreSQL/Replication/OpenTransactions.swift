import DatabaseTypes

/// The transactions that have written and are still open, for which a new slot waits.
///
/// They are those of the whole server, also of its other databases.
///
/// https://www.postgresql.org/docs/current/logicaldecoding-explanation.html
package struct OpenTransactions: Sendable, Hashable {
  /// A session with such a transaction; what it runs is left out, since it may be private.
  package struct Session: Sendable, Hashable {
    let processID: String
    let applicationName: String
    let database: String

    package init(processID: String, applicationName: String, database: String) {
      (self.processID, self.applicationName) = (processID, applicationName)
      self.database = database
    }

    /// The session, as a part of a sentence.
    fileprivate var description: String {
      let name = applicationName.isEmpty ? "" : "\"\(applicationName)\", "
      return "pid \(processID) (\(name)database \(database))"
    }
  }

  /// The sessions, beginning with the one that has been open for longest.
  package let sessions: [Session]
  /// The number of prepared transactions, which no session shows.
  package let preparedCount: Int

  package init(sessions: [Session], preparedCount: Int) {
    (self.sessions, self.preparedCount) = (sessions, preparedCount)
  }

  /// The number of sessions that a sentence names.
  private static let shownCount = 5

  /// A sentence that says for whom live queries wait, and what to do; `nil` if for no one.
  package var notice: String? {
    var parts = sessions.prefix(Self.shownCount).map(\.description)
    let more = sessions.count - parts.count
    if more > 0 { parts.append("\(more) more") }
    var advice: [String] = []
    if let first = sessions.first {
      advice.append(
        "commit them or roll them back, or end a session by SELECT pg_terminate_backend(\(first.processID))"
      )
    }
    if preparedCount > 0 {
      parts.append("\(preparedCount) prepared")
      advice.append(
        "run COMMIT PREPARED or ROLLBACK PREPARED for those that SELECT gid FROM pg_prepared_xacts lists"
      )
    }
    guard !parts.isEmpty else { return nil }
    return Self.beginning + ": " + parts.joined(separator: ", ") + ". To go on, "
      + advice.joined(separator: "; ") + "."
  }

  /// The sentence if the server could not be asked for whom.
  package static let unknownNotice =
    beginning + ". To see them: SELECT pid, application_name, xact_start FROM pg_stat_activity "
    + "WHERE backend_xid IS NOT NULL; SELECT gid FROM pg_prepared_xacts"

  private static let beginning =
    "Live queries wait for transactions that have written something and are still open"
}

extension PostgresConnection {
  /// Returns the transactions for which a session waits that creates a slot.
  ///
  /// A role that may not see when the transactions of others began is told only the one that the
  /// session waits for at present.
  ///
  /// - Parameter processID: The identifier of that session.
  func openTransactions(blocking processID: Int32) throws(PostgresError) -> OpenTransactions {
    let rows = try run(
      """
      WITH waiting AS
        (SELECT query_start FROM pg_catalog.pg_stat_activity WHERE pid = \(processID))
      SELECT pid, application_name, datname, xact_start FROM pg_catalog.pg_stat_activity
      WHERE backend_xid IS NOT NULL AND pid NOT IN (\(processID), pg_catalog.pg_backend_pid())
        AND (pid = ANY(pg_catalog.pg_blocking_pids(\(processID)))
          OR xact_start <= (SELECT query_start FROM waiting))
      UNION ALL SELECT NULL, NULL, NULL, prepared FROM pg_catalog.pg_prepared_xacts
      WHERE prepared <= (SELECT query_start FROM waiting)
      ORDER BY xact_start NULLS FIRST, pid
      """
    )
    var sessions: [OpenTransactions.Session] = []
    var preparedCount = 0
    for row in 0..<rows.rowCount {
      guard let processID = rows.text(row: row, column: 0) else {
        preparedCount += 1
        continue
      }
      sessions.append(
        OpenTransactions.Session(
          processID: processID,
          applicationName: rows.text(row: row, column: 1) ?? "",
          database: rows.text(row: row, column: 2) ?? ""
        )
      )
    }
    return OpenTransactions(sessions: sessions, preparedCount: preparedCount)
  }
}
