import DatabaseTypes
import Foundation
import SQLite

// Each connection has these without being given them: see `Connection.addsTextCollations()`.
extension DatabaseCollation {
  /// As Swift compares strings: by Unicode, in which `é` is the same however it is spelled.
  public static let unicodeCompare = DatabaseCollation(.unicode)
  /// As Foundation compares strings without regard to case.
  public static let caseInsensitiveCompare = DatabaseCollation(.caseInsensitive)
  /// As the language of the user sorts.
  ///
  /// An index in such an order has to be made anew (`reindex(collation:)`) where the language may have changed.
  public static let localizedCompare = DatabaseCollation(.localized)
  /// As the language of the user sorts, without regard to case; see ``localizedCompare`` for indexes.
  public static let localizedCaseInsensitiveCompare = DatabaseCollation(.localizedCaseInsensitive)
  /// As file lists sort: `file 9` before `file 10`, in the language of the user; see ``localizedCompare`` for indexes.
  public static let localizedStandardCompare = DatabaseCollation(.localizedStandard)

  private init(_ collation: TextCollation) {
    self.init(collation.rawValue) { collation.compare($0, $1) }
  }
}

extension Connection {
  /// Adds the collations of texts that come from Swift, each when a statement needs it that has no other of the name.
  ///
  /// https://www.sqlite.org/c3ref/collation_needed.html
  func addTextCollationsWhenNeeded() throws(SQLiteError) {
    // The connection must not hold itself.
    try setCollationNeededHook { [weak self] name in
      guard let self, let collation = TextCollation(name: name) else { return }
      // Where it cannot be added, the statement says that there is no such collation.
      try? self.addCollation(name) { CollationAnswer(collation.compare($0, $1)) }
    }
  }
}

extension CollationAnswer {
  /// Where Foundation puts a text.
  init(_ result: ComparisonResult) {
    switch result {
    case .orderedAscending: self = .before
    case .orderedSame: self = .same
    case .orderedDescending: self = .after
    }
  }
}
