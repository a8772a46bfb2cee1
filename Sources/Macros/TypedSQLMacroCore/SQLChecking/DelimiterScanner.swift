/// A scanner that finds unmatched delimiters and unbound parameters, byte by byte.
///
/// It does not need SQLite, and stops at the first error.
struct DelimiterScanner {
  struct Finding: Equatable {
    let diagnostic: SQLDiagnostic
    /// The index of the element at fault.
    let index: Int
    /// The interpolation at fault, if one is within quotes.
    var interpolation: Interpolation?
  }

  private struct Opening {
    let delimiter: Character
    let index: Int
  }

  private static let closings: [Character: Character] = [
    "\"": "\"", "'": "'", "`": "`", "[": "]", "(": ")",
  ]

  private let elements: [SQLText.Element]
  private var openings: [Opening] = []
  private var index = 0

  init(_ text: SQLText) {
    elements = text.elements
  }

  /// Returns the first error, if there is one.
  mutating func scan() -> Finding? {
    while index < elements.count {
      if let finding = step() { return finding }
      index += 1
    }
    return openings.last.map { opening in
      let close = Self.closings[opening.delimiter] ?? opening.delimiter
      return Finding(
        diagnostic: .unclosed(open: opening.delimiter, close: close),
        index: opening.index
      )
    }
  }

  private mutating func step() -> Finding? {
    switch elements[index] {
    case .interpolation(let interpolation):
      guard let quote, interpolation.kind != .raw else { return nil }
      return Finding(
        diagnostic: .bindWithinQuotes(quote),
        index: index,
        interpolation: interpolation
      )
    case .byte(let byte):
      let character = Character(Unicode.Scalar(byte))
      if let quote { return close(quote, with: character) }
      return read(character)
    }
  }

  /// The quote that the scanner is inside of.
  private var quote: Character? {
    guard let last = openings.last?.delimiter, last != "(" else { return nil }
    return last
  }

  private mutating func close(_ quote: Character, with character: Character) -> Finding? {
    if character == Self.closings[quote] { openings.removeLast() }
    return nil
  }

  private mutating func read(_ character: Character) -> Finding? {
    switch character {
    case "-" where follows("-"): skip(past: "\n")
    case "/" where follows("*"):
      // `/*/` does not end the comment that it begins.
      index += 2
      skip(past: "*/")
    case ")" where openings.isEmpty:
      return Finding(diagnostic: .unopened(open: "(", close: ")"), index: index)
    case ")": openings.removeLast()
    case "]": return Finding(diagnostic: .unopened(open: "[", close: "]"), index: index)
    case "?" where !isWithinWord: return Finding(diagnostic: .bindParameter, index: index)
    case ":", "@", "$":
      guard !isWithinWord, isBeforeWord else { return nil }
      return Finding(diagnostic: .bindParameter, index: index)
    default:
      if Self.closings[character] != nil {
        openings.append(Opening(delimiter: character, index: index))
      }
    }
    return nil
  }

  private mutating func skip(past end: String) {
    let bytes = end.utf8.map { SQLText.Element.byte($0) }
    while index < elements.count, !elements[index...].starts(with: bytes) { index += 1 }
    index += bytes.count - 1
  }

  private func follows(_ character: Character) -> Bool {
    self.character(at: index + 1) == character
  }

  private var isWithinWord: Bool { character(at: index - 1).map(isWordCharacter) ?? false }
  private var isBeforeWord: Bool { character(at: index + 1).map(isWordCharacter) ?? false }

  private func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private func character(at index: Int) -> Character? {
    guard elements.indices.contains(index), case .byte(let byte) = elements[index] else {
      return nil
    }
    return Character(Unicode.Scalar(byte))
  }
}
