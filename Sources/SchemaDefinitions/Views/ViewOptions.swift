/// How a view is made.
///
/// https://www.sqlite.org/lang_createview.html
public struct ViewOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int

  /// Makes options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing happens where there is a view of the name.
  public static let ifNotExists = ViewOptions(rawValue: 1)
  /// The view lasts as long as the connection, and only that sees it.
  public static let temporary = ViewOptions(rawValue: 2)
}
