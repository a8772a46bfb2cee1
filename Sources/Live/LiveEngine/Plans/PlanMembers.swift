import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The rows of tables that contribute to a result, and that a plan needs.
///
/// They are used to find what a commit touched. This is a value that one thread uses at a time.
/// After an error, it must be loaded again with `load`.
protocol PlanMembers<Snapshot>: Sendable {
  /// A snapshot of the database.
  associatedtype Snapshot: LiveSnapshot

  /// The columns by which each of the plan's statements reads rows.
  var readers: [RowReader] { get }

  /// Reads all of them.
  mutating func load(_ db: Snapshot) throws

  /// Records the rows of the result: some are no longer there, others are new.
  ///
  /// - Parameter old: The rows that are no longer there; `nil` for all previous ones.
  mutating func replace(_ old: [CompositeKey]?, by new: [CompositeKey])

  /// Finds the rows of the result that commits touched, and updates what it knows about them.
  ///
  /// - Parameter prefersRerun: Returns whether, for a number of keys, the whole query should run
  ///   instead.
  mutating func touched(
    by changes: ChangeSet,
    _ db: Snapshot,
    unless prefersRerun: (Int) -> Bool
  ) throws -> TouchedRows
}

/// The columns by which a statement reads touched rows.
enum RowReader {
  /// The key of the result's rows.
  case ownKey
  /// The key of a table.
  case source(AnalyzedSelect.Source)
  /// Expressions whose values rows share.
  case terms([QueryFragment])
  /// A list of row numbers of a table, which is the only value of the key.
  case rowNumbers(AnalyzedSelect.Source)
  /// The values from which the row of a group is computed; no table is read.
  case computed(SelectPlan.ComputedRow)
}

/// The rows of a result that a commit touched.
enum TouchedRows {
  /// No rows.
  case none
  /// The rows that were known, and the keys by which all current ones are read.
  case some(known: [CompositeKey], reads: [RowRead])
  /// Possibly any row.
  case any
}

/// A read of touched rows, by a statement and a key.
struct RowRead: Hashable {
  /// The index of the plan's statement.
  let reader: Int
  let key: CompositeKey
}

extension RowReader {
  /// The purpose of its statement.
  var purpose: PlanQuery.Purpose {
    switch self {
    case .rowNumbers: .rowsOfKeys
    case .computed: .countedRow
    case .ownKey, .source, .terms: .rowsOfKey
    }
  }

  /// Returns the statement that reads rows, with the number of its parameters.
  func statement<Snapshot: LiveSnapshot>(_ analyzed: AnalyzedSelect, in snapshot: Snapshot.Type)
    -> (query: QueryFragment, parameterCount: Int)
  {
    if case .computed(let row) = self { return (row.query, row.parameterCount) }
    let conditions = conditions(analyzed, in: snapshot)
    return (analyzed.parts.query(hidden: analyzed.hidden, where: conditions), conditions.count)
  }

  /// Returns the conditions on the rows of tables that are read, one for each parameter.
  func conditions<Snapshot: LiveSnapshot>(_ analyzed: AnalyzedSelect, in snapshot: Snapshot.Type)
    -> [QueryFragment]
  {
    switch self {
    case .ownKey:
      Snapshot.hasKey(analyzed.keys.map(\.expression), isRowNumber: analyzed.hasIntegerKeys)
    case .source(let source):
      Snapshot.hasKey(source.keyColumns, isRowNumber: source.hasRowNumbers)
    case .terms(let terms): Snapshot.hasKey(terms, isRowNumber: false)
    case .rowNumbers(let source):
      source.keyColumns.map { Snapshot.isRowNumber($0, inParameter: 1) }
    case .computed: []
    }
  }
}

/// The plan for rows that combine several rows of tables: joined, grouped, or both.
///
/// The members find the rows of the result to which a touched row of a table contributes, before
/// and after; those are read again.
struct MemberPlan<Members: PlanMembers, Element: Sendable>: ResultPlan {
  typealias Snapshot = Members.Snapshot

  private let analyzed: AnalyzedSelect
  private let statements: [KeyedStatements<CompositeKey, Element, Snapshot>]
  private let isSame: @Sendable (Element, Element) -> Bool
  private var members: Members
  private var materialized: MaterializedRows<CompositeKey, Element>
  private var cost = PlanCost()

  init(
    _ analyzed: AnalyzedSelect,
    _ select: DecodableSelect<Element, Snapshot>,
    _ members: Members
  ) {
    self.analyzed = analyzed
    self.members = members
    isSame = select.isSame
    materialized = MaterializedRows(analyzed, isSame: select.isSame)
    statements = members.readers.map { KeyedStatements(analyzed, select, by: $0) }
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    let read = try readAll(db)
    let elements = try materialized.take(read)
    members.replace(nil, by: read.keys)
    return elements
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let cost = cost
    switch try members.touched(by: changes, db, unless: { cost.prefersRerun(forKeys: $0) }) {
    case .none: return .unchanged
    case .any: return try rerun(elements, db)
    case .some(let known, let reads):
      if cost.prefersRerun(forKeys: reads.count) { return try rerun(elements, db) }
      return try patch(elements, known, reads, db) ?? rerun(elements, db)
    }
  }

  func reads(_ element: Element, at index: Int, _ db: Snapshot) throws -> Bool {
    guard analyzed.hasGroups, !analyzed.isDistinct, let key = materialized.key(at: index) else {
      return false
    }
    let read = try statements[0].read(db, key: key).elements
    return read.count == 1 && isSame(read[0], element)
  }

  private mutating func rerun(_ elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let read = try readAll(db)
    let change = try materialized.replaceRows(read, after: elements)
    members.replace(nil, by: read.keys)
    return change
  }

  private mutating func readAll(_ db: Snapshot) throws -> PlanRows<CompositeKey, Element> {
    let began = ContinuousClock.now
    defer { cost.didRun(since: began) }
    try members.load(db)
    return try readingReserve(materialized.hasWindow, of: Snapshot.self) {
      var read = try statements[0].readAll(db, limit: materialized.readCount)
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
    let found = try readingReserve(materialized.hasWindow, of: Snapshot.self) {
      try read(reads, db)
    }
    let change = try materialized.patch(elements, touched: known, found: found) {
      try db.compare($0, $1, $2)
    }
    let keys = found.map(\.key)
    members.replace(
      known,
      by: materialized.hasWindow ? keys.filter(materialized.rows.contains) : keys
    )
    let dropped = materialized.dropExcess()
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
    let rows = found.count > 1 ? found.withoutRepetitions() : found
    // The rows of a list of row numbers may form two groups whose keys look the same.
    if analyzed.scansTable, rows.count < found.count { throw PlanFailure.repeatedKey }
    return rows
  }
}

extension AnalyzedSelect {
  /// Returns the key of a group, which is the same for all of its rows.
  func groupKey(_ key: CompositeKey) -> CompositeKey {
    keys.map(\.sort).groupKey(key.values)
  }
}

extension [SortTerm] {
  /// Returns the values that a row shares with the rows of its group.
  func groupKey(_ values: some Sequence<DatabaseValue>) -> CompositeKey {
    CompositeKey(zip(self, values).map { $0.groupValue($1) })
  }
}
