/// How an index is made.
///
/// https://www.sqlite.org/lang_createindex.html
public struct IndexOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int

  /// Makes options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing happens where there is an index of the name.
  public static let ifNotExists = IndexOptions(rawValue: 1)
  /// No two rows may have the same values.
  public static let unique = IndexOptions(rawValue: 2)
}
