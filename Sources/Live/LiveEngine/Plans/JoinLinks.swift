import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The key of a row of one table of a join.
enum SourceKey: Hashable, Sendable {
  case number(Int64)
  case values(CompositeKey)

  /// Creates a key from the values of its columns; `nil` if all are NULL, which means there is no
  /// row.
  init?(_ values: some Collection<DatabaseValue>) {
    if values.allSatisfy({ $0 == .null }) { return nil }
    if values.count == 1, case .integer(let number)? = values.first {
      self = .number(number)
    } else {
      self = .values(CompositeKey(Array(values)))
    }
  }

  /// The values of the key's columns.
  var composite: CompositeKey {
    switch self {
    case .number(let number): CompositeKey([.integer(number)])
    case .values(let key): key
    }
  }
}

/// The search for the keys by which the rows of a statement are read again after a commit.
///
/// If a table's rows cannot be missing, its row is found by its own key. Rows of other tables, and
/// of those in subqueries, lead to rows of the first table.
struct JoinLinks<Snapshot: LiveSnapshot>: Sendable {
  private let sources: [AnalyzedSelect.Source]
  private let steadyCount: Int
  private let region: Region
  private let parts: SelectParts
  private var optional: RootLinks<Snapshot>
  private var subqueries: [(sources: [AnalyzedSelect.Source], links: RootLinks<Snapshot>)]

  init(_ analyzed: AnalyzedSelect) {
    (sources, region, parts) = (analyzed.sources, analyzed.region, analyzed.parts)
    steadyCount = analyzed.requiredSourceCount
    optional = RootLinks(optionalTablesOf: analyzed)
    subqueries = analyzed.subqueries.map { ($0.sources, RootLinks($0)) }
  }

  mutating func load(_ db: Snapshot) throws {
    try optional.load(db, of: parts)
    for index in subqueries.indices { try subqueries[index].links.load(db, of: parts) }
  }

  /// Returns the keys of steady tables by which to read again what commits touched.
  ///
  /// - Returns: `nil` if any row may have been touched, or so many that `prefersRerun` returns
  ///   true.
  mutating func reads(
    of changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> [LinkedRead]? {
    var reads = LinkedReads()
    for (index, source) in sources.enumerated() {
      guard let keys = touched(source, changes, reads.count, prefersRerun) else { return nil }
      for key in keys { try add(key, ofSource: index, to: &reads, db) }
    }
    for place in subqueries.indices {
      let first = subqueries[place].links.outerCount
      for (index, source) in subqueries[place].sources.enumerated() {
        guard let keys = touched(source, changes, reads.count, prefersRerun) else { return nil }
        for key in keys {
          let roots = try subqueries[place].links.roots(of: key, ofSource: first + index, db)
          for root in roots { reads.add(0, root.composite, isByLink: true) }
        }
      }
    }
    return reads.all
  }

  /// Returns the touched keys of a table; `nil` if any may be touched, or too many are.
  private func touched(
    _ source: AnalyzedSelect.Source,
    _ changes: ChangeSet,
    _ count: Int,
    _ prefersRerun: (Int) -> Bool
  ) -> [CompositeKey]? {
    let touched: TouchedKeys<CompositeKey> = changes.touchedKeys(of: source.table, in: region)
    switch touched {
    case .none: return []
    case .any: return nil
    case .some(let keys): return prefersRerun(keys.count + count) ? nil : keys
    }
  }

  private mutating func add(
    _ key: CompositeKey,
    ofSource source: Int,
    to reads: inout LinkedReads,
    _ db: Snapshot
  ) throws {
    if source < steadyCount {
      reads.add(source, key, isByLink: false)
      return try touch(key, ofSource: source, db)
    }
    for root in try optional.roots(of: key, ofSource: source, db) {
      reads.add(0, root.composite, isByLink: true)
      // A subquery that steady tables alone determine has the same rows as before.
      for index in subqueries.indices where subqueries[index].links.outerCount > steadyCount {
        try subqueries[index].links.touch(root.composite, ofSource: 0, db)
      }
    }
  }

  private mutating func touch(_ key: CompositeKey, ofSource source: Int, _ db: Snapshot) throws {
    try optional.touch(key, ofSource: source, db)
    for index in subqueries.indices {
      try subqueries[index].links.touch(key, ofSource: source, db)
    }
  }
}

/// The reads of touched rows, each once.
private struct LinkedReads {
  private(set) var all: [LinkedRead] = []
  private var places: [RowRead: Int] = [:]
  var count: Int { all.count }

  mutating func add(_ source: Int, _ key: CompositeKey, isByLink: Bool) {
    let read = RowRead(reader: source, key: key)
    guard let place = places[read] else {
      places[read] = all.count
      return all.append(LinkedRead(read: read, isByLink: isByLink))
    }
    if !isByLink { all[place] = LinkedRead(read: read, isByLink: false) }
  }
}

/// A read of touched rows.
struct LinkedRead {
  let read: RowRead
  /// Whether not the row itself was touched, but one that is joined to it.
  let isByLink: Bool
}

extension AnalyzedSelect {
  /// Returns a statement of values of the join's rows: of all, or of those with the key of one
  /// table.
  ///
  /// If rows may be missing, it covers all rows of the join, whatever the conditions are.
  func keyStatement<Snapshot: LiveSnapshot>(
    _ values: [QueryFragment],
    ofRowsWith source: Source?
  ) -> any RowStatement<Void, Snapshot> {
    let hasOptional = requiredSourceCount < sources.count
    let hasKey = source.map {
      Snapshot.hasKey($0.keyColumns, isRowNumber: $0.hasRowNumbers)
    }
    return Snapshot.keyStatement(
      PlanQuery(
        source == nil ? .allRows : .rowsOfKey,
        parts.query(
          columns: "",
          hidden: values,
          conditions: (hasOptional ? [] : parts.conditions) + (hasKey ?? []),
          groupedBy: []
        ),
        parameterCount: hasKey?.count ?? 0,
        sortCount: values.count
      )
    )
  }
}

extension [AnalyzedSelect.Source] {
  /// The range of each table's key in the key of a joined row.
  var places: [Range<Int>] {
    var end = 0
    return map { source in
      defer { end += source.keyColumns.count }
      return end..<end + source.keyColumns.count
    }
  }
}
