import DatabaseTypes
import Dispatch
import PostgreSQL

// Changes of the schema that no commit reports, such as those of policies, partitions, views and
// publications.

extension PostgresSource {
  /// Compares the catalog with what plans rest on, from time to time, until the source is closed.
  ///
  /// - Parameter interval: The time between two comparisons; it is longer on a server where they
  ///   take long.
  func watchCatalog(every interval: Duration) {
    watchCatalog(after: max(interval.clamped, .milliseconds(1)), every: interval)
  }

  private func watchCatalog(after pause: Duration, every interval: Duration) {
    let time = DispatchTime.now() + .microseconds(pause.microseconds)
    Self.queue("catalog")
      .asyncAfter(deadline: time) { [weak self] in
        guard let self, !self.hasClosed.isRaised else { return }
        // If this fails, so will the next read, which reports it.
        let spent = changes.region.isEmpty ? nil : try? settleCatalog()
        let pause = min((spent ?? .zero) * 50, Self.longestPause)
        watchCatalog(after: max(interval.clamped, .milliseconds(1), pause), every: interval)
      }
  }

  /// The longest pause because of comparisons that take long.
  private static var longestPause: Duration { .seconds(30) }

  /// Compares the catalog with what plans rest on; if it differs, all live queries start anew.
  ///
  /// - Returns: The time that the comparison took on the server, without waiting for the reader.
  @discardableResult
  func settleCatalog() throws -> Duration {
    guard let changes = changes as? any CatalogDependent else { return .zero }
    return try reader.use { reader in
      if reader.catalog.isEmpty { return .zero }
      defer { reader.end() }
      try reader.begin(within: answerTimeout)
      let start = ContinuousClock.now
      let isKnown = try reader.isCatalogKnown(changes.publications)
      let spent = ContinuousClock.now - start
      if !isKnown { startAnew(reader, changes) }
      return spent
    }
  }

  /// Reads the facts about names that have been used for the first time, in the same moment.
  ///
  /// - Parameter knewTables: Whether what is known of tables is from an earlier moment.
  func settleNewNames(_ reader: PostgresSnapshotReader, knewTables: Bool) {
    guard reader.catalog.hasNewNames, let changes = changes as? any CatalogDependent else { return }
    do {
      let isKnown = try reader.isCatalogKnown(changes.publications)
      let areTablesKnown = try !knewTables || reader.isSchemaKnown()
      if !isKnown || !areTablesKnown { startAnew(reader, changes) }
    } catch {
      // What was read is sound, but a change of these names could be missed.
      reader.catalog.doubt()
    }
  }

  private func startAnew(_ reader: PostgresSnapshotReader, _ changes: any CatalogDependent) {
    reader.forgetSchema()
    changes.reportUnknownChanges()
  }
}

extension PostgresSnapshotReader {
  /// Returns whether the catalog says the same as before about everything that plans rest on.
  fileprivate func isCatalogKnown(_ publications: [String]) throws -> Bool {
    try recovering { try catalog.isUnchanged(connection, publications: publications) }
  }
}
