public import Foundation

extension DatabaseValue {
  /// A stored value, with the case names that are familiar from other libraries.
  public enum Storage: Sendable, Hashable {
    /// NULL.
    case null
    /// A signed 64-bit integer.
    case int64(Int64)
    /// A 64-bit floating-point number.
    case double(Double)
    /// Text.
    case string(String)
    /// Bytes.
    case blob(Data)

    /// The value as its Swift type; `nil` for NULL.
    public var value: (any DatabaseValueConvertible)? {
      switch self {
      case .null: nil
      case .int64(let value): value
      case .double(let value): value
      case .string(let value): value
      case .blob(let value): value
      }
    }
  }

  /// The stored value, for use in a `switch`: `case .int64(let number)`.
  ///
  /// `DatabaseValue` is itself such an enumeration, and does not copy blobs:
  /// `case .integer(let number)`.
  public var storage: Storage {
    switch self {
    case .null: .null
    case .integer(let value): .int64(value)
    case .real(let value): .double(value)
    case .text(let value): .string(value)
    case .blob(let value): .blob(Data(value))
    }
  }
}
