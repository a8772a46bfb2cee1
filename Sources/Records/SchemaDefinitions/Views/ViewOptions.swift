/// Options for creating a view.
///
/// https://www.sqlite.org/lang_createview.html
public struct ViewOptions: OptionSet, Sendable, Hashable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing if a view with the name exists.
  public static let ifNotExists = ViewOptions(rawValue: 1)
  /// The view lasts only as long as the connection, which alone sees it.
  public static let temporary = ViewOptions(rawValue: 2)
}
