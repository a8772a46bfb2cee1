public import DatabaseTypes
public import IncrementalQueries
package import LiveEngine
import LiveQueries
public import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

/// The result of a typed `SELECT`, maintained by a plan without the engine, for tests and
/// benchmarks.
///
/// ```swift
/// var reminders = PatchedSelect(Reminder.order(by: \.title))
/// try reminders.start(db)
/// let difference = try reminders.apply(changes, db)
/// reminders.elements
/// ```
public struct PatchedSelect<Element: Sendable>: Sendable {
  private var runner: PlanRunner<Element, Database>
  private var reading = LiveReading<[Element]>(value: [])
  /// The number of commits that changed the result and were applied by reading only touched rows.
  package private(set) var patchCount = 0

  /// Creates a result that is empty until it is started.
  @inlinable
  public init<Query: SelectStatement & TypedRowQuery>(_ query: Query)
  where Query.Element == Element { self.init(query, query._description) }

  @usableFromInline
  init<Query: SelectStatement & TypedRowQuery>(
    _ query: Query,
    _ description: _QueryDescription<Element>
  ) where Query.Element == Element { self.init(DecodableSelect(query, as: description)) }

  /// Creates a result that is empty until it is started.
  package init(_ select: DecodableSelect<Element, Database>) { runner = PlanRunner(select) }

  /// The plan by which the result is maintained; `nil` before the first start.
  public var plan: LivePlan? { runner.analyzed?.plan }

  /// The result after the last call.
  public var elements: [Element] { reading.value }

  /// Chooses a plan, and runs the whole query.
  public mutating func start(_ db: Database) throws {
    reading = LiveReading(value: try runner.start(db))
  }

  /// Runs the whole query with a given plan.
  package mutating func start(_ analyzed: AnalyzedSelect, _ db: Database) throws {
    reading = LiveReading(value: try runner.start(analyzed, db))
  }

  /// Returns the rows of the query run from scratch, unless given ones are right.
  ///
  /// - Parameter elements: The rows; by default, the result.
  package func correction(of elements: [Element]? = nil, _ db: Database) throws -> [Element]? {
    try runner.correction(of: elements ?? reading.value, db)
  }

  /// Applies the changes of a commit.
  ///
  /// - Returns: The difference, if the result has changed.
  public mutating func apply(_ changes: ChangeSet, _ db: Database) throws -> Difference<Element>? {
    let change = try runner.apply(changes, to: reading.value, db)
    switch change {
    case .patched(let patch):
      patchCount += 1
      try patch.apply(to: &reading)
    case .replaced(let new, _): reading = new
    case .unchanged, .failed: break
    }
    let difference = (change.difference as? ResultDifference<Element>)?.difference
    return difference?.isEmpty == false ? difference : nil
  }
}
