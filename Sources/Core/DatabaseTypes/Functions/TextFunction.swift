import Foundation

/// A text function that SQLite supports for ASCII only, or not at all.
///
/// Each connection adds it from Swift.
package enum TextFunction: String, CaseIterable, Sendable {
  case capitalized = "swiftCapitalized"
  case lowercased = "swiftLowercased"
  case uppercased = "swiftUppercased"
  case localizedCapitalized = "swiftLocalizedCapitalized"
  case localizedLowercased = "swiftLocalizedLowercased"
  case localizedUppercased = "swiftLocalizedUppercased"

  /// Whether the result depends on the user's locale, so that it may change over time.
  package var isLocalized: Bool {
    switch self {
    case .capitalized, .lowercased, .uppercased: false
    case .localizedCapitalized, .localizedLowercased, .localizedUppercased: true
    }
  }

  /// Returns the result of the function.
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
