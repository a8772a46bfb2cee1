public import DatabaseTypes

/// An error thrown if no default database was prepared.
public struct DefaultDatabaseError: Sendable, Hashable, _SelfDescribingError {
  /// Creates an error.
  public init() {}

  /// A few sentences with what to add.
  public var description: String {
    """
    There is no default database. Prepare one when the application starts:

        try prepareDependencies { $0.defaultDatabase = try DatabasePool(path: path) }

    In a test or preview, run `withDependencies { $0.defaultDatabase = … } operation: { … }`; or name the database \
    where it is used: `@FetchAll(query, database: database)`.
    """
  }
}
