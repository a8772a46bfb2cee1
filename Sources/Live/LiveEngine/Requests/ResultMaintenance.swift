package import DatabaseTypes
import IncrementalQueries

/// The maintenance of a result by the changes of commits.
///
/// This is a value that one thread uses at a time. After an error, it must be started again with
/// `start`.
package protocol ResultMaintenance<Value, Snapshot>: Sendable {
  /// The type of the result.
  associatedtype Value: Sendable
  /// A snapshot of the database.
  associatedtype Snapshot: LiveSnapshot

  /// The plan, and what it reads; `nil` before the first start.
  var analyzed: AnalyzedSelect? { get }

  /// Chooses a plan, and reads the whole result.
  ///
  /// - Parameter old: The previous result, if there is one.
  /// - Returns: The change; `nil` if no plan is better than reading the whole result each time.
  mutating func start(_ db: Snapshot, after old: Value?) throws -> ResultChange<Value>?

  /// Applies the changes of commits.
  ///
  /// - Parameters:
  ///   - changes: The keys of the rows that they touched.
  ///   - value: The result after the last call.
  ///   - db: A snapshot that shows all of these commits, and nothing that was not reported.
  /// - Returns: The change; `.failed` if the rows are known but cannot be converted to a value.
  mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Snapshot) throws
    -> ResultChange<Value>

  /// Returns the result of running the query from scratch, if it differs.
  func correction(of value: Value, _ db: Snapshot) throws -> Value?

  /// Returns the keys of the first table's rows that contribute to the result, or may without a
  /// change.
  ///
  /// - Parameter touched: All keys that were touched since the last call; `nil` if that is not
  ///   known.
  /// - Returns: `nil` if they are not known.
  func retainedKeys(among touched: [RowKey]?) -> RetainedKeys?
}

extension ResultMaintenance {
  /// Returns `nil`: the keys are not known.
  package func retainedKeys(among touched: [RowKey]?) -> RetainedKeys? { nil }

  /// Returns `nil`: the right result is not known.
  package func correction(of value: Value, _ db: Snapshot) throws -> Value? { nil }
}

/// The maintenance of the rows of a `SELECT`.
package struct RowsMaintenance<Element: Sendable, Snapshot: LiveSnapshot>: ResultMaintenance {
  private let select: DecodableSelect<Element, Snapshot>
  private var runner: PlanRunner<Element, Snapshot>

  /// Creates a maintenance that has not been started.
  package init(_ select: DecodableSelect<Element, Snapshot>) {
    self.select = select
    runner = PlanRunner(select)
  }

  private var isSame: @Sendable (Element, Element) -> Bool { select.isSame }

  package var analyzed: AnalyzedSelect? { runner.analyzed }

  package func retainedKeys(among touched: [RowKey]?) -> RetainedKeys? {
    runner.retainedKeys(among: touched)
  }

  package mutating func start(_ db: Snapshot, after old: [Element]?) throws
    -> ResultChange<[Element]>?
  {
    let analyzed = try runner.analyze(db)
    if analyzed.isRerun { return nil }
    let new = try runner.start(analyzed, db)
    let known = old.map { ResultDifference.between($0, new, isSame: isSame) }
    return .replaced(LiveReading(value: new, tracksDifferences: true), known)
  }

  package mutating func apply(_ changes: ChangeSet, to value: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  { try runner.apply(changes, to: value, db) }

  package func correction(of value: [Element], _ db: Snapshot) throws -> [Element]? {
    select.canCompare ? try runner.correction(of: value, db) : nil
  }
}

/// The maintenance of the first row of a `SELECT`, and of a value computed from it.
package struct FirstRowMaintenance<Row: Sendable, Value: Sendable, Snapshot: LiveSnapshot>:
  ResultMaintenance
{
  private let convert: @Sendable (Row?) throws -> Value
  private let select: DecodableSelect<Row, Snapshot>
  private var runner: PlanRunner<Row, Snapshot>
  private var rows = LiveReading<[Row]>(value: [])
  private var isUsable = true

  /// Creates a maintenance that has not been started.
  ///
  /// - Parameter convert: Converts the row to the value; it receives `nil` if there is no row.
  package init(
    _ select: DecodableSelect<Row, Snapshot>,
    convert: @escaping @Sendable (Row?) throws -> Value
  ) {
    self.convert = convert
    self.select = select
    runner = PlanRunner(select)
  }

  package var analyzed: AnalyzedSelect? { runner.analyzed }

  package func retainedKeys(among touched: [RowKey]?) -> RetainedKeys? {
    runner.retainedKeys(among: touched)
  }

  package mutating func start(_ db: Snapshot, after old: Value?) throws -> ResultChange<Value>? {
    // Another schema may allow a better plan than one for the first rows.
    runner = PlanRunner(select)
    var analyzed = try runner.analyze(db)
    switch analyzed.plan {
    case .rerun: return nil
    case .aggregate, .pointLookup: break
    default:
      // Of many rows, keep only the first ones.
      runner = PlanRunner(select.limitedToOne)
      analyzed = try runner.analyze(db)
    }
    if analyzed.isRerun { return nil }
    rows = LiveReading(value: try runner.start(analyzed, db))
    return change { .replaced(LiveReading(value: $0), nil) }
  }

  package mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Snapshot) throws
    -> ResultChange<Value>
  {
    switch try runner.apply(changes, to: rows.value, db) {
    // A row that could not be converted before cannot be converted now either.
    case .unchanged: return isUsable ? .unchanged : change { .patched(ResultPatch($0)) }
    case .failed(let error): return .failed(error)
    case .patched(let patch):
      try patch.apply(to: &rows)
      return change { .patched(ResultPatch($0)) }
    case .replaced(let new, let difference):
      rows = new
      // If the rows are the same, so is what is computed from them.
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
