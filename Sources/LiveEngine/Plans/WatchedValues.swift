import DatabaseTypes
import IncrementalQueries
import TypedSQL

extension AnalyzedSelect {
  /// A value on which all rows of a statement depend, as that of a subquery that names no row around it.
  struct WatchedValue: Sendable {
    /// What it is read from.
    let region: Region
    /// How it is read; `nil` where it is taken for changed whenever something of that is written.
    let query: QueryFragment?
  }
}

/// The values on which all rows of a statement depend: where one changes, the whole query is run again.
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

  /// Reads them all.
  mutating func load(_ db: Snapshot) throws {
    for index in entries.indices { entries[index].values = try read(entries[index], db) }
  }

  /// Whether commits changed one of them; reads those again that they touched.
  mutating func areChanged(by changes: ChangeSet, _ db: Snapshot) throws -> Bool {
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
  /// The same, as if any row might have been touched.
  var ofAnyTable: ChangeSet { ChangeSet(number: number, origin: origin, mayChangeAnyTable: true) }
}
