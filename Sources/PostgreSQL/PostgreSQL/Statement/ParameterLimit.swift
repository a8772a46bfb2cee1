import SQLSyntax

/// The number of parameters that a statement can have.
///
/// The server allows 65,535, but describes them in a message with 4 bytes for each, and libpq takes
/// such a message of more than 30,000 bytes for a broken connection ("lost synchronization with
/// server").
enum ParameterLimit {
  /// The largest number of parameters whose description libpq accepts.
  static let count = 7_498

  /// Returns whether a statement has more parameters.
  static func isExceeded(by sql: String) -> Bool {
    // Most statements are too short for so many.
    guard sql.utf8.count > count * 4 else { return false }
    let tokens = SQLTokens(sql, grammar: .postgres)
    let numbers = tokens.lazy.filter { $0.kind == .parameter }
      .compactMap { Int(tokens.text(of: $0).dropFirst()) }
    // The server describes them only if all numbers from 1 occur.
    return Set(numbers.filter((1...count + 1).contains)).count > count
  }
}

extension PostgresError {
  /// Returns the error for a statement with more parameters than libpq can receive a description
  /// of.
  static func tooManyParameters(_ sql: String) -> PostgresError {
    PostgresError(
      code: .programLimitExceeded,
      message:
        "The statement has more than 7,498 parameters: libpq cannot receive the description of more. It was not sent.",
      sql: sql,
      hint:
        "Pass a list as one array, as in id = ANY($1), run the statement for a part of the values at a time, "
        + "or insert rows with insert { rows } or copyIn(_:columns:_:), which need few parameters."
    )
  }
}
