/// A scanner that classifies each byte of an SQL text, looking one byte ahead.
///
/// https://www.sqlite.org/lang_comment.html
struct SQLScanner {
  /// A class of bytes.
  enum Kind: Equatable {
    /// A name without quotes, a keyword or a number.
    case word
    /// A quoted string or name, including its quotes.
    case quoted
    /// A comment.
    case comment
    /// White space.
    case blank
    /// The end of a statement, or of one within a trigger.
    case semicolon
    /// An operator or a parenthesis.
    case other
  }

  private enum State: Equatable {
    case plain
    case quoted(until: UInt8)
    case lineComment
    case blockComment
  }

  private var state = State.plain
  /// The number of bytes of a comment delimiter that are still to come.
  private var delimiterBytesLeft = 0

  /// Creates a scanner at the beginning of a text.
  init() {}

  /// Whether a string or a quoted name is open at this point.
  var isInQuotes: Bool { if case .quoted = state { true } else { false } }
  /// Whether a comment is open that `*/` ends.
  var isInComment: Bool { state == .blockComment }
  /// Whether a comment is open that the end of the line ends.
  var isInLineComment: Bool { state == .lineComment }

  /// Classifies a byte; `next` is the one after it.
  mutating func take(_ byte: UInt8, next: UInt8?) -> Kind {
    switch state {
    case .plain: return takePlain(byte, next: next)
    case .quoted(let end):
      if byte == end { state = .plain }
      return .quoted
    case .lineComment:
      if byte == 0x0a { state = .plain }
      return .comment
    case .blockComment:
      if delimiterBytesLeft > 0 {
        delimiterBytesLeft -= 1
        // `/*/` does not end the comment that it begins.
        if delimiterBytesLeft == 0, isEnding {
          isEnding = false
          state = .plain
        }
      } else if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
        (delimiterBytesLeft, isEnding) = (1, true)
      }
      return .comment
    }
  }

  /// Whether the delimiter that is being read ends the comment.
  private var isEnding = false

  private mutating func takePlain(_ byte: UInt8, next: UInt8?) -> Kind {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      state = .quoted(until: byte)
      return .quoted
    case UInt8(ascii: "["):
      state = .quoted(until: UInt8(ascii: "]"))
      return .quoted
    case UInt8(ascii: "-") where next == byte:
      state = .lineComment
      return .comment
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      state = .blockComment
      delimiterBytesLeft = 1
      return .comment
    case UInt8(ascii: ";"): return .semicolon
    case 0x20, 0x09...0x0d: return .blank
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
      return .word
    default: return .other
    }
  }
}
