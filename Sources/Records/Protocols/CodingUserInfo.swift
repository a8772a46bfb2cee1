/// What coders are given besides: a dictionary by `CodingUserInfoKey`, of `Any` or of `any Sendable`.
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
  /// The values as the coders of JSON take them, which are used and let go where they are made.
  var _sendableValues: [CodingUserInfoKey: any Sendable] {
    // `Sendable` is a word for the compiler: the values are the same.
    _values.mapValues { unsafeBitCast($0, to: (any Sendable).self) }
  }
}
