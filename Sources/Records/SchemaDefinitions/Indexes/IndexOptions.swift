/// Options for creating an index.
///
/// https://www.sqlite.org/lang_createindex.html
public struct IndexOptions: OptionSet, Sendable, Hashable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing if an index with the name exists.
  public static let ifNotExists = IndexOptions(rawValue: 1)
  /// Allows no two rows with the same values.
  public static let unique = IndexOptions(rawValue: 2)
}
