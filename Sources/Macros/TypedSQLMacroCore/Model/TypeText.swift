/// A Swift type as it is written in the expansion.
struct TypeText: Equatable {
  /// The type without its outermost optional.
  let wrapped: String
  let isOptional: Bool

  init(_ wrapped: String, isOptional: Bool = false) {
    self.wrapped = wrapped
    self.isOptional = isOptional
  }

  /// The whole type.
  var text: String {
    guard isOptional else { return wrapped }
    return needsParentheses ? "(\(wrapped))?" : wrapped + "?"
  }

  /// The type as an optional; an optional one is unchanged, since `T??` cannot be a column.
  var optional: TypeText { TypeText(wrapped, isOptional: true) }

  /// Whether this is a single-column type that the library knows, so that nothing needs to be
  /// checked.
  var isWellKnown: Bool { Self.wellKnown.contains(wrapped) }

  private var needsParentheses: Bool {
    wrapped.contains("&") || wrapped.hasPrefix("any ") || wrapped.hasPrefix("some ")
  }

  private static let wellKnown: Set = [
    "Bool", "Data", "Date", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String",
    "URL", "UInt8", "UInt16", "UInt32", "UInt64", "UUID", "[UInt8]",
  ]
}
