import DatabaseDependencies
public import SQLiteDatabase
public import SQLiteTools

// The spelling for users of the SQLiteData library, where the module's name comes before the
// function's.
extension SQLiteData {
  /// Opens the database that suits the kind of process, as ``defaultDatabase(path:configuration:)``
  /// does.
  ///
  /// - Parameters:
  ///   - path: The application's file; by default `LiveSQL.db` in the Application Support folder.
  ///   - configuration: How to open it.
  /// - Throws: `DatabaseError` that says why it cannot be opened.
  public static func defaultDatabase(
    path: String? = nil,
    configuration: Configuration = Configuration()
  ) throws -> any DatabaseWriter {
    try DatabaseDependencies.defaultDatabase(path: path, configuration: configuration)
  }
}
