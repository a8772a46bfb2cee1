/// Why a value could not be converted, without the place where it stood.
///
/// It never holds the value itself, which may be private.
public struct ConversionFailure: Error, Sendable, Hashable {
  /// The Swift type that was asked for.
  public let expectedType: String
  /// How the value was stored; `nil` where a Swift value could not be stored.
  public let found: StorageClass?
  /// What was wrong beyond the storage class, as a clause: "it is out of the type's range".
  public let reason: String?

  /// Makes a failure.
  public init(expectedType: String, found: StorageClass?, reason: String? = nil) {
    self.expectedType = expectedType
    self.found = found
    self.reason = reason
  }

  /// The value has a storage class from which the type cannot be made.
  @inline(never)
  public static func mismatch<Value>(_ type: Value.Type, found: StorageClass) -> Self {
    Self(expectedType: "\(type)", found: found)
  }

  /// The value has the right storage class but cannot be represented.
  @inline(never)
  public static func unrepresentable<Value>(
    _ type: Value.Type,
    found: StorageClass?,
    reason: String
  ) -> Self {
    Self(expectedType: "\(type)", found: found, reason: reason)
  }

  /// The text is not valid UTF-8.
  @inline(never)
  public static func invalidText(expected type: String) -> Self {
    Self(
      expectedType: type,
      found: .text,
      reason: "the text is not valid UTF-8: read it with CAST(… AS BLOB)"
    )
  }
}

extension ConversionFailure: _DescribedError {
  /// What was expected and what was found, in a sentence.
  public var description: String {
    let found = self.found.map { "found \($0)" } ?? "it cannot be stored"
    let reason = self.reason.map { ": \($0)" } ?? ""
    return "expected \(expectedType), \(found)\(reason)"
  }
}
