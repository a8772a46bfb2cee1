import CSQLite

extension SQLiteLibrary {
  /// Whether a text ends with a whole statement: with a semicolon that is in no string, comment or trigger.
  ///
  /// A text without any statement is not complete. Whether the statement is right is not looked at.
  ///
  /// - Complexity: O(*n*).
  ///
  /// https://www.sqlite.org/c3ref/complete.html
  public static func isComplete(_ sql: String) -> Bool {
    unsafe sqlite3_complete(sql) == 1
  }

  /// The words that mean something to the SQL of this library, in capitals.
  ///
  /// https://www.sqlite.org/c3ref/keyword_check.html
  public static var keywords: [String] {
    (0..<sqlite3_keyword_count()).compactMap { index in
      var name: UnsafePointer<CChar>?
      var length: Int32 = 0
      guard unsafe sqlite3_keyword_name(index, &name, &length) == SQLITE_OK,
        let name = unsafe name
      else { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(start: name, count: Int(length))
      return unsafe String(decoding: bytes, as: UTF8.self)
    }
  }
}
