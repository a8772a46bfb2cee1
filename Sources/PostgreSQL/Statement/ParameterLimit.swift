/// The number of parameters that a statement can have.
///
/// The server allows 65,535, but describes them in a message with 4 bytes for each, and libpq takes
/// such a message of more than 30,000 bytes for a broken connection ("lost synchronization with
/// server").
enum ParameterLimit {
  /// The largest number of parameters whose description libpq accepts.
  static let count = 7_498

  /// Returns whether a statement has more parameters.
  ///
  /// Numbers in texts and comments count too. But then all of the numbers from 1 must occur, which
  /// they only do as parameters.
  static func isExceeded(by sql: String) -> Bool {
    var bytes = sql.utf8[...]
    // Most statements are too short for so many.
    guard bytes.count > count * 4 else { return false }
    var isFound = [Bool](repeating: false, count: count + 2)
    var rest = count + 1
    while let start = bytes.firstIndex(of: UInt8(ascii: "$")) {
      bytes = bytes[bytes.index(after: start)...]
      var number = 0
      while let byte = bytes.first, (48...57).contains(byte), number <= count {
        number = number * 10 + Int(byte - 48)
        bytes = bytes.dropFirst()
      }
      guard (1...count + 1).contains(number), !isFound[number] else { continue }
      isFound[number] = true
      rest -= 1
    }
    return rest == 0
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
