/// The role of a piece of text, which determines its look on a terminal.
package enum Style: Sendable, Hashable, CaseIterable {
  case plain, heading, secondary, emphasis
  case inserted, updated, removed
  case success, warning, failure
  /// The item that keys act on.
  case selected

  /// The parameters of the terminal's "select graphic rendition" command.
  fileprivate var parameters: String? {
    switch self {
    case .plain: nil
    case .heading, .emphasis: "1"
    case .secondary: "2"
    case .inserted, .success: "32"
    case .updated, .warning: "33"
    case .removed, .failure: "31"
    case .selected: "7"
    }
  }
}

/// A renderer of lines as text, with or without colours.
package struct Palette: Sendable, Equatable {
  /// Whether styles are rendered as colours.
  package let hasColors: Bool

  /// Creates a palette.
  package init(hasColors: Bool) { self.hasColors = hasColors }

  /// Returns the text of a line, without a line end.
  package func render(_ line: Line) -> String {
    guard hasColors else { return line.text }
    return line.pieces.map { piece in
      piece.style.parameters.map { "\u{1b}[\($0)m\(piece.text)\u{1b}[0m" } ?? piece.text
    }.joined()
  }
}

extension Palette {
  /// Creates a palette from the command line's choice, the environment and the terminal.
  ///
  /// https://no-color.org
  package init(_ choice: ColorChoice, isTerminal: Bool, environment: [String: String]) {
    switch choice {
    case .always: hasColors = true
    case .never: hasColors = false
    case .auto:
      let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      hasColors = isTerminal && !isRefused && environment["TERM"] != "dumb"
    }
  }
}
