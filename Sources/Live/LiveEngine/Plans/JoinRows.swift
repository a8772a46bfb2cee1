import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of a join that are in a result, by the keys of its tables.
///
/// Memory: for each row its key twice, and a dictionary entry for each table.
struct JoinRows<Snapshot: LiveSnapshot>: PlanMembers {
  let readers: [RowReader]
  private let places: [Range<Int>]
  private var links: JoinLinks<Snapshot>
  /// The keys of the joined rows that contain each row, by table whose rows cannot be missing.
  private var rows: [[SourceKey: SmallSet<CompositeKey>]]

  init(_ analyzed: AnalyzedSelect) {
    let steady = analyzed.requiredSourceCount
    readers = analyzed.sources.prefix(steady).map { .source($0) }
    places = Array(analyzed.sources.places.prefix(steady))
    links = JoinLinks(analyzed)
    rows = Array(repeating: [:], count: places.count)
  }

  mutating func load(_ db: Snapshot) throws { try links.load(db) }

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {
    for source in places.indices {
      if let old {
        for row in old { if let key = key(source, of: row) { rows[source].remove(row, for: key) } }
      } else {
        rows[source] = [:]
      }
      for row in new { if let key = key(source, of: row) { rows[source].insert(row, for: key) } }
    }
  }

  private func key(_ source: Int, of row: CompositeKey) -> SourceKey? {
    SourceKey(row.values[places[source]])
  }

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> TouchedRows {
    guard let reads = try links.reads(of: changes, db, unless: prefersRerun) else { return .any }
    if reads.isEmpty { return .none }
    var known: Set<CompositeKey> = []
    for read in reads.map(\.read) {
      guard let key = SourceKey(read.key.values) else { continue }
      rows[read.reader][key]?.forEach { known.insert($0) }
    }
    return .some(known: Array(known), reads: reads.map(\.read))
  }
}
