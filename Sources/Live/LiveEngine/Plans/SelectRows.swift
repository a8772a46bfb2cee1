import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a statement as values with their keys, from which a plan computes something else.
///
/// It keeps what is needed to find the rows that a commit touched, but not their values.
struct SelectRows<Snapshot: LiveSnapshot>: Sendable {
  /// The effect of a commit.
  enum Change {
    /// No row was touched.
    case none
    /// The rows with these keys may be gone, and these rows are there now.
    case some(known: [CompositeKey], found: [(key: CompositeKey, values: [DatabaseValue])])
    /// Any row may have been touched.
    case any
  }

  private let analyzed: AnalyzedSelect
  private let width: Int
  private let all: any RowStatement<Void, Snapshot>
  private let touched: [any RowStatement<Void, Snapshot>]
  private var members: any PlanMembers<Snapshot>
  /// The limit of the rows of a join; `nil` if the result shows them all, or they are of one table.
  private let limit: PairLimit<Snapshot>?
  /// The number of rows now, and when they were loaded.
  private var (count, loadedCount) = (0, 0)

  /// Creates the rows of a patched statement.
  ///
  /// - Parameters:
  ///   - values: The expressions to read of each row.
  ///   - areShown: Whether the result has as many rows.
  init(_ analyzed: AnalyzedSelect, values: [QueryFragment], areShown: Bool) {
    self.analyzed = analyzed
    width = values.count
    let members: any PlanMembers<Snapshot> = analyzed.members()
    self.members = members
    limit = areShown || analyzed.sources.count < 2 ? nil : PairLimit(analyzed.sources)
    let keys = analyzed.keys.map(\.expression)
    func statement(_ reader: RowReader?) -> any RowStatement<Void, Snapshot> {
      let hasKey = reader?.conditions(analyzed, in: Snapshot.self) ?? []
      return Snapshot.keyStatement(
        PlanQuery(
          reader?.purpose ?? .allRows,
          analyzed.parts.query(columns: "", hidden: keys + values, where: hasKey),
          parameterCount: hasKey.count,
          keyCount: keys.count,
          sortCount: values.count
        )
      )
    }
    all = statement(nil)
    touched = members.readers.map(statement)
  }

  /// Reads all rows.
  ///
  /// - Parameter body: Receives each row with its key.
  /// - Throws: ``PlanFailure/manyLinks`` if a join has many more rows than its tables.
  mutating func load(
    _ db: Snapshot,
    _ body: (CompositeKey, ArraySlice<DatabaseValue>) throws -> Void
  ) throws {
    try members.load(db)
    let rows: PlanRows<CompositeKey, Void> = try limit?.readAll(all, db) ?? all.rows(db)
    (count, loadedCount) = (rows.keys.count, rows.keys.count)
    let keys = analyzed.hasGroups ? rows.keys.map(analyzed.groupKey) : rows.keys
    members.replace(nil, by: keys)
    for (index, key) in keys.enumerated() {
      try body(key, rows.sorts[index * width..<(index + 1) * width])
    }
  }

  /// Finds what commits changed.
  ///
  /// - Parameter prefersRerun: Returns whether, for a number of keys, everything should be read
  ///   again instead.
  mutating func change(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> Change {
    // The limit applies again to rows of a join that have become many more.
    if limit != nil, count > 2 * loadedCount + 4096 { return .any }
    switch try members.touched(by: changes, db, unless: prefersRerun) {
    case .none: return .none
    case .any: return .any
    case .some(let known, let reads):
      if prefersRerun(reads.count) { return .any }
      let found = try read(reads, db)
      members.replace(known, by: found.map(\.key))
      count += found.count - known.count
      return .some(known: known, found: found)
    }
  }

  private func read(_ reads: [RowRead], _ db: Snapshot) throws
    -> [(key: CompositeKey, values: [DatabaseValue])]
  {
    var found: [(key: CompositeKey, values: [DatabaseValue])] = []
    var seen: Set<CompositeKey> = []
    for read in reads {
      var rows = PlanRows<CompositeKey, Void>()
      try touched[read.reader].read(db, read.key.values, limit: .max, into: &rows)
      for index in rows.keys.indices {
        let key = analyzed.hasGroups ? analyzed.groupKey(rows.keys[index]) : rows.keys[index]
        guard seen.insert(key).inserted else { continue }
        found.append((key, Array(rows.sorts[index * width..<(index + 1) * width])))
      }
    }
    return found
  }
}

/// The rows of one table, each of which is at most one row of the result.
struct TableRows<Snapshot: LiveSnapshot>: PlanMembers {
  private let table: TableName
  private let region: Region

  init(_ analyzed: AnalyzedSelect) {
    (table, region) = (analyzed.sources[0].table, analyzed.region)
  }

  var readers: [RowReader] { [.ownKey] }

  mutating func load(_ db: Snapshot) {}

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) -> TouchedRows {
    let touched: TouchedKeys<CompositeKey> = changes.touchedKeys(of: table, in: region)
    switch touched {
    case .none: return .none
    case .any: return .any
    case .some(let keys):
      if prefersRerun(keys.count) { return .any }
      return .some(known: keys, reads: keys.map { RowRead(reader: 0, key: $0) })
    }
  }
}

/// The single row of aggregates over a whole statement, which any touched row may change.
struct WholeRows<Snapshot: LiveSnapshot>: PlanMembers {
  private let region: Region

  init(_ analyzed: AnalyzedSelect) { region = analyzed.region }

  var readers: [RowReader] { [.ownKey] }

  mutating func load(_ db: Snapshot) {}

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) -> TouchedRows { changes.touches(region) ? .any : .none }
}

extension AnalyzedSelect {
  /// Returns the members, which know the rows of tables that contribute to its rows.
  func members<Snapshot: LiveSnapshot>() -> any PlanMembers<Snapshot> {
    switch selectPlan {
    case .keyed: TableRows(self)
    case .groups(let isDistinct, let scans):
      sources[0].hasRowNumbers
        ? GroupMembers<Int64, _>(self, isDistinct, scans)
        : GroupMembers<CompositeKey, _>(self, isDistinct, scans)
    case .computedGroups: GroupMembers<Int64, _>(self, false, true)
    case .partitions(let terms, let scans):
      sources[0].hasRowNumbers
        ? PartitionMembers<Int64, _>(self, terms, scans)
        : PartitionMembers<CompositeKey, _>(self, terms, scans)
    case .join: JoinRows(self)
    case .joinGroups(_, let isDistinct): JoinGroups(self, isDistinct)
    case .fullJoin: FullJoinRows(self)
    case .aggregate, .totals: WholeRows(self)
    // None of these is a part of another statement.
    case .firstRows, .compound, .prefetched, .rerun: WholeRows(self)
    }
  }
}
