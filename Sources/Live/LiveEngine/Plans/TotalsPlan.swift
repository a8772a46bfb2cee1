import DatabaseTypes
import IncrementalQueries
import SQLSyntax
import TypedSQL

/// The plan for a single row of aggregates over rows of tables, joined or not.
///
/// It keeps running totals: values of new rows are added, and values of removed rows subtracted.
/// That is exact for integers. With other values, or other aggregates, the row is read again
/// whenever a row that counts was touched.
///
/// Memory for each row that counts: its key and its values. The rows of a join have a
/// ``PairLimit``, beyond which the plan fails.
struct TotalsPlan<Element: Sendable, Snapshot: LiveSnapshot>: ResultPlan {
  /// The aggregates, each with the index of its value.
  private let aggregates: [(aggregate: RunningAggregate, value: Int)]
  private let query: any RowStatement<Element, Snapshot>
  /// The row that is computed from the totals; `nil` if it is always read.
  private let row: (any RowStatement<Element, Snapshot>)?
  private let isSame: @Sendable (Element, Element) -> Bool
  private let width: Int
  private var rows: SelectRows<Snapshot>
  private var values: [CompositeKey: Addends] = [:]
  private var sums: [RunningSum]
  private var cost = PlanCost()

  init(_ totals: SelectPlan.Totals, _ select: DecodableSelect<Element, Snapshot>) {
    aggregates = totals.row?.aggregates ?? []
    isSame = select.isSame
    query = select.statement(PlanQuery(.statement, select.query))
    row = totals.row.map {
      select.statement(PlanQuery(.countedRow, $0.query, parameterCount: $0.parameterCount))
    }
    width = totals.row?.values.count ?? 0
    rows = SelectRows(totals.select, values: totals.row?.values ?? [], areShown: false)
    sums = Array(repeating: RunningSum(), count: width)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    let began = ContinuousClock.now
    defer { cost.didRun(since: began) }
    var (values, sums) = ([CompositeKey: Addends](), sums.map { _ in RunningSum() })
    try rows.load(db) { key, row in
      let addends = Addends(row)
      for (column, value) in addends.values.enumerated() { sums[column].add(value) }
      values[key] = addends
    }
    (self.values, self.sums) = (values, sums)
    return try query.elements(db)
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let began = ContinuousClock.now
    let cost = cost
    switch try rows.change(by: changes, db, unless: { cost.prefersRerun(forKeys: $0) }) {
    case .none: return .unchanged
    case .any:
      let new = try start(db)
      return ResultChange(run: new, .between(elements, new, isSame: isSame), isSame: isSame)
    case .some(let known, let found):
      defer { self.cost.didPatch(keys: known.count, since: began) }
      guard replace(known, by: found) else { return .unchanged }
      let new = try read(db)
      return ResultChange(patched: .between(elements, new, isSame: isSame), isSame: isSame)
    }
  }

  /// Replaces rows.
  ///
  /// - Returns: Whether any of the old or new rows counts.
  private mutating func replace(
    _ known: [CompositeKey],
    by found: [(key: CompositeKey, values: [DatabaseValue])]
  ) -> Bool {
    var isTouched = !found.isEmpty
    for key in known {
      guard let addends = values.removeValue(forKey: key) else { continue }
      isTouched = true
      for (column, value) in addends.values.enumerated() { sums[column].remove(value) }
    }
    for row in found {
      let addends = Addends(row.values[...])
      for (column, value) in addends.values.enumerated() { sums[column].add(value) }
      values[row.key] = addends
    }
    return isTouched
  }

  /// Computes the row from the totals, or reads it if that would not be exact.
  private func read(_ db: Snapshot) throws -> [Element] {
    guard let row else { return try query.elements(db) }
    var arguments: [DatabaseValue] = []
    for (aggregate, column) in aggregates {
      guard let value = sums[column].value(of: aggregate) else { return try query.elements(db) }
      arguments.append(value)
    }
    return try row.elements(db, arguments)
  }
}
