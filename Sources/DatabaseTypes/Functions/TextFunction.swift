import Foundation

/// A function of texts that SQLite has for ASCII only, or not at all: each connection gets it from Swift.
package enum TextFunction: String, CaseIterable, Sendable {
  case capitalized = "swiftCapitalized"
  case lowercased = "swiftLowercased"
  case uppercased = "swiftUppercased"
  case localizedCapitalized = "swiftLocalizedCapitalized"
  case localizedLowercased = "swiftLocalizedLowercased"
  case localizedUppercased = "swiftLocalizedUppercased"

  /// Whether the language of the user matters: then the same text may give another one tomorrow.
  package var isLocalized: Bool {
    switch self {
    case .capitalized, .lowercased, .uppercased: false
    case .localizedCapitalized, .localizedLowercased, .localizedUppercased: true
    }
  }

  /// What it makes of a text.
  package func callAsFunction(_ text: String) -> String {
    switch self {
    case .capitalized: text.capitalized
    case .lowercased: text.lowercased()
    case .uppercased: text.uppercased()
    case .localizedCapitalized: text.localizedCapitalized
    case .localizedLowercased: text.localizedLowercase
    case .localizedUppercased: text.localizedUppercase
    }
  }
}
