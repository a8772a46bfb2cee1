import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for the first rows of an order, with some more in reserve.
///
/// A row that comes after the last one that is kept is none of its business. Where rows go, those in reserve move up;
/// where too few are left, the first rows are read again.
///
/// - Invariant: all rows up to the bound are kept; without a bound all rows.
struct WindowPlan<Key: PlanKey, Element: Sendable, Snapshot: LiveSnapshot>: ResultPlan {
  private let analyzed: AnalyzedSelect
  private let statements: KeyedStatements<Key, Element, Snapshot>
  private let isSame: @Sendable (Element, Element) -> Bool
  private let window: Range<Int>
  private let reserve: Int
  private var rows: OrderedRows<Key>
  /// All rows that are kept, of which those in the window are the result.
  private var kept: [Element] = []
  private var bound: (key: Key, sorts: [DatabaseValue])?
  private var cost = PlanCost()

  init(_ analyzed: AnalyzedSelect, _ select: DecodableSelect<Element, Snapshot>) {
    self.analyzed = analyzed
    // Beyond any number of rows, without overflow when the reserve is added.
    let most = Int(Int32.max)
    let offset = min(analyzed.offset, most)
    window = offset..<(offset + min(analyzed.limit ?? most, most))
    reserve = max(16, min(window.count, 1024))
    statements = KeyedStatements(analyzed, select, isLimited: true)
    isSame = select.isSame
    rows = OrderedRows(order: analyzed.rowOrder)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    do { return try readFirstRows(db) } catch { throw failure(error) }
  }

  private mutating func readFirstRows(_ db: Snapshot) throws -> [Element] {
    let count = window.upperBound + reserve
    let began = ContinuousClock.now
    let read = try statements.readAll(db, limit: count)
    cost.didRun(since: began)
    try rows.take(read.keys, read.sorts)
    kept = read.elements
    bound = kept.count == count ? rows.last : nil
    return visible
  }

  private var visible: [Element] { Array(kept[window.clamped(to: 0..<kept.count)]) }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: analyzed)
    switch touched {
    case .none: return .unchanged
    case .any: return try rerun(elements, after: rows, db)
    case .some(let keys) where cost.prefersRun(forKeys: keys.count):
      return try rerun(elements, after: rows, db)
    case .some(let keys):
      do { return try patch(elements, keys, db) } catch { throw failure(error) }
    }
  }

  /// A row in reserve that cannot be decoded is no error, since the statement itself does not give it.
  private func failure(_ error: any Error) -> any Error {
    Snapshot.isOfDatabase(error) || error is CancellationError || error is PlanFailure
      ? error : PlanFailure.undecodable
  }

  private mutating func rerun(_ elements: [Element], after old: OrderedRows<Key>, _ db: Snapshot)
    throws -> ResultChange<[Element]>
  {
    let new = try start(db)
    return ResultChange(run: new, difference(from: elements, old), isSame: isSame)
  }

  private mutating func patch(_ elements: [Element], _ keys: [Key], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let old = rows
    let began = ContinuousClock.now
    let found = try statements.read(db, keys: keys).filter { try isWithinBound($0, db) }
    let change = try rows.patch(kept, touched: keys, found: found, isSame: isSame) {
      try db.compare($0, $1, $2)
    }
    cost.didRead(keys: keys.count, since: began)
    guard let change else { return .unchanged }
    try kept.apply(change)
    if let updated = updated(elements, by: change) {
      return ResultChange(patched: updated, isSame: isSame)
    }
    if bound != nil, kept.count < window.upperBound { return try rerun(elements, after: old, db) }
    if kept.count > window.upperBound + 2 * reserve {
      kept.removeLast(kept.count - window.upperBound - reserve)
      rows.removeRows(from: kept.count)
      bound = rows.last
    }
    return ResultChange(patched: difference(from: elements, old), isSame: isSame)
  }

  private func isWithinBound(_ row: PlacedRow<Key, Element>, _ db: Snapshot) throws -> Bool {
    guard let bound else { return true }
    return try rows.order.compare(row.sorts, row.key, bound.sorts, bound.key) {
      try db.compare($0, $1, $2)
    } <= 0
  }

  /// The way that most updates take: rows change and stay where they are.
  private func updated(_ elements: [Element], by change: Difference<Element>) -> Difference<
    Element
  >? {
    guard change.counts.total == change.updated.count,
      !change.updated.contains(where: \.isMoved)
    else { return nil }
    return Difference(
      oldCount: elements.count,
      updated: change.updated.filter { window.contains($0.newIndex) }.map { item in
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

  private func difference(from elements: [Element], _ old: OrderedRows<Key>) -> Difference<Element>
  {
    .between(old, elements, rows, visible, from: window.lowerBound, isSame: isSame)
  }
}
