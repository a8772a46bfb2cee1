import DatabaseTypes
import Foundation
import PostgreSQL

extension PostgresValue {
  /// The value as it is printed.
  ///
  /// Numbers and bytes stay what they are. Everything else is the text that the server would write, but that fractions of
  /// seconds that are zero are left out.
  var shownValue: DatabaseValue {
    switch self {
    case .bool(let value): .text(value ? "true" : "false")
    case .uuid(let value): .text(value.uuidString.lowercased())
    case .timestamp(let value): .text(Self.short(value.description))
    case .timestamptz(let value):
      .text(Self.short(value.description) + (value.isFinite ? "+00" : ""))
    case .time(let value): .text(Self.short(value.description))
    default: databaseValue
    }
  }

  /// `08:30:00.000000` → `08:30:00`, `08:30:00.250000` → `08:30:00.25`.
  private static func short(_ text: String) -> String {
    guard text.contains("."), !text.hasSuffix("BC") else { return text }
    let shorter = text.reversed().drop { $0 == "0" }
    return String((shorter.first == "." ? shorter.dropFirst() : shorter).reversed())
  }
}

extension PostgresColumns {
  /// Which columns' texts are JSON already: documents, decimal numbers, truth values.
  var areJSON: [Bool] {
    types.map { [.bool, .json, .jsonb, .numeric].contains($0.kind) }
  }
}
