/// The reason why a value could not be converted, without its place in a result.
///
/// The error never contains the value itself, which may be private.
public struct ConversionFailure: Error, Sendable, Hashable {
  /// The Swift type that was requested.
  public let expectedType: String
  /// The storage class of the value; `nil` if a Swift value could not be stored.
  public let found: StorageClass?
  /// A clause with details beyond the storage class, such as "it is out of the type's range".
  public let reason: String?

  /// Creates a failure.
  public init(expectedType: String, found: StorageClass?, reason: String? = nil) {
    self.expectedType = expectedType
    self.found = found
    self.reason = reason
  }

  /// Returns the failure for a value whose storage class cannot be converted to the type.
  @inline(never)
  public static func mismatch<Value>(_ type: Value.Type, found: StorageClass) -> Self {
    Self(expectedType: "\(type)", found: found)
  }

  /// Returns the failure for a value with a suitable storage class that the type cannot represent.
  @inline(never)
  public static func unrepresentable<Value>(
    _ type: Value.Type,
    found: StorageClass?,
    reason: String
  ) -> Self {
    Self(expectedType: "\(type)", found: found, reason: reason)
  }

  /// Returns the failure for text with invalid UTF-8.
  @inline(never)
  public static func invalidText(expected type: String) -> Self {
    Self(
      expectedType: type,
      found: .text,
      reason: "the text is not valid UTF-8: read it with CAST(… AS BLOB)"
    )
  }
}

extension ConversionFailure: _SelfDescribingError {
  /// A sentence with the expected type and the stored type.
  public var description: String {
    let found = self.found.map { "found \($0)" } ?? "it cannot be stored"
    let reason = self.reason.map { ": \($0)" } ?? ""
    return "expected \(expectedType), \(found)\(reason)"
  }
}
