package import Foundation

/// A collation that SQLite lacks and that each connection adds from Swift when a statement needs
/// it.
///
/// The names are those that other libraries use, so that their databases can be opened.
package enum TextCollation: String, CaseIterable, Sendable {
  case unicode = "swiftCompare"
  case caseInsensitive = "swiftCaseInsensitiveCompare"
  case localized = "swiftLocalizedCompare"
  case localizedCaseInsensitive = "swiftLocalizedCaseInsensitiveCompare"
  case localizedStandard = "swiftLocalizedStandardCompare"

  /// Creates the collation with an SQL name, ignoring case.
  package init?(name: String) {
    let name = name.lowercased()
    guard let known = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
      return nil
    }
    self = known
  }

  /// Compares two strings.
  package func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .unicode:
      left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
    case .caseInsensitive: left.caseInsensitiveCompare(right)
    case .localized: left.localizedCompare(right)
    case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
    case .localizedStandard: left.localizedStandardCompare(right)
    }
  }
}
