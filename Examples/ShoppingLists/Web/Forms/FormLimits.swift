/// The limits of form fields: hints for browsers, and checked by the server.
enum FormLimits {
  /// The maximum number of characters in an item's name.
  static let name = 200
  /// The maximum number of characters in a list's title.
  static let title = 200
  /// The maximum number of characters in an item's notes.
  static let notes = 1_000
  /// The maximum quantity of an item.
  static let quantity = 999
  /// The maximum number of bytes in a form.
  static let bytes = 16_384
}
