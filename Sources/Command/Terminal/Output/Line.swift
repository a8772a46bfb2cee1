/// A line for people: pieces of text, each with a style.
///
/// - Invariant: No piece contains a control character, so a text from elsewhere can neither break
///   the line nor control the terminal.
package struct Line: Sendable, Equatable {
  /// A text with one style.
  package struct Piece: Sendable, Equatable {
    package let text: String
    package let style: Style
  }

  package private(set) var pieces: [Piece] = []

  /// Creates a line of one piece.
  package init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

  /// Appends text; control characters are shown as escapes.
  package mutating func append(_ text: String, _ style: Style = .plain) {
    append(shown: showingControls(in: text), style)
  }

  /// Appends text whose control characters are shown as escapes already.
  ///
  /// To look at a part of a text again would show a joiner at its end as an escape.
  mutating func append(shown text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, style: style))
  }

  /// Appends another line.
  package mutating func append(_ line: Line) { pieces += line.pieces }
}

extension Line: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }
}

extension Line {
  /// The text without styles.
  package var text: String { pieces.map(\.text).joined() }

  /// The number of columns that the line takes on a terminal.
  package var width: Int { pieces.reduce(0) { $0 + displayWidth($1.text) } }

  /// Returns the line cut to a width, with `…` if something was cut.
  package func truncated(to limit: Int) -> Line {
    guard width > limit else { return self }
    var line = Line()
    var left = limit
    for piece in pieces {
      let isCut = displayWidth(piece.text) >= left
      line.append(shown: isCut ? truncate(piece.text + " ", to: left) : piece.text, piece.style)
      if isCut { break }
      left -= displayWidth(piece.text)
    }
    return line
  }

  /// Returns the line with another style, except for pieces that already have one.
  package func styled(_ style: Style) -> Line {
    var line = Line()
    for piece in pieces {
      line.append(shown: piece.text, piece.style == .plain ? style : piece.style)
    }
    return line
  }
}
