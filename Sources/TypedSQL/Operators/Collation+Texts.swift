import DatabaseTypes

// Each connection has these without being given them.
extension Collation {
  /// As Swift compares strings: by Unicode, in which `é` is the same however it is spelled.
  public static let unicodeCompare = Collation(rawValue: TextCollation.unicode.rawValue)
  /// As Foundation compares strings without regard to case.
  public static let caseInsensitiveCompare = Collation(
    rawValue: TextCollation.caseInsensitive.rawValue
  )
  /// As the language of the user sorts.
  ///
  /// An index in such an order has to be made anew where the language may have changed.
  public static let localizedCompare = Collation(rawValue: TextCollation.localized.rawValue)
  /// As the language of the user sorts, without regard to case; see ``localizedCompare`` for indexes.
  public static let localizedCaseInsensitiveCompare = Collation(
    rawValue: TextCollation.localizedCaseInsensitive.rawValue
  )
  /// As file lists sort: `file 9` before `file 10`, in the language of the user; see ``localizedCompare`` for indexes.
  public static let localizedStandardCompare = Collation(
    rawValue: TextCollation.localizedStandard.rawValue
  )
}
