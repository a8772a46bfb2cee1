import SQLite
import TypedSQL

extension Dialect {
  /// The dialect of the SQLite that is loaded.
  static let library = sqlite(version: SQLiteLibrary.versionNumber)
}
