/// What a piece of text is, which decides how it looks on a terminal.
package enum Style: Sendable, Hashable, CaseIterable {
  case plain, heading, secondary, emphasis
  case inserted, updated, removed
  case success, warning, failure
  /// What keys act on.
  case selected

  /// The parameters of the terminal's command "select graphic rendition".
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

/// Turns lines into text, with colours or without.
package struct Palette: Sendable, Equatable {
  /// Whether styles become colours.
  package let hasColors: Bool

  /// Makes a palette.
  package init(hasColors: Bool) { self.hasColors = hasColors }

  /// The text of a line, without an end of line.
  package func render(_ line: Line) -> String {
    guard hasColors else { return line.text }
    return line.pieces.map { piece in
      piece.style.parameters.map { "\u{1b}[\($0)m\(piece.text)\u{1b}[0m" } ?? piece.text
    }.joined()
  }
}

extension Palette {
  /// Decides by the choice on the command line, the environment (https://no-color.org) and the terminal.
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
