public import Foundation

extension DatabaseValue {
  /// How the database stores a value, with the value, by the names that people know.
  public enum Storage: Sendable, Hashable {
    /// No value.
    case null
    /// A signed integer of 64 bits.
    case int64(Int64)
    /// A floating-point number of 64 bits.
    case double(Double)
    /// Text.
    case string(String)
    /// Bytes.
    case blob(Data)

    /// The value as its Swift type; `nil` for no value.
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

  /// How the database stores this value, for a `switch`: `case .int64(let number)`.
  ///
  /// A value is such an enumeration itself, without a copy of a blob: `case .integer(let number)`.
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
