import LiveSQL
import Observation

/// A database object with the live queries that are judged on it.
final class FuzzPlace {
  let name: String
  let database: any DatabaseWriter
  let subjects: [any FuzzSubject]
  private let bell: FuzzBell
  /// Counts of what was judged.
  private(set) var counts = FuzzCounts()
  /// Properties that show how often each file was written.
  private var tallies: [(sql: String, property: FetchOne<Int>)] = []

  /// Creates a place.
  ///
  /// - Parameter schemas: The files in which transactions are counted.
  init(
    _ name: String,
    _ database: any DatabaseWriter,
    _ delivery: FetchDelivery,
    schemas: [String],
    queries: [Int],
    _ bell: FuzzBell
  ) {
    self.name = name
    self.database = database
    self.bell = bell
    let entries = FuzzCatalogue(database: database, delivery: delivery, bell: bell).entries
    subjects = queries.map { entries[$0].make() }
    for schema in schemas {
      let sql = "SELECT n FROM \(schema).tally"
      let property = FetchOne(
        wrappedValue: 0,
        #sql("\(raw: sql)", as: Int.self),
        database: database,
        delivery: delivery
      )
      tallies.append((sql, property))
    }
  }
}

// MARK: - Judging

extension FuzzPlace {
  /// Waits until all commits have been reported, and returns what is wrong then.
  ///
  /// - Parameters:
  ///   - isStrict: Whether everything is reported at once, as it is for commits of this object
  ///     only.
  ///   - patience: How long to wait for results that are due.
  func complaint(isStrict: Bool, _ patience: FuzzPatience) async throws -> String? {
    let numbers = try commitNumbers()
    if let late = await bell.wait(patience, for: { complaintOfTallies(numbers) }) { return late }
    let watched = subjects.filter(\.isWatched)
    try readTruth(watched)
    counts.moments += 1
    counts.comparisons += watched.count
    counts.errors += watched.count { !$0.hasTruth }
    if isStrict, let wrong = complaint(of: watched) { return wrong }
    if let wrong = await bell.wait(patience, for: { complaint(of: watched) }) { return wrong }
    return await bell.wait(patience) { watched.firstComplaint { $0.complaintOfFollowers() } }
      .map { "\(name): \($0)" }
  }

  private func commitNumbers() throws -> [Int] {
    try database.read { db in try tallies.map { try Int.fetchOne(db, sql: $0.sql) ?? 0 } }
  }

  private func readTruth(_ watched: [any FuzzSubject]) throws {
    try database.read { db in for subject in watched { subject.readTruth(db) } }
  }

  private func complaintOfTallies(_ numbers: [Int]) -> String? {
    track { for tally in tallies { _ = tally.property.fetched.value } }
    for (tally, count) in zip(tallies, numbers) where tally.property.fetched.value != count {
      return "\(name): commit \(count) is not told to \(tally.sql): \(tally.property.fetched.value)"
    }
    return nil
  }

  private func complaint(of watched: [any FuzzSubject]) -> String? {
    let complaint = watched.firstComplaint { $0.complaint() }
    guard complaint != nil else { return nil }
    track { for subject in watched { subject.access() } }
    return watched.firstComplaint { $0.complaint() }.map { "\(name): \($0)" }
  }

  /// Rings the bell when any of the values that were read changes.
  private func track(_ read: () -> Void) {
    withObservationTracking(read) { [bell] in bell.ring() }
  }
}

extension [any FuzzSubject] {
  fileprivate func firstComplaint(_ complaint: (any FuzzSubject) -> String?) -> String? {
    for subject in self { if let found = complaint(subject) { return found } }
    return nil
  }
}
