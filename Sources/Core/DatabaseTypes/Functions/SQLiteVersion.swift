/// A version of SQLite: `3.38`.
package struct SQLiteVersion: Hashable, Sendable, CustomStringConvertible {
  /// The number after `3.`.
  package let minor: Int

  /// Creates the version 3 with a number after the point.
  package init(_ minor: Int) { self.minor = minor }

  /// The oldest version that the library supports.
  package static let oldest = SQLiteVersion(37)

  /// The number that `sqlite3_libversion_number` returns: 3038000.
  package var number: Int { 3_000_000 + minor * 1_000 }

  /// The version as text: `3.38`.
  package var description: String { "3.\(minor)" }
}
