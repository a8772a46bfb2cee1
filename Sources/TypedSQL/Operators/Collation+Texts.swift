import DatabaseTypes

// Every connection has these collations without registering them.
extension Collation {
  /// The order in which Swift compares strings: by Unicode, where all spellings of `é` are equal.
  public static let unicodeCompare = Collation(rawValue: TextCollation.unicode.rawValue)
  /// The order in which Foundation compares strings, ignoring case.
  public static let caseInsensitiveCompare = Collation(
    rawValue: TextCollation.caseInsensitive.rawValue
  )
  /// The sort order of the user's language.
  ///
  /// Rebuild an index that uses this order if the language may have changed.
  public static let localizedCompare = Collation(rawValue: TextCollation.localized.rawValue)
  /// The sort order of the user's language, ignoring case.
  ///
  /// See ``localizedCompare`` about indexes.
  public static let localizedCaseInsensitiveCompare = Collation(
    rawValue: TextCollation.localizedCaseInsensitive.rawValue
  )
  /// The order of file lists in the user's language: `file 9` before `file 10`.
  ///
  /// See ``localizedCompare`` about indexes.
  public static let localizedStandardCompare = Collation(
    rawValue: TextCollation.localizedStandard.rawValue
  )
}
