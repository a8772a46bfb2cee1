/// A line for people: pieces of text, each in a style.
///
/// - Invariant: No piece holds a control character, so that what stands in a database can neither break the
///   line nor command the terminal.
package struct Line: Sendable, Equatable {
  /// Text in one style.
  package struct Piece: Sendable, Equatable {
    package let text: String
    package let style: Style
  }

  package private(set) var pieces: [Piece] = []

  /// Makes a line of one piece.
  package init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

  /// Adds text at the end; control characters are shown as escapes.
  package mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: showingControls(in: text), style: style))
  }

  /// Adds another line at the end.
  package mutating func append(_ line: Line) { pieces += line.pieces }
}

extension Line: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }
}

extension Line {
  /// The text without styles.
  package var text: String { pieces.map(\.text).joined() }

  /// The columns that the line takes on a terminal.
  package var width: Int { pieces.reduce(0) { $0 + displayWidth($1.text) } }

  /// The line cut to a width, with `…` where something was cut.
  package func truncated(to limit: Int) -> Line {
    guard width > limit else { return self }
    var line = Line()
    var left = limit
    for piece in pieces {
      let isCut = displayWidth(piece.text) >= left
      line.append(isCut ? truncate(piece.text + " ", to: left) : piece.text, piece.style)
      if isCut { break }
      left -= displayWidth(piece.text)
    }
    return line
  }

  /// The line with all its text in another style, except pieces that have one of their own.
  package func styled(_ style: Style) -> Line {
    var line = Line()
    for piece in pieces { line.append(piece.text, piece.style == .plain ? style : piece.style) }
    return line
  }
}
