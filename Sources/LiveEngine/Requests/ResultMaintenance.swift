package import DatabaseTypes
import IncrementalQueries

/// The maintenance of a result by what commits changed.
///
/// A value that one thread uses at a time. An error leaves it in need of `start`.
package protocol ResultMaintenance<Value, Snapshot>: Sendable {
  /// The type of the result.
  associatedtype Value: Sendable
  /// The database at one moment.
  associatedtype Snapshot: LiveSnapshot

  /// How the result is kept and what it reads; `nil` before the first start.
  var analyzed: AnalyzedSelect? { get }

  /// Chooses a plan, and reads the whole result.
  ///
  /// - Parameter old: The result before, if there is one.
  /// - Returns: What changes; `nil` where no plan is better than reading it as a whole each time.
  mutating func start(_ db: Snapshot, after old: Value?) throws -> ResultChange<Value>?

  /// Takes over what commits changed.
  ///
  /// - Parameters:
  ///   - changes: The keys of the rows that they touched.
  ///   - value: The result as of the last call.
  ///   - db: A snapshot in which all of them are visible, and nothing that is not told.
  /// - Returns: What changes; `.failed` where the rows are known, and do not make a value.
  mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Snapshot) throws
    -> ResultChange<Value>

  /// The result as the query gives it when it is run afresh, where that is another one.
  func correction(of value: Value, _ db: Snapshot) throws -> Value?

  /// The keys of the rows of the first table of the statement that have part in the result, or can have without being
  /// touched.
  ///
  /// - Parameter touched: All keys that were touched since this was asked last; `nil` where that is not known.
  /// - Returns: `nil` where that is not known.
  func keptKeys(among touched: [RowKey]?) -> KeptKeys?
}

extension ResultMaintenance {
  /// That is not known.
  package func keptKeys(among touched: [RowKey]?) -> KeptKeys? { nil }

  /// Nothing is known of what would be right.
  package func correction(of value: Value, _ db: Snapshot) throws -> Value? { nil }
}

/// The maintenance of the rows of a `SELECT`.
package struct RowsMaintenance<Element: Sendable, Snapshot: LiveSnapshot>: ResultMaintenance {
  private let select: DecodableSelect<Element, Snapshot>
  private var runner: PlanRunner<Element, Snapshot>

  /// Keeps nothing before it is started.
  package init(_ select: DecodableSelect<Element, Snapshot>) {
    self.select = select
    runner = PlanRunner(select)
  }

  private var isSame: @Sendable (Element, Element) -> Bool { select.isSame }

  package var analyzed: AnalyzedSelect? { runner.analyzed }

  package func keptKeys(among touched: [RowKey]?) -> KeptKeys? { runner.keptKeys(among: touched) }

  package mutating func start(_ db: Snapshot, after old: [Element]?) throws
    -> ResultChange<[Element]>?
  {
    let analyzed = try runner.analyze(db)
    if analyzed.plan.isRerun { return nil }
    let new = try runner.start(analyzed, db)
    let known = old.map { ResultDifference.between($0, new, isSame: isSame) }
    return .replaced(LiveReading(value: new, isFollowed: true), known)
  }

  package mutating func apply(_ changes: ChangeSet, to value: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  { try runner.apply(changes, to: value, db) }

  package func correction(of value: [Element], _ db: Snapshot) throws -> [Element]? {
    guard select.canCompare, let analyzed else { return nil }
    let fresh = try select.rows(analyzed, db)
    return Difference.between(value, fresh, isSame: isSame).isEmpty ? nil : fresh
  }
}

/// The maintenance of the first row of a `SELECT`, and of what is made of it.
package struct FirstRowMaintenance<Row: Sendable, Value: Sendable, Snapshot: LiveSnapshot>:
  ResultMaintenance
{
  private let convert: @Sendable (Row?) throws -> Value
  private let select: DecodableSelect<Row, Snapshot>
  private var runner: PlanRunner<Row, Snapshot>
  private var rows = LiveReading<[Row]>(value: [])
  private var isUsable = true

  /// Keeps nothing before it is started.
  ///
  /// - Parameter convert: What the row comes to; it gets `nil` where there is none.
  package init(
    _ select: DecodableSelect<Row, Snapshot>,
    convert: @escaping @Sendable (Row?) throws -> Value
  ) {
    self.convert = convert
    self.select = select
    runner = PlanRunner(select)
  }

  package var analyzed: AnalyzedSelect? { runner.analyzed }

  package func keptKeys(among touched: [RowKey]?) -> KeptKeys? { runner.keptKeys(among: touched) }

  package mutating func start(_ db: Snapshot, after old: Value?) throws -> ResultChange<Value>? {
    // Another schema may allow a better plan than that of the first rows.
    runner = PlanRunner(select)
    var analyzed = try runner.analyze(db)
    switch analyzed.plan {
    case .rerun: return nil
    case .aggregate, .pointLookup: break
    default:
      // Of many rows only the first ones are kept.
      runner = PlanRunner(select.limitedToOne)
      analyzed = try runner.analyze(db)
    }
    if analyzed.plan.isRerun { return nil }
    rows = LiveReading(value: try runner.start(analyzed, db))
    return change { .replaced(LiveReading(value: $0), nil) }
  }

  package mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Snapshot) throws
    -> ResultChange<Value>
  {
    switch try runner.apply(changes, to: rows.value, db) {
    // What could not be used before cannot be used now either.
    case .unchanged: return isUsable ? .unchanged : change { .patched(ResultPatch($0)) }
    case .failed(let error): return .failed(error)
    case .patched(let patch):
      try patch.apply(to: &rows)
      return change { .patched(ResultPatch($0)) }
    case .replaced(let new, let difference):
      rows = new
      // What does not differ in its rows does not differ in what is made of them.
      let known = difference?.isEmpty == true && isUsable ? NoDifference() : nil
      return change { .replaced(LiveReading(value: $0), known) }
    }
  }

  private mutating func change(_ make: (Value) -> ResultChange<Value>) -> ResultChange<Value> {
    isUsable = false
    do {
      let value = try convert(rows.value.first)
      isUsable = true
      return make(value)
    } catch { return .failed(error) }
  }
}
