import DatabaseTypes
import Foundation

extension PostgresValue {
  /// The value as text that the server can parse; `nil` for NULL.
  var text: String? {
    switch self {
    case .null: nil
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .float(let value): Self.text(Double(value), shortest: "\(value)")
    case .double(let value): Self.text(value, shortest: "\(value)")
    case .text(let value), .json(let value), .jsonb(let value), .other(let value): value
    case .bytes(let value): "\\x" + hexadecimal(value)
    case .uuid(let value): UUIDText.text(for: value)
    case .date(let value): value.description
    case .time(let value): value.description
    case .timestamp(let value): value.description
    case .timestamptz(let value):
      // The zone comes before the era.
      value.isFinite
        ? value.description.hasSuffix(" BC")
          ? value.description.dropLast(3) + "+00 BC" : value.description + "+00"
        : value.description
    case .interval(let value): value.description
    case .numeric(let value): value.description
    case .array(let value): value.literal
    }
  }

  private static func text(_ value: Double, shortest: String) -> String {
    value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : shortest
  }
}
