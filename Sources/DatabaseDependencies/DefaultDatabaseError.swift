public import DatabaseTypes

/// No default database was prepared.
public struct DefaultDatabaseError: Sendable, Hashable, _DescribedError {
  /// Makes an error.
  public init() {}

  /// What to add, in a few sentences.
  public var description: String {
    """
    There is no default database. Prepare one when the application starts:

        try prepareDependencies { $0.defaultDatabase = try DatabasePool(path: path) }

    In a test or preview, run `withDependencies { $0.defaultDatabase = … } operation: { … }`; or name the database \
    where it is used: `@FetchAll(query, database: database)`.
    """
  }
}
