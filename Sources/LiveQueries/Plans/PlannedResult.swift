public import DatabaseTypes
public import IncrementalQueries
public import SQLiteDatabase
public import TypedSQL

/// A patched result without the engine around it: for the benchmarks, which stand outside of the package.
@_spi(Testing) public struct PlannedResult<Element: Sendable>: Sendable {
  private var result: MaintainedSelect<Element>

  /// Makes a result of the rows of a table, which is empty until it is started.
  public init<S: SelectStatement>(_ statement: S)
  where S.QueryValue == (), S.Joins == (), Element == S.From.QueryOutput, Element: Equatable {
    result = MaintainedSelect(LiveSelect(statement))
  }

  /// Makes a result of single values, which is empty until it is started.
  public init<S: SelectStatement>(_ statement: S)
  where S.QueryValue: QueryRepresentable, Element == S.QueryValue.QueryOutput, Element: Equatable {
    result = MaintainedSelect(LiveSelect(statement))
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
