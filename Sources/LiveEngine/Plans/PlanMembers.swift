import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of tables that have part in the rows of a result, as far as a plan has to know them to find what a commit
/// touched.
///
/// It is a value that one thread uses at a time. An error leaves it in need of `load`.
protocol PlanMembers<Snapshot>: Sendable {
  /// The database at one moment.
  associatedtype Snapshot: LiveSnapshot

  /// By what each of the plan's statements reads rows.
  static func readers(_ analyzed: AnalyzedSelect) -> [RowReader]

  /// Reads them all.
  mutating func load(_ db: Snapshot) throws

  /// Takes note of the rows of the result: some are there no more, others are.
  ///
  /// - Parameter old: `nil` where all that were there are gone.
  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey])

  /// Finds the rows of the result that commits touched, and reads again what it knows of them.
  ///
  /// - Parameter prefersRun: Whether so many keys are so many that the whole query is run instead.
  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRun: (Int) -> Bool
  ) throws -> TouchedRows
}

/// The columns by which a statement reads touched rows.
enum RowReader {
  /// The key of the result's rows.
  case ownKey
  /// The key of a table.
  case source(AnalyzedSelect.Source)
  /// What rows have in common.
  case terms([QueryFragment])
}

/// The rows of a result that a commit touched.
enum TouchedRows {
  /// None.
  case none
  /// Those that were known, and the keys by which all that are there now are read.
  case some(known: [CompositeKey], reads: [RowRead])
  /// Any may have been.
  case any
}

/// One look for touched rows: by a statement, for a key.
struct RowRead: Hashable {
  /// Which of the plan's statements.
  let reader: Int
  let key: CompositeKey
}

/// The plan for rows that are made of several rows of tables: joined, grouped, or both.
///
/// The members tell which rows of the result a touched row of a table has part in, before and after; those are read again.
struct MemberPlan<Members: PlanMembers, Element: Sendable>: ResultPlan {
  typealias Snapshot = Members.Snapshot

  private let analyzed: AnalyzedSelect
  private let statements: [KeyedStatements<CompositeKey, Element, Snapshot>]
  private var members: Members
  private var kept: KeptRows<CompositeKey, Element>
  private var cost = PlanCost()

  init(
    _ analyzed: AnalyzedSelect,
    _ select: DecodableSelect<Element, Snapshot>,
    _ members: Members
  ) {
    self.analyzed = analyzed
    self.members = members
    kept = KeptRows(analyzed, isSame: select.isSame)
    statements = Members.readers(analyzed).map { KeyedStatements(analyzed, select, by: $0) }
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    let read = try readAll(db)
    let elements = try kept.take(read)
    members.replace(nil, by: read.keys)
    return elements
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let cost = cost
    switch try members.touched(by: changes, db, unless: { cost.prefersRun(forKeys: $0) }) {
    case .none: return .unchanged
    case .any: return try rerun(elements, db)
    case .some(let known, let reads):
      if cost.prefersRun(forKeys: reads.count) { return try rerun(elements, db) }
      return try patch(elements, known, reads, db) ?? rerun(elements, db)
    }
  }

  private mutating func rerun(_ elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let read = try readAll(db)
    let change = try kept.takeAgain(read, after: elements)
    members.replace(nil, by: read.keys)
    return change
  }

  private mutating func readAll(_ db: Snapshot) throws -> PlanRows<CompositeKey, Element> {
    let began = ContinuousClock.now
    defer { cost.didRun(since: began) }
    try members.load(db)
    return try readingReserve(kept.hasWindow, of: Snapshot.self) {
      var read = try statements[0].readAll(db, limit: kept.readCount)
      if analyzed.hasGroups { read.keys = read.keys.map(analyzed.groupKey) }
      return read
    }
  }

  private mutating func patch(
    _ elements: [Element],
    _ known: [CompositeKey],
    _ reads: [RowRead],
    _ db: Snapshot
  ) throws -> ResultChange<[Element]>? {
    let began = ContinuousClock.now
    defer { cost.didPatch(keys: reads.count, since: began) }
    let found = try readingReserve(kept.hasWindow, of: Snapshot.self) { try read(reads, db) }
    let change = try kept.patch(elements, touched: known, found: found) {
      try db.compare($0, $1, $2)
    }
    let keys = found.map(\.key)
    members.replace(known, by: kept.hasWindow ? keys.filter(kept.rows.contains) : keys)
    let dropped = kept.dropExcess()
    if !dropped.isEmpty { members.replace(dropped, by: []) }
    cost.willShow(change, ofKeys: reads.count)
    return change
  }

  private func read(_ reads: [RowRead], _ db: Snapshot) throws -> [PlacedRow<CompositeKey, Element>]
  {
    var found: [PlacedRow<CompositeKey, Element>] = []
    for read in reads { found += try statements[read.reader].read(db, keys: [read.key]) }
    if analyzed.hasGroups {
      found = found.map { row in
        PlacedRow(key: analyzed.groupKey(row.key), sorts: row.sorts, element: row.element)
      }
    }
    return reads.count > 1 ? found.withoutRepetitions() : found
  }
}

extension AnalyzedSelect {
  /// The key of a group, whatever row of it the values are of.
  func groupKey(_ key: CompositeKey) -> CompositeKey {
    keys.map(\.sort).groupKey(key.values)
  }
}

extension [SortTerm] {
  /// What the values of a row have in common with those of the rows of its group.
  func groupKey(_ values: some Sequence<DatabaseValue>) -> CompositeKey {
    CompositeKey(zip(self, values).map { $0.groupValue($1) })
  }
}
