import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// Links from rows of some tables to the rows of a statement's first table that depend on them.
///
/// A link remains after its row has gone, until another row with the same key is linked. It then
/// leads to rows that are read unnecessarily, but not to a wrong result.
///
/// Memory: for each pair of rows a dictionary entry, about 40 bytes if keys are row numbers. There
/// is a ``PairLimit``, beyond which the plan fails.
struct RootLinks<Snapshot: LiveSnapshot>: Sendable {
  /// The number of the statement's own tables among those that are joined.
  let outerCount: Int
  /// The ranges of the tables' keys in a row that is read: the statement's, then a subquery's.
  private let places: [Range<Int>]
  /// The range of the linked tables among these.
  private let linked: Range<Int>
  private let all: any RowStatement<Void, Snapshot>
  /// The query of `all`.
  private let query: QueryFragment
  private let ofSource: [any RowStatement<Void, Snapshot>]
  private var limit: PairLimit<Snapshot>
  /// The keys of the first table's rows, by linked table.
  private var roots: [[SourceKey: SmallSet<SourceKey>]]

  /// Creates the links of the tables whose rows may be missing.
  ///
  /// They cover the join without conditions, since a row that a condition excludes can, by
  /// disappearing, make a row without a partner appear.
  init(optionalTablesOf analyzed: AnalyzedSelect) {
    let linked = analyzed.requiredSourceCount..<analyzed.sources.count
    let names = analyzed.sources[linked].map { "“\($0.alias)”" }
    self.init(
      analyzed.sources,
      [],
      from: analyzed.parts.from,
      conditions: [],
      linked: linked,
      name: "the outer join of \(names.joined(separator: ", "))"
    )
  }

  /// Creates the links of a subquery's tables, regardless of the statement's own conditions.
  init(_ subquery: SelectPlan.LinkedSubquery) {
    let outer = subquery.outer.count
    self.init(
      subquery.outer,
      subquery.sources,
      from: subquery.from,
      conditions: subquery.conditions,
      linked: outer..<outer + subquery.sources.count,
      name: subquery.text.shown
    )
  }

  private init(
    _ outer: [AnalyzedSelect.Source],
    _ inner: [AnalyzedSelect.Source],
    from: QueryFragment,
    conditions: [QueryFragment],
    linked: Range<Int>,
    name: String
  ) {
    let sources = outer + inner
    limit = PairLimit(sources.map(\.table), name: name)
    outerCount = outer.count
    places = sources.places
    self.linked = linked
    let keys = sources.flatMap(\.keyColumns)
    let parts = SelectParts(sources: nil, columns: "", from: from, conditions: conditions)
    query = parts.query(hidden: keys, where: [])
    all = Snapshot.keyStatement(PlanQuery(.allRows, query, sortCount: keys.count))
    ofSource = sources.map { source in
      let hasKey = Snapshot.hasKey(source.keyColumns, isRowNumber: source.hasRowNumbers)
      return Snapshot.keyStatement(
        PlanQuery(
          .rowsOfKey,
          parts.query(hidden: keys, where: hasKey),
          parameterCount: hasKey.count,
          sortCount: keys.count
        )
      )
    }
    roots = Array(repeating: [:], count: linked.count)
  }

  /// Whether no table is linked.
  var isEmpty: Bool { linked.isEmpty }

  /// Whether the links of a row may change with those of another row linked to the same root.
  private var isChain: Bool { linked.upperBound == outerCount && outerCount > 2 }

  /// Reads all links.
  ///
  /// - Parameter statement: The parts of the statement whose links they are.
  mutating func load(_ db: Snapshot, of statement: SelectParts) throws {
    guard !isEmpty else { return }
    try limit.check(query, against: statement, db)
    roots = Array(repeating: [:], count: linked.count)
    limit.reset()
    link(try limit.read(all, [], db))
    limit.restart()
  }

  /// Updates the links of a row of one of the statement's own tables.
  mutating func touch(_ key: CompositeKey, ofSource source: Int, _ db: Snapshot) throws {
    if !isEmpty, source < outerCount { link(try limit.read(ofSource[source], key.values, db)) }
  }

  /// Returns the keys of the first table's rows that are or were linked to a row of a linked table.
  mutating func roots(of key: CompositeKey, ofSource source: Int, _ db: Snapshot) throws
    -> Set<SourceKey>
  {
    guard let touched = SourceKey(key.values) else { return [] }
    let index = source - linked.lowerBound
    var found: Set<SourceKey> = []
    roots[index].removeValue(forKey: touched)?.forEach { found.insert($0) }
    link(try limit.read(ofSource[source], key.values, db))
    roots[index][touched]?.forEach { found.insert($0) }
    // A row that is joined to one that appeared or disappeared may be joined to others now.
    if isChain { for root in found { try touch(root.composite, ofSource: 0, db) } }
    return found
  }

  private mutating func link(_ rows: PlanRows<Int64, Void>) {
    guard let width = places.last?.upperBound else { return }
    for start in stride(from: 0, to: rows.sorts.count, by: width) {
      guard let root = SourceKey(rows.sorts[start + places[0]]) else { continue }
      for source in linked {
        guard let key = SourceKey(rows.sorts[start + places[source]]) else { continue }
        roots[source - linked.lowerBound].insert(root, for: key)
      }
    }
  }
}

private func + (start: Int, range: Range<Int>) -> Range<Int> {
  start + range.lowerBound..<start + range.upperBound
}
