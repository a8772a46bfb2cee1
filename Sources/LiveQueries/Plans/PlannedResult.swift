public import DatabaseQueries
public import DatabaseTypes
public import IncrementalQueries
public import SQLiteDatabase
public import TypedSQL

/// A patched result without the engine around it: for the benchmarks, which stand outside of the package.
@_spi(Testing) public struct PlannedResult<Element: Sendable>: Sendable {
  private var result: MaintainedSelect<Element>

  /// Makes a result that is empty until it is started.
  public init<Query: SelectStatement & TypedRowQuery>(_ query: Query)
  where Query.Element == Element {
    result = MaintainedSelect(LiveSelect(query))
  }

  /// The result.
  public var elements: [Element] { result.elements }

  /// How it is kept.
  public var plan: LivePlan? { result.planned?.plan }

  /// Runs the whole query.
  public mutating func start(_ db: Database) throws { _ = try result.start(db) }

  /// Takes over what a commit changed.
  ///
  /// - Returns: What differs, if anything does.
  public mutating func apply(_ changes: ChangeSet, _ db: Database) throws -> Difference<Element>? {
    try result.apply(changes, db).difference
  }
}
