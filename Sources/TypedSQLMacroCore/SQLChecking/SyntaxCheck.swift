/// Asks a parser whether a text with interpolations can be SQL at all.
struct SyntaxCheck {
  struct Mistake: Equatable {
    let message: String
    /// The index of the element to blame, or the count of elements for the end.
    let index: Int
  }

  /// A parser of whole texts: nothing, or the first mistake of syntax with its offset in bytes.
  typealias Parser = (String) -> (message: String, offset: Int)?

  /// More interpolations than this that can be read in several ways are read in one way.
  private static let mostAlternatives = 4

  let text: SQLText
  let parse: Parser

  /// The mistake, if no reading of the text is without one.
  func mistake() -> Mistake? {
    for text in alternatives {
      if readings(of: text).contains(where: { parse($0.completing(text.sql)) == nil }) {
        return nil
      }
    }
    guard let plain = alternatives.first else { return nil }
    return farthestMistake(in: plain)
  }

  private func readings(of text: Substituted) -> [SQLReading] {
    text.firstWord?.beginsStatementsOnly == true
      ? [.statement] : [.statement] + SQLReading.fragments
  }

  /// The mistake of the reading that came farthest, if it is not the fault of an unknown interpolation.
  private func farthestMistake(in text: Substituted) -> Mistake? {
    let isStatement = text.firstWord?.isLikeStatementWord == true
    let readings = isStatement ? [.statement] : readings(of: text)
    let mistakes = readings.compactMap { reading in
      parse(reading.completing(text.sql)).map { mistake in
        let offset = mistake.offset - reading.prefix.utf8.count
        return (message: mistake.message, offset: min(max(0, offset), text.sql.utf8.count))
      }
    }
    // The first of those that are equally far, since readings begin with the likely ones.
    guard let farthest = mistakes.map(\.offset).max(),
      let mistake = mistakes.first(where: { $0.offset == farthest })
    else { return nil }
    if let wildcard = text.firstWildcard, mistake.offset >= wildcard { return nil }
    return Mistake(message: mistake.message, index: text.element(at: mistake.offset))
  }

  // MARK: - Alternatives

  /// The text with all combinations of what its interpolations may be.
  private var alternatives: [Substituted] {
    let interpolations = text.elements.compactMap { element in
      if case .interpolation(let interpolation) = element { interpolation } else { nil }
    }
    let ambiguous = interpolations.filter { $0.replacements.count > 1 }.count
    guard ambiguous <= Self.mostAlternatives else { return [Substituted(text, choices: [])] }
    return (0..<(1 << ambiguous)).map { bits in
      Substituted(text, choices: (0..<ambiguous).map { (bits >> $0) & 1 })
    }
  }
}

/// A text with replacements for its interpolations.
private struct Substituted {
  private(set) var sql = ""
  /// The offset of the first interpolation that may be anything.
  private(set) var firstWildcard: Int?
  /// Where each element begins.
  private var offsets: [Int] = []

  init(_ text: SQLText, choices: [Int]) {
    var choices = choices[...]
    var bytes: [UInt8] = []
    for element in text.elements {
      offsets.append(bytes.count)
      switch element {
      // SQLite takes a text to end at a NUL.
      case .byte(let byte): bytes.append(byte == 0 ? 32 : byte)
      case .interpolation(let interpolation):
        if interpolation.isWildcard, firstWildcard == nil { firstWildcard = bytes.count }
        let replacements = interpolation.replacements
        let choice = replacements.count > 1 ? choices.popFirst() ?? 0 : 0
        bytes += replacements[choice].utf8
      }
    }
    sql = String(decoding: bytes, as: UTF8.self)
  }

  /// The element that an offset lies in.
  func element(at offset: Int) -> Int {
    offset >= sql.utf8.count ? offsets.count : (offsets.lastIndex { $0 <= offset } ?? 0)
  }

  /// The first word, if another one may follow it.
  var firstWord: SQLWord? {
    let text = sql.drop(while: \.isWhitespace)
    let word = text.prefix(while: \.isLetter)
    guard !word.isEmpty, text.dropFirst(word.count).first?.isWhitespace != false else { return nil }
    return SQLWord(word)
  }
}
