// Texts of the server without the values that they may contain.

import SQLSyntax

extension PostgresError {
  /// The sentence instead of a text that a function has composed, of which nothing is known.
  static let raised =
    "A function raised an error. Its text may contain values, and is in serverMessage."

  /// Returns whether a function may have composed the text of an error, whatever its code.
  ///
  /// 1. PL/pgSQL, PL/Python and PL/Tcl choose any code, so the place in the server's source code
  ///    that reported the error decides. A statement within PL/Python is reported again there.
  /// 2. `P0` is PL/pgSQL's class, and `38` and `39` are those of functions in other languages:
  ///    the text is that of an exception, such as Python's `invalid literal for int(): 'x'`.
  /// 3. An internal error of the server itself has no context; one within a function has, since
  ///    extensions for languages report `XX000`.
  /// 4. The server has no other classes.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - routine: The function in the server's source code that reported the error.
  ///   - hasContext: Whether the server reports where it occurred, such as in which function.
  static func isRaised(_ code: SQLState, routine: String?, hasContext: Bool) -> Bool {
    if let routine, raisingRoutines.contains(routine) { return true }
    switch code.class.rawValue {
    case "P0", "38", "39": return true
    case "XX": return hasContext
    default: return !code.class.isKnown
    }
  }

  /// The functions in the source code of the server's languages that report what a function raises.
  private static let raisingRoutines: Set<String> = [
    "exec_stmt_raise", "PLy_elog_impl", "PLy_elog", "PLy_output", "throw_tcl_error",
    "pltcl_elog", "plperl_call_perl_func", "plperl_call_perl_trigger_func",
    "plperl_call_perl_event_trigger_func", "do_util_elog",
  ]

  /// Returns a message or hint without the parts that may be values.
  ///
  /// 1. Names and values are quoted: the text between the first and the last quotation mark is
  ///    omitted. The quotation marks depend on the server's language.
  /// 2. Some messages end with a name or value after a colon.
  /// 3. Numbers are not quoted.
  ///
  /// What also occurs in the statement is not secret, except in errors about a value's type.
  ///
  /// - Parameters:
  ///   - text: The server's text.
  ///   - field: The field that it is in.
  ///   - position: The position in the statement, if the server reports it: then an error of the
  ///     class 42 is about the statement itself.
  ///   - bindsValues: Whether values may be bound to the statement or follow it.
  static func withoutValues(
    _ text: String,
    in field: FieldsWithValues = .message,
    code: SQLState,
    sql: String?,
    position: Int? = nil,
    bindsValues: Bool = true
  ) -> String {
    guard code.class.fieldsWithValues.contains(field) else { return text }
    let isAboutNames = code.class == .syntaxErrorOrAccessRuleViolation
    if isAboutNames, !bindsValues { return text }
    // The hint of such an error names what there is in place of a name.
    if isAboutNames, position != nil, field == .hint { return text }
    let sql = plain(sql ?? "")
    let shown = withoutQuotations(text, known: code.class == .dataException ? nil : sql)
    if isAboutNames, position != nil { return shown }
    return withoutNumbers(isAboutNames ? withoutEnd(shown, known: sql) : shown, known: sql)
  }

  /// Returns whether a statement has parameters or is followed by rows, as far as is known.
  static func mayHaveValues(_ sql: String?) -> Bool {
    guard let sql else { return true }
    return sql.contains("$1") || SQLTokens(sql, grammar: .postgres).firstWord == "copy"
  }

  private static func withoutQuotations(_ text: String, known sql: String?) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: quotationMarks.contains),
      let last = scalars.lastIndex(where: quotationMarks.contains), first < last
    else { return text }
    if let sql, quotations(in: text).allSatisfy({ sql.contains(plain($0)) }) { return text }
    return String(scalars[...first]) + "…" + String(scalars[last...])
  }

  /// Returns the text without what follows its last colon, as in `operator does not exist: …`.
  private static func withoutEnd(_ text: String, known sql: String) -> String {
    guard let colon = text.lastIndex(of: ":"), text[colon...].hasPrefix(": ") else { return text }
    let end = text[text.index(colon, offsetBy: 2)...]
    return sql.contains(plain(end)) ? text : text[...colon] + " …"
  }

  /// Returns the text without its numbers that are words, so not without the 3 of `varchar(3)`.
  private static func withoutNumbers(_ text: String, known sql: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { word in
        let isNumber = word.drop { "-(".contains($0) }.first?.isNumber == true
        return isNumber && !sql.contains(plain(word)) ? "…" : String(word)
      }
      .joined(separator: " ")
  }

  /// Returns a text in lower case and without quotation marks, for comparing names.
  private static func plain(_ text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter { $0 != "\"" }))
  }

  /// Returns the texts between quotation marks.
  private static func quotations(in message: String) -> [Substring] {
    // By scalars: a value may begin with a combining accent, which would hide the mark before it.
    let parts = message.unicodeScalars.split(omittingEmptySubsequences: false) {
      quotationMarks.contains($0)
    }
    return stride(from: 1, to: parts.count, by: 2).map { Substring(parts[$0]).trimming() }
  }

  /// The quotation marks that servers use in their messages, in all their languages.
  private static let quotationMarks: Set<Unicode.Scalar> = [
    "\"", "'", "«", "»", "‹", "›", "“", "”", "„", "‟", "‘", "’", "‚", "「", "」", "『", "』", "`",
  ]
}

extension Substring {
  /// Returns the text without surrounding spaces, which French puts inside quotation marks.
  fileprivate func trimming() -> Substring {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
    return drop(while: isSpace).prefix(through: last)
  }
}
