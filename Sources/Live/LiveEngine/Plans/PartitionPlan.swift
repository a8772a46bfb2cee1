import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for the rows of one table with window functions.
///
/// All rows of the partitions that commits touched are read again, and patched into the result.
struct PartitionPlan<Key: PlanKey, Element: Sendable, Snapshot: LiveSnapshot>: WholeReadingPlan {
  private typealias Members = PartitionMembers<Key, Snapshot>

  private let statements: [KeyedStatements<Key, Element, Snapshot>]
  private var members: Members
  var materialized: MaterializedRows<Key, Element>
  var cost = PlanCost()

  /// Creates a plan that has not been started.
  ///
  /// - Parameters:
  ///   - partition: The terms by which all window functions partition the rows.
  ///   - scansTable: Whether no index finds the rows of a partition.
  init(
    _ analyzed: AnalyzedSelect,
    _ partition: [AnalyzedSelect.Term],
    _ scansTable: Bool,
    _ select: DecodableSelect<Element, Snapshot>
  ) {
    members = Members(analyzed, partition, scansTable)
    statements = members.readers.map { KeyedStatements(analyzed, select, by: $0) }
    materialized = MaterializedRows(analyzed, isSame: select.isSame)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    try members.load(db)
    return try readResult(db)
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    switch try members.change(by: changes, db) {
    case .none: return .unchanged
    case .any:
      try members.load(db)
      return try rerun(elements, db)
    case .some(let touched):
      if cost.prefersRerun(forKeys: touched.rowCount) { return try rerun(elements, db) }
      return try patch(elements, touched, db) ?? rerun(elements, db)
    }
  }

  /// Reads all rows of the result; the members already include the commit when a run is preferred.
  func readAll(_ db: Snapshot, known: OrderedRows<Key>.Walk?) throws -> PlanRows<Key, Element> {
    try readingReserve(materialized.hasWindow, of: Snapshot.self) {
      try statements[0].readAll(db, limit: materialized.readCount, known: known)
    }
  }

  private mutating func patch(_ elements: [Element], _ touched: Members.Touched, _ db: Snapshot)
    throws -> ResultChange<[Element]>?
  {
    let began = ContinuousClock.now
    defer { cost.didPatch(keys: touched.rowCount, since: began) }
    let found = try readingReserve(materialized.hasWindow, of: Snapshot.self) {
      try read(touched.reads, db)
    }
    let change = try change(elements, touched, found, db)
    cost.willShow(change, ofKeys: touched.rowCount)
    return change
  }

  private func read(_ reads: [RowRead], _ db: Snapshot) throws -> PlanRows<Key, Element> {
    var found = PlanRows<Key, Element>()
    for read in reads { try statements[read.reader].read(db, read.key.values, into: &found) }
    return found
  }

  /// Patches the rows of partitions into the result.
  ///
  /// - Returns: The change; `nil` if too few rows are left.
  private mutating func change(
    _ elements: [Element],
    _ touched: Members.Touched,
    _ found: PlanRows<Key, Element>,
    _ db: Snapshot
  ) throws -> ResultChange<[Element]>? {
    if let change = materialized.patchInPlace(elements, touched: touched.known, found) {
      return change
    }
    let placed = statements[0].placed(found)
    let rows = touched.reads.count > 1 ? placed.withoutRepetitions() : placed
    let change = try materialized.patch(elements, touched: touched.known, found: rows) {
      try db.compare($0, $1, $2)
    }
    _ = materialized.dropExcess()
    return change
  }
}
