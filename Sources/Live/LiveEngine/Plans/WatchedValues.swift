import DatabaseTypes
import IncrementalQueries
import TypedSQL

extension AnalyzedSelect {
  /// A value on which all rows of a statement depend, such as a subquery without outer references.
  struct WatchedValue: Sendable {
    /// The tables and columns that it reads.
    let region: Region
    /// The query that reads it; `nil` if it counts as changed whenever its region is written.
    let query: QueryFragment?
  }
}

/// The values on which all rows of a statement depend.
///
/// If one changes, the whole query is run again.
struct WatchedValues<Snapshot: LiveSnapshot>: Sendable {
  private struct Entry: Sendable {
    let region: Region
    let statement: (any RowStatement<Void, Snapshot>)?
    var values: [DatabaseValue] = []
  }

  private var entries: [Entry]

  init(_ values: [AnalyzedSelect.WatchedValue]) {
    entries = values.map { value in
      Entry(
        region: value.region,
        statement: value.query.map { Snapshot.keyStatement(PlanQuery(.allRows, $0, sortCount: 1)) }
      )
    }
  }

  /// Reads all values.
  mutating func load(_ db: Snapshot) throws {
    for index in entries.indices { entries[index].values = try read(entries[index], db) }
  }

  /// Returns whether commits changed a value, after reading those that they touched again.
  mutating func haveChanged(by changes: ChangeSet, _ db: Snapshot) throws -> Bool {
    var isChanged = false
    for index in entries.indices where changes.touches(entries[index].region) {
      let new = try read(entries[index], db)
      isChanged = isChanged || new != entries[index].values || entries[index].statement == nil
      entries[index].values = new
    }
    return isChanged
  }

  private func read(_ entry: Entry, _ db: Snapshot) throws -> [DatabaseValue] {
    guard let statement = entry.statement else { return [] }
    return try statement.rows(db, as: CompositeKey.self).sorts
  }
}

extension ChangeSet {
  /// The same change set, but as if any row might have been touched.
  var ofAnyTable: ChangeSet { ChangeSet(number: number, origin: origin, mayChangeAnyTable: true) }
}
