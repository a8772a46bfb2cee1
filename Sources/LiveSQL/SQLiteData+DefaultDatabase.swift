import DatabaseDependencies
public import DatabaseTools
public import SQLiteDatabase

// The spelling of those who come from the library of that name, where a module's name stands before the function's.
extension SQLiteData {
  /// Opens a database that suits what the process is for, as ``defaultDatabase(path:configuration:)`` does.
  ///
  /// - Parameters:
  ///   - path: The application's file; `LiveSQL.db` in the folder for application support unless given.
  ///   - configuration: How to open it.
  /// - Throws: `DatabaseError` that says why it cannot be opened.
  public static func defaultDatabase(
    path: String? = nil,
    configuration: Configuration = Configuration()
  ) throws -> any DatabaseWriter {
    try DatabaseDependencies.defaultDatabase(path: path, configuration: configuration)
  }
}
