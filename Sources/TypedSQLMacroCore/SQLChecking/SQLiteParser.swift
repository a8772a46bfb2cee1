#if SQLITE_CHECKS
  import CSQLiteForMacros

  /// SQLite as a parser of SQL: prepares statements on a database in memory, and runs none.
  struct SQLiteParser: ~Copyable {
    private var handle: OpaquePointer?

    init?() {
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
      guard sqlite3_open_v2(":memory:", &handle, flags, nil) == SQLITE_OK,
        sqlite3_exec(handle, SQLReading.table, nil, nil, nil) == SQLITE_OK
      else {
        sqlite3_close(handle)
        return nil
      }
    }

    deinit { sqlite3_close(handle) }

    /// The first mistake of syntax in some statements.
    ///
    /// That there is no such table, column or function is none: the database has but one table.
    func mistake(in sql: String) -> (message: String, offset: Int)? {
      sql.withCString { start in
        var rest = start
        while rest.pointee != 0 {
          let begin = rest
          if let mistake = mistake(inStatement: begin, rest: &rest) {
            return (mistake.message, mistake.offset.map { begin - start + $0 } ?? sql.utf8.count)
          }
          // A name that is missing may stop SQLite in the middle of a statement, whose rest is none.
          guard rest > begin, rest[-1] == UInt8(ascii: ";") else { return nil }
        }
        return nil
      }
    }

    private func mistake(
      inStatement sql: UnsafePointer<CChar>,
      rest: inout UnsafePointer<CChar>
    ) -> (message: String, offset: Int?)? {
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>? = sql
      defer { sqlite3_finalize(statement) }
      let code = sqlite3_prepare_v2(handle, sql, -1, &statement, &tail)
      rest = tail ?? sql
      guard code == SQLITE_ERROR, let text = sqlite3_errmsg(handle) else { return nil }
      let message = String(cString: text)
      guard Self.isAboutSyntax(message) else { return nil }
      return (message, ErrorOffset.ofLastError(on: handle))
    }

    /// SQLite has one code for all that is wrong with SQL, so only the message tells syntax from names.
    private static func isAboutSyntax(_ message: String) -> Bool {
      let signs = [
        "syntax error", "incomplete input", "unrecognized token", "unknown join type",
        "should come after",
      ]
      return signs.contains(where: message.contains)
    }
  }
#endif

extension SyntaxCheck {
  /// Asks SQLite, or says that nothing is wrong where there is none.
  static func mistake(in text: SQLText) -> Mistake? {
    #if SQLITE_CHECKS
      guard let parser = SQLiteParser() else { return nil }
      return SyntaxCheck(text: text) { parser.mistake(in: $0) }.mistake()
    #else
      return nil
    #endif
  }
}
