import CSQLite

extension SQLiteLibrary {
  /// Returns whether a text ends with a complete statement.
  ///
  /// That is, whether it ends with a semicolon outside of strings, comments and triggers. A text
  /// without any statement is not complete. The statement is not checked for errors.
  ///
  /// - Complexity: O(*n*).
  ///
  /// https://www.sqlite.org/c3ref/complete.html
  public static func isComplete(_ sql: String) -> Bool {
    unsafe sqlite3_complete(sql) == 1
  }

  /// The keywords of this library's SQL, in upper case.
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
