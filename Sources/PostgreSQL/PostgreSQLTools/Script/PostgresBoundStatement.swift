package import DatabaseTypes
package import PostgreSQL
import SQLSyntax

/// A statement with the values of its parameters.
package struct PostgresBoundStatement: Sendable {
  /// The SQL with `$1`, `$2` ….
  package let sql: String
  /// The values of the parameters.
  package let values: [DatabaseValue]
  /// The original statement.
  private let original: String
  /// The replacements of names: the place in `sql`, and how much shorter it is from there on.
  private var shifts: [(place: Int, count: Int)] = []

  /// Binds the parameters of a statement.
  ///
  /// A name is a parameter only if a value was given for it, since a colon has other meanings as
  /// well.
  ///
  /// - Parameters:
  ///   - positional: The values of `$1`, `$2` …, if there are no names.
  ///   - named: The values of `:name`.
  package init(
    _ text: String,
    values positional: [DatabaseValue],
    named: [String: DatabaseValue]
  ) {
    original = text
    guard !named.isEmpty else {
      (sql, values) = (text, positional)
      return
    }
    let bytes = Array(text.utf8)
    var (written, names, start): ([UInt8], [String], Int) = ([], [], 0)
    let tokens = Array(SQLTokens(bytes, grammar: .postgres))
    for (sign, word) in zip(tokens, tokens.dropFirst()) {
      let name = String(decoding: bytes[word.range], as: UTF8.self)
      guard word.kind == .word, bytes[sign.range] == [UInt8(ascii: ":")],
        sign.range.upperBound == word.range.lowerBound, named[name] != nil
      else { continue }
      if !names.contains(name) { names.append(name) }
      let number = "$\((names.firstIndex(of: name) ?? 0) + 1)"
      written += bytes[start..<sign.range.lowerBound] + Array(number.utf8)
      start = word.range.upperBound
      let place = String(decoding: written, as: UTF8.self).unicodeScalars.count
      shifts.append((place, name.unicodeScalars.count + 1 - number.utf8.count))
    }
    sql = String(decoding: written + bytes[start...], as: UTF8.self)
    values = names.compactMap { named[$0] }
  }

  /// Returns an error with its position in the original statement.
  package func located(_ error: PostgresError) -> PostgresError {
    guard error.sql == sql else { return error }
    var error = error
    error.sql = original
    error.position = error.position.map { position in
      shifts.reduce(position) { $1.place <= position ? $0 + $1.count : $0 }
    }
    return error
  }

  /// The number of parameters: the highest number after a `$`.
  package var parameterCount: Int {
    let bytes = Array(sql.utf8)
    return SQLTokens(bytes, grammar: .postgres).reduce(0) { count, token in
      guard token.kind == .parameter else { return count }
      return max(count, Int(String(decoding: bytes[token.range].dropFirst(), as: UTF8.self)) ?? 0)
    }
  }

  /// The texts around the parameters, and the values between them, for code that binds them itself.
  package var parts: (texts: [String], values: [DatabaseValue]) {
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
