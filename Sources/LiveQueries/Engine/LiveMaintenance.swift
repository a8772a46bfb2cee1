import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase

/// Keeps the result of a request up to date by what commits changed.
///
/// A value that one thread uses at a time. An error leaves it in need of `start`, unless it is an ``UnusableResult``.
protocol LiveMaintenance<Value>: Sendable {
  associatedtype Value: Sendable

  /// How the result is kept and what it reads; `nil` before the first start.
  var planned: PlannedSelect? { get }

  /// Chooses a plan, and reads the whole result.
  ///
  /// - Parameter old: The result before, if there is one.
  /// - Returns: What changes; `nil` where no plan is better than reading it as a whole each time.
  mutating func start(_ db: Database, after old: Value?) throws -> LiveChange<Value>?

  /// Takes over what commits changed.
  ///
  /// - Parameters:
  ///   - changes: The keys of the rows that they touched.
  ///   - value: The result as of the last call.
  ///   - db: A connection on which all of them are visible, and nothing after them.
  mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Database) throws
    -> LiveStep<Value>

  /// The result as the query gives it when it is run afresh, where that is another one.
  func correction(of value: Value, _ db: Database) throws -> Value?
}

extension LiveMaintenance {
  func correction(of value: Value, _ db: Database) throws -> Value? { nil }
}

/// What a commit did to a result.
struct LiveStep<Value: Sendable>: Sendable {
  /// What changes, if anything does.
  let change: LiveChange<Value>?
  /// Whether the whole query was run again.
  let isRerun: Bool
}

/// The rows of a query are known, and do not make a value.
struct UnusableResult: Error {
  let cause: any Error
}

/// Keeps the rows of a `SELECT`.
struct MaintainedRows<Element: Sendable>: LiveMaintenance {
  private let select: LiveSelect<Element>
  private var plan: SelectPlan<Element>

  init(_ select: LiveSelect<Element>) {
    self.select = select
    plan = SelectPlan(select)
  }

  private var isSame: @Sendable (Element, Element) -> Bool { select.isSame }

  var planned: PlannedSelect? { plan.planned }

  mutating func start(_ db: Database, after old: [Element]?) throws -> LiveChange<[Element]>? {
    let planned = try plan.analyse(db)
    if planned.plan.isRerun { return nil }
    let new = try plan.start(planned, db)
    let known = old.map { ResultDifference.between($0, new, isSame: isSame) }
    return .value(LiveReading(value: new, isFollowed: true), known)
  }

  mutating func apply(_ changes: ChangeSet, to value: [Element], _ db: Database) throws
    -> LiveStep<[Element]>
  {
    let change = try plan.apply(changes, to: value, db)
    guard let difference = change.difference else {
      return LiveStep(change: nil, isRerun: change.isRerun)
    }
    let patch = LivePatch(ResultDifference(difference: difference, isSame: isSame))
    return LiveStep(change: .patch(patch), isRerun: change.isRerun)
  }

  func correction(of value: [Element], _ db: Database) throws -> [Element]? {
    guard select.canCompare, let planned else { return nil }
    let fresh = try select.rows(planned, db)
    return Difference.between(value, fresh, isSame: isSame).isEmpty ? nil : fresh
  }
}

/// Keeps the first row of a `SELECT`, and what is made of it.
struct MaintainedFirstRow<Row: Sendable, Value: Sendable>: LiveMaintenance {
  private let convert: @Sendable (Row?) throws -> Value
  private let select: LiveSelect<Row>
  private var plan: SelectPlan<Row>
  private var rows: [Row] = []
  private var isUsable = true

  init(_ select: LiveSelect<Row>, convert: @escaping @Sendable (Row?) throws -> Value) {
    self.convert = convert
    self.select = select
    plan = SelectPlan(select)
  }

  var planned: PlannedSelect? { plan.planned }

  mutating func start(_ db: Database, after old: Value?) throws -> LiveChange<Value>? {
    // Another schema may allow a better plan than that of the first rows.
    plan = SelectPlan(select)
    var planned = try plan.analyse(db)
    switch planned.plan {
    case .rerun: return nil
    case .aggregate, .pointLookup: break
    default:
      // Of many rows only the first ones are kept.
      plan = SelectPlan(select.limitedToOne)
      planned = try plan.analyse(db)
    }
    if planned.plan.isRerun { return nil }
    rows = try plan.start(planned, db)
    return try change()
  }

  mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Database) throws
    -> LiveStep<Value>
  {
    let change = try plan.apply(changes, to: rows, db)
    guard let difference = change.difference else {
      // What could not be used before cannot be used now either.
      return LiveStep(change: isUsable ? nil : try self.change(), isRerun: change.isRerun)
    }
    try rows.apply(difference)
    return LiveStep(change: try self.change(), isRerun: change.isRerun)
  }

  private mutating func change() throws -> LiveChange<Value> {
    isUsable = false
    do {
      let value = try convert(rows.first)
      isUsable = true
      return .value(LiveReading(value: value), nil)
    } catch { throw UnusableResult(cause: error) }
  }
}
