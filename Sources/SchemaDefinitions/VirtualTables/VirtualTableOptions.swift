/// How a virtual table is made.
///
/// https://www.sqlite.org/lang_createvtab.html
public struct VirtualTableOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int

  /// Makes options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing happens where there is a table of the name.
  public static let ifNotExists = VirtualTableOptions(rawValue: 1)
}
