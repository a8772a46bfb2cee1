import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps the first rows of an order, and some more in reserve.
///
/// A row that comes after the last one that is kept is none of its business. Where rows go, those in reserve move up;
/// where too few are left, the first rows are read again.
///
/// - Invariant: all rows up to the bound are kept; without a bound all rows.
struct WindowPlan<Key: PlanKey, Element: Sendable>: MaintainedResult {
  private let planned: PlannedSelect
  private let statements: KeyedStatements<Key, Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private let window: Range<Int>
  private let reserve: Int
  private var result: OrderedResult<Key, Element>
  private var bound: (key: Key, sorts: [DatabaseValue])?
  private var cost = PlanCost()
  private(set) var elements: [Element] = []

  init(_ planned: PlannedSelect, _ select: LiveSelect<Element>) {
    self.planned = planned
    // Beyond any number of rows, without overflow when the reserve is added.
    let most = Int(Int32.max)
    let offset = min(planned.offset, most)
    window = offset..<(offset + min(planned.limit ?? most, most))
    reserve = max(16, min(window.count, 1024))
    statements = KeyedStatements(planned, select.decoding, isLimited: true)
    isSame = select.isSame
    result = OrderedResult(order: planned.rowOrder, isSame: select.isSame)
  }

  mutating func start(_ db: Database) throws -> Difference<Element> {
    let old = result
    try load(db)
    return publish(after: old)
  }

  mutating func apply(_ changes: ChangeSet, _ db: Database) throws -> MaintainedChange<Element> {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: planned)
    switch touched {
    case .none: return .unchanged
    case .any: return MaintainedChange(rerun: try start(db))
    case .some(let keys) where cost.prefersRun(forKeys: keys.count):
      return MaintainedChange(rerun: try start(db))
    case .some(let keys): return try patch(keys, db)
    }
  }

  private mutating func load(_ db: Database) throws {
    let count = window.upperBound + reserve
    let began = ContinuousClock.now
    let rows = try statements.readAll(db, limit: count)
    cost.didRun(since: began)
    try result.take(rows.keys, rows.sorts, rows.elements)
    bound = rows.keys.count == count ? result.rows.last : nil
  }

  private mutating func patch(_ keys: [Key], _ db: Database) throws -> MaintainedChange<Element> {
    let old = result
    let began = ContinuousClock.now
    let found = try statements.read(db, keys: keys).filter { try isWithinBound($0, db) }
    let difference = try result.patch(touched: keys, found: found) { try db.compare($0, $1, $2) }
    cost.didRead(keys: keys.count, since: began)
    guard let difference else { return .unchanged }
    if let change = updated(by: difference) { return MaintainedChange(patched: change) }
    if bound != nil, result.count < window.upperBound {
      try load(db)
      return MaintainedChange(rerun: publish(after: old))
    }
    if result.count > window.upperBound + 2 * reserve {
      result.removeRows(from: window.upperBound + reserve)
      bound = result.rows.last
    }
    return MaintainedChange(patched: publish(after: old))
  }

  private func isWithinBound(_ row: PlacedRow<Key, Element>, _ db: Database) throws -> Bool {
    guard let bound else { return true }
    return try result.rows.order.compare(row.sorts, row.key, bound.sorts, bound.key) {
      try db.compare($0, $1, $2)
    } <= 0
  }

  /// The way that most updates take: rows change and stay where they are.
  private mutating func updated(by difference: Difference<Element>) -> Difference<Element>? {
    guard difference.counts.total == difference.updated.count,
      !difference.updated.contains(where: \.isMoved)
    else { return nil }
    let visible = difference.updated.filter { window.contains($0.newIndex) }
    for item in visible { elements[item.newIndex - window.lowerBound] = item.newElement }
    return Difference(
      oldCount: elements.count,
      updated: visible.map { item in
        .init(
          oldIndex: item.oldIndex - window.lowerBound,
          newIndex: item.newIndex - window.lowerBound,
          oldElement: item.oldElement,
          newElement: item.newElement,
          isMoved: false
        )
      }
    )
  }

  private mutating func publish(after old: OrderedResult<Key, Element>) -> Difference<Element> {
    let range = window.clamped(to: 0..<result.count)
    elements = Array(result.elements[range])
    return .between(
      old,
      result,
      in: window.clamped(to: 0..<old.count),
      and: range,
      isSame: isSame
    )
  }
}
