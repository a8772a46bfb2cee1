import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for the one row of aggregates over rows of tables, joined or not.
///
/// What rows add up to is kept: what came is added, what went is taken away. That is exact for integers; where there are
/// others, or other aggregates, the row is read again when a row that counts was touched.
///
/// Memory for each row that counts: its key and its values.
struct TotalsPlan<Element: Sendable, Snapshot: LiveSnapshot>: ResultPlan {
  private let totals: AnalyzedSelect.Totals
  private let query: any RowStatement<Element, Snapshot>
  private let row: any RowStatement<Element, Snapshot>
  private let isSame: @Sendable (Element, Element) -> Bool
  private let width: Int
  private var rows: SelectRows<Snapshot>
  private var values: [CompositeKey: Addends] = [:]
  private var sums: [RunningSum]
  private var cost = PlanCost()

  init(
    _ analyzed: AnalyzedSelect,
    _ totals: AnalyzedSelect.Totals,
    _ select: DecodableSelect<Element, Snapshot>
  ) {
    self.totals = totals
    isSame = select.isSame
    query = select.statement(PlanQuery(.statement, select.query))
    row = select.statement(
      PlanQuery(.countedRow, totals.row, parameterCount: totals.aggregates.count)
    )
    let values = analyzed.arms[0].values
    width = values.count
    rows = SelectRows(analyzed.arms[0].select, values: values)
    sums = Array(repeating: RunningSum(), count: values.count)
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
    switch try rows.change(by: changes, db, unless: { cost.prefersRun(forKeys: $0) }) {
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

  /// Takes rows away and adds others.
  ///
  /// - Returns: Whether any row counted, or counts now.
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

  /// Makes the row of the sums, or reads it where that would not be exact.
  private func read(_ db: Snapshot) throws -> [Element] {
    var arguments: [DatabaseValue] = []
    for (aggregate, column) in totals.aggregates {
      guard let value = sums[column].value(of: aggregate) else { return try query.elements(db) }
      arguments.append(value)
    }
    return try arguments.isEmpty ? query.elements(db) : row.elements(db, arguments)
  }
}

/// What a row adds to sums.
private struct Addends: Sendable {
  let values: [Addend]

  init(_ values: ArraySlice<DatabaseValue>) { self.values = values.map(Addend.init) }
}

/// A value that is added up.
enum Addend: Sendable, Equatable {
  case null
  case integer(Int64)
  /// Anything else, and integers so great that sums of them may not fit.
  case other

  init(_ value: DatabaseValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = number.magnitude <= Self.most ? .integer(number) : .other
    default: self = .other
    }
  }

  private static let most: UInt64 = 1 << 40
}

/// A sum that values are added to and taken from.
struct RunningSum: Sendable {
  private var sum: Int64 = 0
  /// What the sum would be if no value were negative: as long as that fits, so does each sum on the way.
  private var magnitude: Int64 = 0
  private var count: Int64 = 0
  private var otherCount: Int64 = 0

  mutating func add(_ value: Addend) { change(value, 1) }

  mutating func remove(_ value: Addend) { change(value, -1) }

  private mutating func change(_ value: Addend, _ sign: Int64) {
    switch value {
    case .null: return
    case .other: otherCount += sign
    case .integer(let number):
      sum &+= sign * number
      magnitude &+= sign * Int64(number.magnitude)
    }
    count += sign
  }

  /// What an aggregate gives; `nil` where that is not known exactly.
  ///
  /// SQLite adds reals in the order in which it reads them, and `avg` and `total` are reals of what they add up: integers up
  /// to 2⁵³ are exact. https://www.sqlite.org/lang_aggfunc.html
  func value(of aggregate: AdditiveAggregate) -> DatabaseValue? {
    if aggregate == .count { return .integer(count) }
    // So many values of at most 2⁴⁰ cannot overflow.
    guard otherCount == 0, count < 1 << 22 else { return nil }
    switch aggregate {
    case .count: return .integer(count)
    case .sum: return count == 0 ? .null : .integer(sum)
    case .total: return magnitude <= 1 << 53 ? .real(Double(sum)) : nil
    case .avg:
      guard magnitude <= 1 << 53 else { return nil }
      return count == 0 ? .null : .real(Double(sum) / Double(count))
    }
  }
}
