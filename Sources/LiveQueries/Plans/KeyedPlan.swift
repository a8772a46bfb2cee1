import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps the rows of one table: those that were touched are read again and put in their places.
///
/// SQLite decides which of them are in the result and what they look like; only their order is compared here.
struct KeyedPlan<Key: PlanKey, Element: Sendable>: MaintainedResult {
  private let planned: PlannedSelect
  private let statements: KeyedStatements<Key, Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var result: OrderedResult<Key, Element>
  private var cost = PlanCost()

  init(_ planned: PlannedSelect, _ select: LiveSelect<Element>) {
    self.planned = planned
    statements = KeyedStatements(planned, select.decoding)
    isSame = select.isSame
    result = OrderedResult(order: planned.rowOrder, isSame: select.isSame)
  }

  var elements: [Element] { result.elements }

  mutating func start(_ db: Database) throws -> Difference<Element> {
    let began = ContinuousClock.now
    let rows = try statements.readAll(db)
    cost.didRun(since: began)
    let old = result
    try result.take(rows.keys, rows.sorts, rows.elements)
    return .between(old, result, isSame: isSame)
  }

  mutating func apply(_ changes: ChangeSet, _ db: Database) throws -> MaintainedChange<Element> {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: planned)
    switch touched {
    case .none: return .unchanged
    case .any: return MaintainedChange(rerun: try start(db))
    case .some(let keys): return try patch(wanted(keys), db)
    }
  }

  /// Of all keys that which is sought, where only one is.
  private func wanted(_ keys: [Key]) -> [Key] {
    guard let sought = planned.soughtRowID else { return keys }
    return keys.filter { $0 == Key(.rowID(sought)) }
  }

  private mutating func patch(_ keys: [Key], _ db: Database) throws -> MaintainedChange<Element> {
    if keys.isEmpty { return .unchanged }
    if cost.prefersRun(forKeys: keys.count) { return MaintainedChange(rerun: try start(db)) }
    let began = ContinuousClock.now
    let found = try statements.read(db, keys: keys)
    let difference = try result.patch(touched: keys, found: found) { try db.compare($0, $1, $2) }
    cost.didRead(keys: keys.count, since: began)
    return MaintainedChange(patched: difference)
  }
}

/// Why a plan cannot go on, and its query has to be run in another way.
enum PlanFailure: Error {
  /// Two rows have the same key.
  case repeatedKey
}

extension OrderedResult {
  /// Takes all rows of a query that has run again, in place of those there are.
  mutating func take(_ keys: [Key], _ sorts: [DatabaseValue], _ elements: [Element]) throws {
    guard load(keys: keys, sorts: sorts, elements: elements) else { throw PlanFailure.repeatedKey }
  }
}
