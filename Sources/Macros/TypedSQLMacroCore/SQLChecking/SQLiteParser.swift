#if SQLITE_CHECKS
  import CSQLiteForMacros

  /// A parser of SQL that lets SQLite prepare statements on a database in memory, and runs none.
  struct SQLiteParser: ~Copyable {
    private var handle: OpaquePointer?

    init?() {
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
      guard sqlite3_open_v2(":memory:", &handle, flags, nil) == SQLITE_OK,
        sqlite3_exec(handle, StatementTemplate.table, nil, nil, nil) == SQLITE_OK
      else {
        sqlite3_close(handle)
        return nil
      }
    }

    deinit { sqlite3_close(handle) }

    /// Returns the first syntax error in some statements.
    ///
    /// A missing table, column or function is not an error, since the database has only one table.
    func syntaxError(in sql: String) -> (message: String, offset: Int)? {
      sql.withCString { start in
        var rest = start
        while rest.pointee != 0 {
          let begin = rest
          if let error = syntaxError(inStatement: begin, rest: &rest) {
            return (error.message, error.offset.map { begin - start + $0 } ?? sql.utf8.count)
          }
          // A missing name may stop SQLite in the middle of a statement, and the rest is not a
          // statement.
          guard rest > begin, rest[-1] == UInt8(ascii: ";") else { return nil }
        }
        return nil
      }
    }

    private func syntaxError(
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

    /// Returns whether a message is about syntax.
    ///
    /// SQLite has one code for all errors in SQL, so only the message distinguishes syntax from
    /// names.
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
  /// Asks SQLite for an error, or returns `nil` if SQLite is not available.
  static func syntaxError(in text: SQLText) -> SQLSyntaxError? {
    #if SQLITE_CHECKS
      guard let parser = SQLiteParser() else { return nil }
      return SyntaxCheck(text: text) { parser.syntaxError(in: $0) }.syntaxError()
    #else
      return nil
    #endif
  }
}
