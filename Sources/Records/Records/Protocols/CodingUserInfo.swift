/// A dictionary of user info for coders, with values of type `Any` or `any Sendable`.
@_documentation(visibility: internal)
public protocol _CodingUserInfo {
  /// The values.
  var _values: [CodingUserInfoKey: Any] { get }
}

extension Dictionary: _CodingUserInfo where Key == CodingUserInfoKey {
  /// The values.
  @_documentation(visibility: internal)
  public var _values: [CodingUserInfoKey: Any] { mapValues { $0 } }
}

extension _CodingUserInfo {
  /// The values as JSON coders need them; they are used and released where they are created.
  var _sendableValues: [CodingUserInfoKey: any Sendable] {
    // `Sendable` exists only for the compiler: the values are the same.
    _values.mapValues { unsafeBitCast($0, to: (any Sendable).self) }
  }
}
