import SQLite
package import TypedSQL

extension Dialect {
  /// The dialect of the SQLite version that is loaded.
  package static let library = sqlite(version: SQLiteLibrary.versionNumber)
}
