import SQLite

extension SQLiteError {
  /// The error of a statement that ran, without the value that its message may quote.
  ///
  /// Some messages quote what they complain of: full-text search quotes its query, JSON functions quote paths, `ATTACH`
  /// quotes the file. That may be a bound value, unless the statement's text has it.
  var withoutQuotedValue: SQLiteError {
    guard [.error, .cannotOpen].contains(code.primary),
      let start = Self.quotingMessages.first(where: message.hasPrefix)
    else { return self }
    let quoted = message.dropFirst(start.count)
    let value = quoted.trimming { "'\"[]".contains($0) }
    guard !value.isEmpty, sql?.contains(value) != true else { return self }
    return SQLiteError(code: code, message: start + "…", sql: sql, offset: offset)
  }

  /// How messages begin that go on with a value.
  private static let quotingMessages = [
    "fts5: syntax error near ", "malformed MATCH expression: ", "unknown special query: ",
    "no such column: ", "no such function: ", "no such schema: ", "no such database: ",
    "JSON path error near ", "bad JSON path: ", "unable to open database: ", "unknown database ",
    "database ",
  ]
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
