import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps the rows of one table: those that were touched are read again and put in their places.
///
/// SQLite decides which of them are in the result and what they look like; only their order is compared here.
struct KeyedPlan<Key: PlanKey, Element: Sendable>: ResultPlan {
  private let planned: PlannedSelect
  private let statements: KeyedStatements<Key, Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var rows: OrderedRows<Key>
  private var cost = PlanCost()

  init(_ planned: PlannedSelect, _ select: LiveSelect<Element>) {
    self.planned = planned
    statements = KeyedStatements(planned, select.decoding)
    isSame = select.isSame
    rows = OrderedRows(order: planned.rowOrder)
  }

  mutating func start(_ db: Database) throws -> [Element] {
    let began = ContinuousClock.now
    let read = try statements.readAll(db)
    cost.didRun(since: began)
    try rows.take(read.keys, read.sorts)
    return read.elements
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: planned)
    switch touched {
    case .none: return .unchanged
    case .any: return try rerun(elements, db)
    case .some(let keys): return try patch(elements, wanted(keys), db)
    }
  }

  private mutating func rerun(_ elements: [Element], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    let old = rows
    let new = try start(db)
    return .rerun(.between(old, elements, rows, new, isSame: isSame))
  }

  /// Of all keys that which is sought, where only one is.
  private func wanted(_ keys: [Key]) -> [Key] {
    guard let sought = planned.soughtRowID else { return keys }
    return keys.filter { $0 == Key(.rowID(sought)) }
  }

  private mutating func patch(_ elements: [Element], _ keys: [Key], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    if keys.isEmpty { return .unchanged }
    if cost.prefersRun(forKeys: keys.count) { return try rerun(elements, db) }
    let began = ContinuousClock.now
    defer { cost.didRead(keys: keys.count, since: began) }
    var found: [PlacedRow<Key, Element>] = []
    if keys.count == 1, planned.hasIntegerKeys {
      if let change = try patchInPlace(elements, keys[0], db, else: &found) { return change }
    } else {
      found = try statements.read(db, keys: keys)
    }
    let difference = try rows.patch(elements, touched: keys, found: found, isSame: isSame) {
      try db.compare($0, $1, $2)
    }
    return difference.map { .patched($0) } ?? .unchanged
  }
}

extension KeyedPlan {
  /// The way that most updates take: one row, which stays where it is.
  ///
  /// - Parameter found: Gets the row where it does not.
  /// - Returns: `nil` where it came, went or moved.
  private func patchInPlace(
    _ elements: [Element],
    _ key: Key,
    _ db: Database,
    else found: inout [PlacedRow<Key, Element>]
  ) throws -> MaintainedChange<Element>? {
    var change: MaintainedChange<Element>?
    try statements.forEachRow(db, of: key) { key, sorts, row in
      let new = try statements.element(of: row)
      guard let index = rows.position(of: key, orderedBy: sorts) else {
        return found.append(PlacedRow(key: key, sorts: sorts, element: new))
      }
      change =
        isSame(elements[index], new)
        ? .unchanged : .patched(Difference(of: elements, updatedAt: index, to: new))
    }
    return change
  }
}

/// Why a plan cannot go on, and its query has to be run in another way.
enum PlanFailure: Error {
  /// Two rows have the same key.
  case repeatedKey
  /// A row cannot be decoded, which may be none that the statement gives.
  case undecodable

  var reason: LivePlan.Reason {
    switch self {
    case .repeatedKey: .repeatedKey
    case .undecodable: .undecodableRow
    }
  }
}

extension OrderedRows {
  /// Takes all rows of a query that has run again, in place of those there are.
  mutating func take(_ keys: [Key], _ sorts: [DatabaseValue]) throws {
    guard load(keys: keys, sorts: sorts) else { throw PlanFailure.repeatedKey }
  }
}
