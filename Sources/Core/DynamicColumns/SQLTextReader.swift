import SQLSyntax

/// A reader that finds the parameters of SQL text, by the grammar of SQLite or PostgreSQL.
///
/// PostgreSQL has no names of parameters, and its operators may contain `?` and `@`.
///
/// https://www.sqlite.org/lang_expr.html#varparam
struct SQLTextReader {
  /// A piece of the text.
  enum Piece {
    case text(String)
    /// A parameter, with its name or number if it has one.
    case parameter(String?)
  }

  /// The pieces, in their order.
  private(set) var pieces: [Piece] = []
  private let bytes: [UInt8]
  /// Whether there are values by position, so that each single `?` stands for one.
  private let hasValues: Bool
  /// The end of what the pieces contain.
  private var start = 0
  /// Whether an operand ends before the next token, so that only an operator can follow.
  private var isAfterOperand = false

  /// Reads a text.
  init(_ sql: String, isPostgres: Bool, hasValues: Bool) {
    bytes = Array(sql.utf8)
    self.hasValues = hasValues
    let tokens = SQLTokens(bytes, grammar: isPostgres ? .postgres : .sqlite)
    isPostgres ? readPostgres(tokens) : readSQLite(tokens)
    addText(to: bytes.count)
  }

  private mutating func addText(to end: Int) {
    guard start < end else { return }
    pieces.append(.text(String(decoding: bytes[start..<end], as: UTF8.self)))
    start = end
  }

  /// Adds a parameter, whose sigil is at the start of a range.
  private mutating func addParameter(_ range: Range<Int>) {
    addText(to: range.lowerBound)
    let name = bytes[range].dropFirst()
    pieces.append(.parameter(name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
    (start, isAfterOperand) = (range.upperBound, true)
  }

  private mutating func readSQLite(_ tokens: SQLTokens) {
    for token in tokens where token.kind == .parameter { addParameter(token.range) }
  }
}

// MARK: - PostgreSQL

extension SQLTextReader {
  private mutating func readPostgres(_ tokens: SQLTokens) {
    for token in tokens where token.range.lowerBound >= start {
      switch token.kind {
      case .parameter: addParameter(token.range)
      case .sign: readSign(token.range)
      case .other where bytes[token.range] == [UInt8(ascii: "$")]: readSigil(token.range.lowerBound)
      // Only a `?` without values asks.
      case .word where !hasValues:
        isAfterOperand = !Self.wordsBeforeOperands.contains(tokens.text(of: token).lowercased())
      case .word, .quotedName, .text, .bytes, .number, .closeParenthesis, .closeBracket:
        isAfterOperand = true
      default: isAfterOperand = false
      }
    }
  }

  /// Reads an operator, to whose characters a parameter's may have been added, as in `=?`.
  private mutating func readSign(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let place = index
      index += 1
      let isLast = index == range.upperBound
      switch bytes[place] {
      // `??` is the operator `?`, as JDBC has it too.
      case UInt8(ascii: "?") where !isLast && bytes[index] == UInt8(ascii: "?"):
        addText(to: index)
        index += 1
        (start, isAfterOperand) = (index, false)
      case UInt8(ascii: "?") where isMarkOfValue(place):
        addParameter(place..<(isLast ? endOfDigits(from: index) : index))
      case UInt8(ascii: ":") where range.count == 1, UInt8(ascii: "@") where isLast:
        readSigil(place)
      default: isAfterOperand = false
      }
    }
  }

  /// Whether the `?` at a place stands for a value, and is no operator.
  private func isMarkOfValue(_ place: Int) -> Bool {
    if place > 0, bytes[place - 1] == UInt8(ascii: "@") { return false }
    return hasValues || !isAfterOperand
  }

  /// Reads `:name`, `@name` or `$name`, unless the sign is one of `@@` and `<@`, or stands alone.
  private mutating func readSigil(_ place: Int) {
    let previous = place > 0 ? bytes[place - 1] : 0
    let endsOperator =
      bytes[place] == UInt8(ascii: "@")
      && (previous == UInt8(ascii: "@") || previous == UInt8(ascii: "<"))
    let end = bytes[(place + 1)...].firstIndex { !$0.isNameByte } ?? bytes.count
    isAfterOperand = false
    if !endsOperator, end > place + 1 { addParameter(place..<end) }
  }

  private func endOfDigits(from place: Int) -> Int {
    bytes[place...].firstIndex { !(48...57).contains($0) } ?? bytes.count
  }

  private static let wordsBeforeOperands: Set<String> = [
    "all", "and", "any", "as", "between", "by", "case", "distinct", "else", "escape", "fetch",
    "first", "from", "having", "ilike", "in", "is", "like", "limit", "next", "not", "offset", "on",
    "or", "returning", "select", "set", "similar", "some", "symmetric", "then", "to", "using",
    "values", "variadic", "when", "where",
  ]
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (65...90).contains(self)
      || (97...122).contains(self) || self > 127
  }
}
