import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The key of a row of one table of a join.
enum SourceKey: Hashable, Sendable {
  case number(Int64)
  case values(CompositeKey)

  /// Makes it of the values of the key's columns; `nil` where all are NULL, since there is no row then.
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

/// The rows of the first table of a join to which rows of the others are joined, where those may be missing.
///
/// A row that a condition leaves out can, by going, bring one without a partner: so the links are those of the join itself.
/// A link stays after its row has gone, until another row with that key is joined: it leads to rows that are read for
/// nothing, and to no wrong result.
///
/// Memory: for each row of the join an entry of a dictionary for each table of which a row may be missing, about 40 bytes
/// where keys are row numbers; nothing where no row may be missing.
struct JoinLinks<Snapshot: LiveSnapshot>: Sendable {
  private let sources: [AnalyzedSelect.Source]
  private let region: Region
  /// Where the key of each table stands in a row that is read.
  private let places: [Range<Int>]
  private let all: any RowStatement<Void, Snapshot>
  private let ofSource: [any RowStatement<Void, Snapshot>]
  /// For each table: the keys of the first table's rows to which its rows are joined.
  private var roots: [[SourceKey: SmallSet<SourceKey>]]

  init(_ analyzed: AnalyzedSelect) {
    (sources, region) = (analyzed.sources, analyzed.region)
    places = analyzed.sources.places
    roots = Array(repeating: [:], count: analyzed.sources.count)
    let keys = analyzed.sources.flatMap(\.keyColumns)
    all = analyzed.keyStatement(keys, ofRowsWith: nil)
    ofSource = analyzed.sources.map { analyzed.keyStatement(keys, ofRowsWith: $0) }
  }

  /// How many tables come before the first one of which a row may be missing.
  private var steadyCount: Int { sources.firstIndex(where: \.isOptional) ?? sources.count }
  private var hasOptional: Bool { steadyCount < sources.count }

  mutating func load(_ db: Snapshot) throws {
    guard hasOptional else { return }
    roots = Array(repeating: [:], count: sources.count)
    var rows = PlanRows<Int64, Void>()
    try all.read(db, [], limit: .max, into: &rows)
    link(rows)
  }

  /// Finds by which keys of steady tables to read again what commits touched.
  ///
  /// - Returns: `nil` where any row may have been touched, or so many that `prefersRun` says so.
  mutating func reads(
    of changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRun: (Int) -> Bool
  ) throws -> [LinkedRead]? {
    var (reads, known) = ([LinkedRead](), Set<RowRead>())
    for (index, source) in sources.enumerated() {
      let touched: TouchedKeys<CompositeKey> = changes.touchedKeys(of: source.table, in: region)
      switch touched {
      case .none: continue
      case .any: return nil
      case .some(let keys):
        if prefersRun(keys.count + reads.count) { return nil }
        for key in keys {
          for read in try self.reads(of: key, ofSource: index, db)
          where known.insert(read.read).inserted {
            reads.append(read)
          }
        }
      }
    }
    return reads
  }

  private mutating func reads(of key: CompositeKey, ofSource source: Int, _ db: Snapshot) throws
    -> [LinkedRead]
  {
    if source < steadyCount {
      if hasOptional { link(try rows(of: key, ofSource: source, db)) }
      return [LinkedRead(read: RowRead(reader: source, key: key), isByLink: false)]
    }
    guard let touched = SourceKey(key.values) else { return [] }
    var found: Set<SourceKey> = []
    roots[source].removeValue(forKey: touched)?.forEach { found.insert($0) }
    link(try rows(of: key, ofSource: source, db))
    roots[source][touched]?.forEach { found.insert($0) }
    // A row that is joined to one that came or went may be joined to others now.
    if sources.count > 2 {
      for root in found { link(try rows(of: root.composite, ofSource: 0, db)) }
    }
    return found.map {
      LinkedRead(read: RowRead(reader: 0, key: $0.composite), isByLink: true)
    }
  }

  private func rows(of key: CompositeKey, ofSource source: Int, _ db: Snapshot) throws
    -> PlanRows<Int64, Void>
  {
    var rows = PlanRows<Int64, Void>()
    try ofSource[source].read(db, key.values, limit: .max, into: &rows)
    return rows
  }

  private mutating func link(_ rows: PlanRows<Int64, Void>) {
    guard let width = places.last?.upperBound else { return }
    for start in stride(from: 0, to: rows.sorts.count, by: width) {
      guard let root = SourceKey(rows.sorts[start + places[0]]) else { continue }
      for source in steadyCount..<sources.count {
        guard let key = SourceKey(rows.sorts[start + places[source]]) else { continue }
        roots[source].insert(root, for: key)
      }
    }
  }
}

/// One look for touched rows.
struct LinkedRead {
  let read: RowRead
  /// Whether the row itself was not touched, but one that is joined to it.
  let isByLink: Bool
}

extension AnalyzedSelect {
  /// A statement of values of the join's rows: of all, or of those with the key of one table.
  ///
  /// Where rows may be missing it is of all that the join gives, whatever the conditions say.
  func keyStatement<Snapshot: LiveSnapshot>(
    _ values: [QueryFragment],
    ofRowsWith source: Source?
  ) -> any RowStatement<Void, Snapshot> {
    let hasOptional = steadySourceCount < sources.count
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
  /// Where the key of each table stands in that of a row of the join.
  var places: [Range<Int>] {
    var end = 0
    return map { source in
      defer { end += source.keyColumns.count }
      return end..<end + source.keyColumns.count
    }
  }
}

private func + (start: Int, range: Range<Int>) -> Range<Int> {
  start + range.lowerBound..<start + range.upperBound
}
