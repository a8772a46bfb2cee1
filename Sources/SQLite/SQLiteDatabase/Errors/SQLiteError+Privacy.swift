import DatabaseTypes
import SQLite

extension SQLiteError {
  /// Returns the error of a statement that ran, without the values that its message may quote.
  ///
  /// Some messages quote their cause: full-text search quotes its query, JSON functions quote
  /// paths, `ATTACH` quotes the file, and table-valued pragma functions quote their arguments. The
  /// quoted text may be a bound value, or derived from one. So it is shown only if it occurs in the
  /// SQL. From all other messages, except for those that name parts of the schema, words that equal
  /// a bound value are removed.
  ///
  /// - Parameters:
  ///   - arguments: The bound values, if they are known.
  ///   - library: SQLite's version number.
  func withoutQuotedValues(_ arguments: StatementArguments?, library: Int) -> SQLiteError {
    guard mayQuote(library) else { return self }
    let shown = Self.withoutQuotation(message, of: sql ?? "") ?? withoutArguments(arguments)
    return SQLiteError(code: code, message: shown, sql: sql, offset: offset)
  }

  /// Returns whether the message may contain more than the problem and the schema objects involved.
  ///
  /// Before SQLite 3.47, the text that a trigger raises is a literal; since then, it can be any
  /// expression.
  private func mayQuote(_ library: Int) -> Bool {
    switch code {
    case .constraintTrigger: library >= 3_047_000
    case .constraintFunction, .constraintVirtualTable: true
    default: [.error, .cannotOpen, .permission].contains(code.primary)
    }
  }

  /// Returns a message that quotes something without the quotation.
  ///
  /// - Returns: `nil` if the message is not known to quote anything.
  private static func withoutQuotation(_ message: String, of sql: String) -> String? {
    // By bytes: a value may begin with a combining accent, which would hide what is before it.
    guard let start = quotingMessages.first(where: { message.utf8.starts(with: $0.utf8) }) else {
      return nil
    }
    let quoted = message.utf8.dropFirst(start.utf8.count)
    let end = endings.first { quoted.reversed().starts(with: $0.utf8.reversed()) } ?? ""
    let value = Substring(quoted.dropLast(end.utf8.count))
      .trimming { "'\"[]()".unicodeScalars.contains($0) }
    return value.isEmpty || sql.contains(value) ? message : start + "…" + end
  }

  /// Returns the message without words that equal a bound value.
  private func withoutArguments(_ arguments: StatementArguments?) -> String {
    guard let arguments else { return message }
    let values = arguments.values + arguments.namedValues.values
    return values.reduce(message) { message, value in
      guard let text = value.shownText, sql?.contains(text) != true else { return message }
      return message.replacingWords(text, with: "…")
    }
  }

  /// The beginnings of messages that continue with a value.
  private static let quotingMessages = [
    // Full-text search.
    "fts5: syntax error near ", "malformed MATCH expression: ", "unknown special query: ",
    "parse error in rank function: ", "parse error in ", "no such function: ",
    "expected integer, got ",
    "no such tokenizer: ", "unknown tokenizer: ", "no such fts5 table: ",
    "fts5vocab: unknown table type: ",
    "unrecognized matchinfo request: ", "unrecognized matchinfo: ", "unrecognized option: ",
    "unrecognized parameter: ", "unrecognized order: ", "unrecognized column option: ",
    "reserved fts5 table name: ", "reserved fts5 column name: ", "error parsing prefix parameter: ",
    // JSON.
    "JSON path error near ", "bad JSON path: ", "not an array element: ", "not a JSON path: ",
    // Files and databases.
    "unable to open database: ", "cannot detach database ", "unknown database: ",
    "unknown database ", "no such database: ", "no such schema: ", "database ", "no such vfs: ",
    "invalid uri authority: ", "no such access mode: ", "no such cache mode: ",
    "access mode not allowed: ", "cache mode not allowed: ", "cannot open file: ",
    "unable to open shared library ", "no entry point ", "error during initialization: ",
    // Table functions of pragmas, and statements that SQLite builds from values.
    "no such table: ", "no such view: ", "no such index: ", "no such column: ",
    "no such table column: ",
    "no such collation sequence: ", "no such module: ", "no such trigger: ", "unknown datatype: ",
    "unsupported encoding: ", "unrecognized token: ", "near ",
  ]

  /// The ends of messages after a value.
  private static let endings = [
    " is already in use", " is locked", ": syntax error", " is not a function",
  ]
}

extension DatabaseValue {
  /// The text of the value that a message could quote; `nil` for empty values.
  fileprivate var shownText: String? {
    switch self {
    case .null: nil
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text.isEmpty ? nil : text
    case .blob(let bytes): bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension String {
  /// Returns the text with occurrences of whole words replaced.
  fileprivate func replacingWords(_ words: String, with other: String) -> String {
    let words = words.unicodeScalars
    var (result, rest) = (String.UnicodeScalarView(), unicodeScalars[...])
    var before: Unicode.Scalar?
    while let scalar = rest.first {
      let isFound = rest.starts(with: words)
      let part = isFound ? rest.prefix(words.count) : rest.prefix(1)
      rest = rest[part.endIndex...]
      let isWord = isFound && ![before, rest.first].contains { $0?.isPartOfWord ?? false }
      result.append(contentsOf: isWord ? other.unicodeScalars[...] : part)
      before = part.last ?? scalar
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isPartOfWord: Bool { properties.isAlphabetic || properties.numericType != nil }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Unicode.Scalar) -> Bool) -> Substring {
    var rest = unicodeScalars.drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return Substring(rest)
  }
}
