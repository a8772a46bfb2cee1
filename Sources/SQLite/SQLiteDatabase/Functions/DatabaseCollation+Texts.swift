import DatabaseTypes
import Foundation
import SQLite

// Connections add these automatically: see `Connection.addTextCollationsWhenNeeded()`.
extension DatabaseCollation {
  /// Compares like Swift strings, by Unicode canonical equivalence: all spellings of `é` are equal.
  public static let unicodeCompare = DatabaseCollation(.unicode)
  /// Compares like Foundation's case-insensitive comparison.
  public static let caseInsensitiveCompare = DatabaseCollation(.caseInsensitive)
  /// Compares according to the user's locale.
  ///
  /// An index with this collation has to be rebuilt (`reindex(collation:)`) if the locale may have
  /// changed.
  public static let localizedCompare = DatabaseCollation(.localized)
  /// Compares according to the user's locale, ignoring case.
  ///
  /// See ``localizedCompare`` for indexes.
  public static let localizedCaseInsensitiveCompare = DatabaseCollation(.localizedCaseInsensitive)
  /// Compares like file lists in the user's locale: `file 9` comes before `file 10`.
  ///
  /// See ``localizedCompare`` for indexes.
  public static let localizedStandardCompare = DatabaseCollation(.localizedStandard)

  private init(_ collation: TextCollation) {
    self.init(collation.rawValue) { collation.compare($0, $1) }
  }
}

extension Connection {
  /// Adds the text collations implemented in Swift, each when a statement needs it.
  ///
  /// An existing collation with the same name takes precedence.
  ///
  /// https://www.sqlite.org/c3ref/collation_needed.html
  func addTextCollationsWhenNeeded() throws(SQLiteError) {
    // The connection must not retain itself.
    try setCollationNeededHook { [weak self] name in
      guard let self, let collation = TextCollation(name: name) else { return }
      // If it cannot be added, the statement reports that there is no such collation.
      try? self.addCollation(name) { CollationOrder(collation.compare($0, $1)) }
    }
  }
}

extension CollationOrder {
  /// Converts a result of Foundation.
  init(_ result: ComparisonResult) {
    switch result {
    case .orderedAscending: self = .ascending
    case .orderedSame: self = .same
    case .orderedDescending: self = .descending
    }
  }
}
