import DatabaseTypes
import PostgreSQL
import PostgreSQLTools
import SQLSyntax
import SQLiteDatabase
import Terminal

/// A statement with the values of its parameters.
struct PostgresBoundStatement {
  /// The SQL with `$1`, `$2` ….
  let sql: String
  /// The values of the parameters.
  let values: [DatabaseValue]
  /// The original statement.
  private let original: String
  /// The replacements of names: the place in `sql`, and how much shorter it is from there on.
  private var shifts: [(place: Int, count: Int)] = []

  /// Binds the parameters of a statement.
  ///
  /// A name is a parameter only if a value was given for it, since a colon has other meanings as
  /// well.
  init(_ text: String, _ arguments: StatementArguments) {
    original = text
    guard !arguments.namedValues.isEmpty else {
      (sql, values) = (text, arguments.values)
      return
    }
    let bytes = Array(text.utf8)
    var (written, names, start): ([UInt8], [String], Int) = ([], [], 0)
    let tokens = Array(SQLTokens(bytes, grammar: .postgres))
    for (sign, word) in zip(tokens, tokens.dropFirst()) {
      let name = String(decoding: bytes[word.range], as: UTF8.self)
      guard word.kind == .word, bytes[sign.range] == [UInt8(ascii: ":")],
        sign.range.upperBound == word.range.lowerBound, arguments.namedValues[name] != nil
      else { continue }
      if !names.contains(name) { names.append(name) }
      let number = "$\((names.firstIndex(of: name) ?? 0) + 1)"
      written += bytes[start..<sign.range.lowerBound] + Array(number.utf8)
      start = word.range.upperBound
      let place = String(decoding: written, as: UTF8.self).unicodeScalars.count
      shifts.append((place, name.unicodeScalars.count + 1 - number.utf8.count))
    }
    sql = String(decoding: written + bytes[start...], as: UTF8.self)
    values = names.compactMap { arguments.namedValues[$0] }
  }

  /// Returns the values as the server expects them.
  ///
  /// - Throws: ``CommandFailure`` if there are fewer or more values than parameters.
  func values(for types: [PostgresType], isPartOfScript: Bool) throws -> [PostgresValue] {
    guard values.count >= types.count else {
      throw CommandFailure(
        message:
          "The statement has \(counted(types.count, "parameter")), but got \(counted(values.count, "value")).",
        details: [
          Line("Give each a value: --param 1=VALUE for $1, --param NAME=VALUE for :NAME.")
        ]
      )
    }
    guard isPartOfScript || values.count == types.count else {
      throw CommandFailure(
        message: "The SQL has no parameter $\(types.count + 1): leave out its value."
      )
    }
    return zip(values, types).map { $0.parameter(of: $1) }
  }

  /// Returns an error with its position in the original statement.
  func located(_ error: PostgresError) -> PostgresError {
    guard error.sql == sql else { return error }
    var error = error
    error.sql = original
    error.position = error.position.map { position in
      shifts.reduce(position) { $1.place <= position ? $0 + $1.count : $0 }
    }
    return error
  }

  /// The texts around the parameters, and the values between them, for code that binds them itself.
  var parts: (texts: [String], values: [DatabaseValue]) {
    let bytes = Array(sql.utf8)
    var (texts, taken, start): ([String], [DatabaseValue], Int) = ([], [], 0)
    for token in SQLTokens(bytes, grammar: .postgres) where token.kind == .parameter {
      let digits = String(decoding: bytes[token.range].dropFirst(), as: UTF8.self)
      guard let number = Int(digits), values.indices.contains(number - 1) else { continue }
      texts.append(String(decoding: bytes[start..<token.range.lowerBound], as: UTF8.self))
      taken.append(values[number - 1])
      start = token.range.upperBound
    }
    return (texts + [String(decoding: bytes[start...], as: UTF8.self)], taken)
  }
}

extension DatabaseValue {
  /// Returns the value as a type that accepts it.
  ///
  /// What was typed as a number may be meant as a text or a Boolean.
  fileprivate func parameter(of type: PostgresType) -> PostgresValue {
    switch (self, type.kind) {
    case (.integer(let value), .bool) where value == 0 || value == 1: .bool(value == 1)
    case (.integer(let value), .text), (.integer(let value), .unknown),
      (.integer(let value), .json), (.integer(let value), .jsonb):
      .text("\(value)")
    case (.real(let value), .text), (.real(let value), .unknown), (.real(let value), .json),
      (.real(let value), .jsonb):
      .text("\(value)")
    default: PostgresValue(self)
    }
  }
}
