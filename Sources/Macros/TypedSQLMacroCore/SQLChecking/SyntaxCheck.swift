/// A check whether a text with interpolations can be SQL at all, by means of a parser.
struct SyntaxCheck {
  struct SQLSyntaxError: Equatable {
    let message: String
    /// The index of the element at fault, or the number of elements for the end.
    let index: Int
  }

  /// A parser of whole texts, which returns the first syntax error with its offset in bytes.
  typealias Parser = (String) -> (message: String, offset: Int)?

  /// The number of ambiguous interpolations above which only one alternative is tried.
  private static let maxAmbiguousInterpolations = 4

  let text: SQLText
  let parse: Parser

  /// Returns an error if every template of the text has one.
  func syntaxError() -> SQLSyntaxError? {
    for text in alternatives {
      if templates(of: text).contains(where: { parse($0.completing(text.sql)) == nil }) {
        return nil
      }
    }
    guard let plain = alternatives.first else { return nil }
    return farthestError(in: plain)
  }

  private func templates(of text: Substituted) -> [StatementTemplate] {
    text.firstWord?.beginsStatementsOnly == true
      ? [.statement] : [.statement] + StatementTemplate.fragments
  }

  /// Returns the error of the template that got farthest, unless an unknown interpolation causes
  /// it.
  private func farthestError(in text: Substituted) -> SQLSyntaxError? {
    let isStatement = text.firstWord?.isLikeStatementWord == true
    let templates = isStatement ? [.statement] : templates(of: text)
    let errors = templates.compactMap { template in
      parse(template.completing(text.sql)).map { error in
        let offset = error.offset - template.prefix.utf8.count
        return (message: error.message, offset: min(max(0, offset), text.sql.utf8.count))
      }
    }
    // Of those that got equally far, the first is used, since the likely templates come first.
    guard let farthest = errors.map(\.offset).max(),
      let error = errors.first(where: { $0.offset == farthest })
    else { return nil }
    if let wildcard = text.firstWildcard, error.offset >= wildcard { return nil }
    return SQLSyntaxError(message: error.message, index: text.element(at: error.offset))
  }

  // MARK: - Alternatives

  /// The text with all combinations of what its interpolations may become.
  private var alternatives: [Substituted] {
    let interpolations = text.elements.compactMap { element in
      if case .interpolation(let interpolation) = element { interpolation } else { nil }
    }
    let ambiguous = interpolations.filter { $0.replacements.count > 1 }.count
    guard ambiguous <= Self.maxAmbiguousInterpolations else {
      return [Substituted(text, choices: [])]
    }
    return (0..<(1 << ambiguous)).map { bits in
      Substituted(text, choices: (0..<ambiguous).map { (bits >> $0) & 1 })
    }
  }
}

extension [UInt8] {
  /// Whether the text ends in `EXISTS`, where a query gets parentheses and no column fits.
  fileprivate var endInExists: Bool {
    let end = String(decoding: suffix(64), as: UTF8.self).reversed().drop(while: \.isWhitespace)
    return String(end.prefix(while: \.isLetter).reversed()).uppercased() == "EXISTS"
  }
}

/// A text with replacements for its interpolations.
private struct Substituted {
  private(set) var sql = ""
  /// The offset of the first interpolation that may be anything.
  private(set) var firstWildcard: Int?
  /// The offset at which each element begins.
  private var offsets: [Int] = []

  init(_ text: SQLText, choices: [Int]) {
    var choices = choices[...]
    var bytes: [UInt8] = []
    for element in text.elements {
      offsets.append(bytes.count)
      switch element {
      // SQLite would end the text at a NUL.
      case .byte(let byte): bytes.append(byte == 0 ? 32 : byte)
      case .interpolation(let interpolation):
        if interpolation.isWildcard, firstWildcard == nil { firstWildcard = bytes.count }
        let replacements = interpolation.replacements
        let choice = replacements.count > 1 ? choices.popFirst() ?? 0 : 0
        let replacement = replacements[choice]
        let isSubquery = replacement == Interpolation.query && bytes.endInExists
        bytes += (isSubquery ? "(\(replacement))" : replacement).utf8
      }
    }
    sql = String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the element that contains an offset.
  func element(at offset: Int) -> Int {
    offset >= sql.utf8.count ? offsets.count : (offsets.lastIndex { $0 <= offset } ?? 0)
  }

  /// The first word, if whitespace or the end of the text follows it.
  var firstWord: SQLWord? {
    let text = sql.drop(while: \.isWhitespace)
    let word = text.prefix(while: \.isLetter)
    guard !word.isEmpty, text.dropFirst(word.count).first?.isWhitespace != false else { return nil }
    return SQLWord(word)
  }
}
