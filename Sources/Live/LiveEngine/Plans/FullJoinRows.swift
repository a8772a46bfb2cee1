import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a `FULL JOIN` of two tables, where a row of either may be missing.
///
/// A row that gains a partner, or loses its last one, changes although no row of its own table was
/// touched. So the partners of all rows are recorded, whatever the conditions of the statement are.
///
/// Memory: for each pair of rows an entry in two dictionaries, and for each row of the result
/// another two.
struct FullJoinRows<Snapshot: LiveSnapshot>: PlanMembers {
  private let sources: [AnalyzedSelect.Source]
  private let region: Region
  private let places: [Range<Int>]
  private let all: any RowStatement<Void, Snapshot>
  private let ofSource: [any RowStatement<Void, Snapshot>]
  /// The partners of each row, by table.
  private var partners: [[SourceKey: SmallSet<SourceKey>]] = [[:], [:]]
  /// The rows of the result that contain each row, by table.
  private var rows: [[SourceKey: SmallSet<CompositeKey>]] = [[:], [:]]

  init(_ analyzed: AnalyzedSelect) {
    (sources, region, places) = (analyzed.sources, analyzed.region, analyzed.sources.places)
    let keys = sources.flatMap(\.keyColumns)
    all = analyzed.keyStatement(keys, ofRowsWith: nil)
    ofSource = sources.map { analyzed.keyStatement(keys, ofRowsWith: $0) }
  }

  var readers: [RowReader] { sources.map { .source($0) } }

  mutating func load(_ db: Snapshot) throws {
    partners = [[:], [:]]
    var found = PlanRows<Int64, Void>()
    try all.read(db, [], limit: .max, into: &found)
    for pair in pairs(found) { link(pair.0, pair.1) }
  }

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {
    for side in sources.indices {
      if let old {
        for row in old { if let key = key(side, of: row) { rows[side].remove(row, for: key) } }
      } else {
        rows[side] = [:]
      }
      for row in new { if let key = key(side, of: row) { rows[side].insert(row, for: key) } }
    }
  }

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> TouchedRows {
    var touched: [Set<SourceKey>] = [[], []]
    for side in sources.indices {
      let keys: TouchedKeys<CompositeKey> = changes.touchedKeys(of: sources[side].table, in: region)
      switch keys {
      case .none: continue
      case .any: return .any
      case .some(let keys):
        if prefersRerun(keys.count) { return .any }
        for key in keys { try touch(key, side, &touched, db) }
      }
    }
    if touched.allSatisfy(\.isEmpty) { return .none }
    return answer(touched)
  }

  /// Adds a row, and its former and current partners.
  private mutating func touch(
    _ composite: CompositeKey,
    _ side: Int,
    _ touched: inout [Set<SourceKey>],
    _ db: Snapshot
  ) throws {
    guard let key = SourceKey(composite.values) else { return }
    touched[side].insert(key)
    let other = 1 - side
    partners[side].removeValue(forKey: key)?.forEach { partner in
      touched[other].insert(partner)
      partners[other].remove(key, for: partner)
    }
    var found = PlanRows<Int64, Void>()
    try ofSource[side].read(db, composite.values, limit: .max, into: &found)
    for pair in pairs(found) {
      link(pair.0, pair.1)
      touched[other].insert(side == 0 ? pair.1 : pair.0)
    }
  }

  private func answer(_ touched: [Set<SourceKey>]) -> TouchedRows {
    var known: Set<CompositeKey> = []
    var reads: [RowRead] = []
    for side in sources.indices {
      for key in touched[side] {
        rows[side][key]?.forEach { known.insert($0) }
        reads.append(RowRead(reader: side, key: key.composite))
      }
    }
    return .some(known: Array(known), reads: reads)
  }

  private mutating func link(_ first: SourceKey, _ second: SourceKey) {
    partners[0].insert(second, for: first)
    partners[1].insert(first, for: second)
  }

  private func key(_ side: Int, of row: CompositeKey) -> SourceKey? {
    SourceKey(row.values[places[side]])
  }

  private func pairs(_ found: PlanRows<Int64, Void>) -> [(SourceKey, SourceKey)] {
    let width = places[1].upperBound
    return stride(from: 0, to: found.sorts.count, by: width).compactMap { start in
      let row = found.sorts[start..<start + width]
      guard let first = SourceKey(row.prefix(places[0].count)),
        let second = SourceKey(row.suffix(places[1].count))
      else { return nil }
      return (first, second)
    }
  }
}
