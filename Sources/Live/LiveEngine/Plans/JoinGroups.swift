import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The groups to which the rows of a join belong, by the keys of its tables.
///
/// A row of a table records every group that its joined rows have ever belonged to. A group that
/// was left is read unnecessarily, but that does not make the result wrong. If there are many of
/// those, everything is read again.
///
/// Memory: for each row of the join, a dictionary entry for each table, about 40 bytes if keys are
/// row numbers. Rows of a group share its values. There is a ``PairLimit``, beyond which the plan
/// fails.
struct JoinGroups<Snapshot: LiveSnapshot>: PlanMembers {
  private let terms: [SortTerm]
  /// The ranges of the tables' keys in a row that is read, followed by the grouping values.
  private let places: [Range<Int>]
  /// Whether the group of a row of the first table does not depend on the rows joined to it.
  private let dependsOnlyOnFirstTable: Bool
  private let isDistinct: Bool
  private let all: any RowStatement<Void, Snapshot>
  private let ofSource: [any RowStatement<Void, Snapshot>]
  private var links: JoinLinks<Snapshot>
  private let limit: PairLimit<Snapshot>
  private var known = GroupNumbers()
  /// The numbers among the values of rows that a `DISTINCT` compares.
  private var numbers: NumberKinds
  /// The groups of each row, by table; only for tables whose rows cannot be missing.
  private var groups: [[SourceKey: SmallSet<Int32>]]
  private var entryCount = 0
  private var loadedCount = 0

  init(_ analyzed: AnalyzedSelect, _ isDistinct: Bool) {
    let steady = Array(analyzed.sources.prefix(analyzed.requiredSourceCount))
    terms = analyzed.keys.map(\.sort)
    numbers = NumberKinds(columnCount: terms.count)
    self.isDistinct = isDistinct
    places = steady.places
    dependsOnlyOnFirstTable = analyzed.isGroupedByRoot
    let values = steady.flatMap(\.keyColumns) + analyzed.keys.map(\.expression)
    all = analyzed.keyStatement(values, ofRowsWith: nil)
    ofSource = steady.map { analyzed.keyStatement(values, ofRowsWith: $0) }
    links = JoinLinks(analyzed)
    limit = PairLimit(analyzed.sources)
    groups = Array(repeating: [:], count: steady.count)
  }

  var readers: [RowReader] { [.ownKey] }

  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey]) {}

  mutating func load(_ db: Snapshot) throws {
    try links.load(db)
    groups = Array(repeating: [:], count: places.count)
    (known, entryCount) = (GroupNumbers(), 0)
    numbers = NumberKinds(columnCount: terms.count)
    try add(try limit.readAll(all, db)) { _ in }
    loadedCount = entryCount
  }

  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> TouchedRows {
    guard entryCount <= 2 * loadedCount + 4096,
      let reads = try links.reads(of: changes, db, unless: prefersRerun)
    else { return .any }
    var touched: Set<Int32> = []
    for read in reads { try add(read, to: &touched, db) }
    if touched.isEmpty { return .none }
    let keys = touched.map { known[$0] }
    return .some(known: keys, reads: keys.map { RowRead(reader: 0, key: $0) })
  }

  /// Adds the groups of the joined rows with a row of a table, both former and current ones.
  private mutating func add(_ read: LinkedRead, to touched: inout Set<Int32>, _ db: Snapshot) throws
  {
    let source = read.read.reader
    guard let key = SourceKey(read.read.key.values) else { return }
    if dependsOnlyOnFirstTable, read.isByLink, let group = groups[source][key] {
      return group.forEach { touched.insert($0) }
    }
    groups[source].removeValue(forKey: key)?.forEach { touched.insert($0) }
    var rows = PlanRows<Int64, Void>()
    try ofSource[source].read(db, read.read.key.values, limit: .max, into: &rows)
    try add(rows) { touched.insert($0) }
  }

  /// Records rows of the join.
  ///
  /// - Throws: ``PlanFailure`` if equal values of a `DISTINCT` may have several representations.
  private mutating func add(_ rows: PlanRows<Int64, Void>, _ note: (Int32) -> Void) throws {
    let first = places.last?.upperBound ?? 0
    let width = first + terms.count
    for start in stride(from: 0, to: rows.sorts.count, by: width) {
      let values = rows.sorts[start + first..<start + width]
      if isDistinct, numbers.areAmbiguous(with: values) { throw PlanFailure.ambiguousValues }
      let group = known.number(of: terms.groupKey(values))
      for (source, place) in places.enumerated() {
        let range = start + place.lowerBound..<start + place.upperBound
        guard let key = SourceKey(rows.sorts[range]) else { continue }
        if groups[source].insert(group, for: key) { entryCount += 1 }
      }
      note(group)
    }
  }
}

/// The numbers of groups, in the order in which they were found.
private struct GroupNumbers: Sendable {
  private var numbers: [CompositeKey: Int32] = [:]
  private var keys: [CompositeKey] = []

  subscript(number: Int32) -> CompositeKey { keys[Int(number)] }

  mutating func number(of key: CompositeKey) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(keys.count)
    keys.append(key)
    numbers[key] = number
    return number
  }
}

extension AnalyzedSelect {
  /// Whether all grouping expressions are columns of the first table.
  fileprivate var isGroupedByRoot: Bool {
    guard let root = sources.first else { return false }
    return keys.allSatisfy { term in
      guard let nodes = ConditionTree(term.expression)?.nodes, nodes.count == 3,
        case .name(let table) = nodes[0], nodes[1] == .symbol("."), case .name = nodes[2]
      else { return false }
      return isSameIdentifier(table, root.alias)
    }
  }
}
