import SQLite

extension Database {
  /// Returns whether a text ends with a complete statement.
  ///
  /// That is, whether it ends with a semicolon outside of strings, comments and triggers. A text
  /// without any statement is not complete. The statement is not checked for errors, and no
  /// database is needed. Use it for prompts that have to know whether another line follows.
  ///
  /// ```swift
  /// Database.isCompleteStatement("SELECT ';")   // false
  /// Database.isCompleteStatement("SELECT ';';") // true
  /// ```
  ///
  /// - Parameter sql: The text so far.
  /// - Complexity: O(*n*).
  ///
  /// https://www.sqlite.org/c3ref/complete.html
  public static func isCompleteStatement(_ sql: String) -> Bool { SQLiteLibrary.isComplete(sql) }

  /// The keywords of SQL, in upper case.
  package static var keywords: [String] { SQLiteLibrary.keywords }

  /// The number of the loaded SQLite's version: 3040001 for 3.40.1.
  ///
  /// https://www.sqlite.org/c3ref/libversion.html
  public static var sqliteLibVersionNumber: CInt { CInt(SQLiteLibrary.versionNumber) }

  /// The version of the loaded SQLite.
  package static var libraryVersion: String { SQLiteLibrary.version }
}
