import DatabaseTypes
import Dispatch
import PostgreSQL

// Changes of the schema that no commit reports, such as those of policies, partitions, views and
// publications.

extension PostgresSource {
  /// Plans the next comparison of the catalog with what plans rest on; each plans another one,
  /// until the source is closed.
  func watchCatalog() {
    let (pause, number) = pace.plan()
    Self.queue("catalog")
      .asyncAfter(deadline: .now() + .microseconds(pause.microseconds)) { [weak self] in
        guard let self, !self.hasClosed.isRaised, self.pace.begin(number) else { return }
        forgetNamesIfUnused()
        // If this fails, so will the next read, which reports it.
        let spent = canRestart ? try? settleCatalog() : nil
        pace.slowDown(after: spent)
        watchCatalog()
      }
  }

  /// Compares the catalog sooner, since there is a commit or a new live query.
  func watchCatalogSooner() { if pace.speedUp() { watchCatalog() } }

  /// Compares the catalog with what plans rest on; if it differs, all live queries restart.
  ///
  /// It takes one round trip.
  ///
  /// - Returns: The time that the comparison took on the server, without waiting for the reader;
  ///   `nil` if there is nothing to compare.
  @discardableResult
  func settleCatalog() throws -> Duration? {
    guard let changes = changes as? any CatalogDependent else { return nil }
    return try reader.use { reader -> Duration? in
      if reader.catalog.isEmpty { return nil }
      // Even after a failure, nothing must be left open for the next snapshot.
      defer { reader.end() }
      let start = ContinuousClock.now
      let finding = try reader.compareCatalog(changes.scope(), within: answerTimeout)
      let spent = ContinuousClock.now - start
      if !finding.isSame { restart(reader, changes) }
      return spent
    }
  }

  /// Reads the facts about names that have been used for the first time, in the same snapshot.
  ///
  /// - Parameter knewTables: Whether what is known of tables is from an earlier snapshot.
  func settleNewNames(_ reader: PostgresSnapshotReader, knewTables: Bool) {
    guard reader.catalog.hasNewNames, let changes = changes as? any CatalogDependent else { return }
    do {
      let mayBeOlder = knewTables && reader.catalog.hasNewTables
      let finding = try reader.compareCatalog(changes.scope(ofNewNames: true))
      let areTablesKnown = try !mayBeOlder || reader.isSchemaKnown()
      // A plan made in this snapshot may rest on functions as they were before.
      guard finding.isSame, !finding.hasOtherFunctions, areTablesKnown else {
        return restartOnce(reader, changes)
      }
    } catch {
      // What was read is sound, but a change of these names could be missed.
      reader.catalog.markStale()
    }
  }

  /// Restarts all live queries after a change that a snapshot shows, and that was found in another
  /// way than by comparing the catalog.
  func restartOnce(_ reader: PostgresSnapshotReader, _ changes: any CatalogDependent) {
    learnCatalog(reader, changes)
    restart(reader, changes)
  }

  /// Reads the whole catalog before all live queries restart, so that the next comparison does not
  /// restart them again.
  ///
  /// They are read in later snapshots, which show everything that this one does. If reading fails,
  /// the next comparison restarts them.
  func learnCatalog(_ reader: PostgresSnapshotReader, _ changes: any CatalogDependent) {
    _ = try? reader.compareCatalog(changes.scope())
  }

  /// All plans are made again, and add the names that they depend on again.
  private func restart(_ reader: PostgresSnapshotReader, _ changes: any CatalogDependent) {
    reader.forgetSchema()
    reader.catalog.forgetNames()
    changes.reportUnknownChanges()
  }

  /// Whether a change of the catalog restarts any live query: one that reads a table.
  ///
  /// What is reported touches no query that reads no table.
  private var canRestart: Bool { !changes.region.isEmpty }

  /// Forgets what former live queries depended on, if there is none that could restart.
  ///
  /// A query that is being started, and is not subscribed yet, is planned again, and adds its names
  /// again.
  private func forgetNamesIfUnused() {
    if canRestart { return }
    reader.useIfOpen { reader in
      // A query may have been started while this waited for the reader.
      guard !canRestart, !reader.catalog.isEmpty else { return }
      reader.forgetSchema()
      reader.catalog.forgetNames()
    }
  }
}

extension PostgresSnapshotReader {
  /// Compares the catalog with what plans rest on.
  ///
  /// - Parameter limit: Outside of a snapshot, the time within which the server must answer; then
  ///   it has a transaction of its own.
  fileprivate func compareCatalog(
    _ scope: CatalogFingerprint.Scope,
    within limit: Duration? = nil
  ) throws -> CatalogFingerprint.Finding {
    let finding: CatalogFingerprint.Finding
    do { finding = try readCatalog(scope, within: limit) } catch let error as PostgresError
      where error.isOfOtherPlan
    {
      // The server has lost a prepared statement, and it is prepared again.
      finding = try readCatalog(scope, within: limit)
    }
    if finding.hasOtherFunctions { forgetFunctions() }
    return finding
  }

  private func readCatalog(_ scope: CatalogFingerprint.Scope, within limit: Duration?) throws
    -> CatalogFingerprint.Finding
  {
    guard let limit else { return try recovering { try catalog.compare(connection, scope) } }
    return try connection.answering(within: limit) { try catalog.compare(connection, scope) }
  }
}
