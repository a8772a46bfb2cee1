/// Options for creating a virtual table.
///
/// https://www.sqlite.org/lang_createvtab.html
public struct VirtualTableOptions: OptionSet, Sendable, Hashable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing if a table with the name exists.
  public static let ifNotExists = VirtualTableOptions(rawValue: 1)
}
