/// Tells of each byte of an SQL text what it belongs to, with a look at the byte that follows.
///
/// https://www.sqlite.org/lang_comment.html
struct SQLScanner {
  /// What a byte belongs to.
  enum Kind: Equatable {
    /// A name without quotes, a keyword or a number.
    case word
    /// A string or a name in quotes, its quotes included.
    case quoted
    /// A comment.
    case comment
    /// White space.
    case blank
    /// The end of a statement, or of one within a trigger.
    case semicolon
    /// An operator, a parenthesis.
    case other
  }

  private enum State: Equatable {
    case plain
    case quoted(until: UInt8)
    case lineComment
    case blockComment
  }

  private var state = State.plain
  /// How many bytes of a comment's mark are still to come.
  private var markBytes = 0

  /// Whether a text that ends here leaves a string, a quoted name or a comment open.
  var isInQuotes: Bool { if case .quoted = state { true } else { false } }
  var isInComment: Bool { state == .blockComment }

  /// Takes a byte; `next` is the one after it.
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
      if markBytes > 0 {
        markBytes -= 1
        // `/*/` does not end what it begins.
        if markBytes == 0, isEnding {
          isEnding = false
          state = .plain
        }
      } else if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
        (markBytes, isEnding) = (1, true)
      }
      return .comment
    }
  }

  /// Whether the mark that is taken ends the comment.
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
      markBytes = 1
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
