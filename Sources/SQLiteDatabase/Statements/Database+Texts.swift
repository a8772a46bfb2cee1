import SQLite

extension Database {
  /// Whether a text ends with a whole statement: with a semicolon that is in no string, comment or trigger.
  ///
  /// A text without any statement is not complete. Whether the statement is right is not looked at, and no database is
  /// needed: it is for prompts, which have to know whether another line follows.
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

  /// The words that mean something in SQL, in capitals.
  package static var keywords: [String] { SQLiteLibrary.keywords }

  /// The version of the SQLite that is loaded.
  package static var libraryVersion: String { SQLiteLibrary.version }
}
