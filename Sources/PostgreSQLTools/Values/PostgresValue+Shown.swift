package import DatabaseTypes
import Foundation
package import PostgreSQL

extension PostgresValue {
  /// The value as it is printed.
  ///
  /// Numbers and bytes are not changed. All other values are printed as the server would, except
  /// that zero fractions of seconds are omitted.
  package var shownValue: DatabaseValue {
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

  /// Shortens `08:30:00.000000` to `08:30:00`, and `08:30:00.250000` to `08:30:00.25`.
  fileprivate static func short(_ text: String) -> String {
    guard text.contains("."), !text.hasSuffix("BC") else { return text }
    let shorter = text.reversed().drop { $0 == "0" }
    return String((shorter.first == "." ? shorter.dropFirst() : shorter).reversed())
  }
}

extension DatabaseValue {
  /// Returns the stored value of a column as it is printed.
  ///
  /// - Parameter kind: The kind of the column's type.
  package func shown(as kind: PostgresType.Kind?) -> DatabaseValue {
    switch (kind, self) {
    case (.bool, .integer(let value)): .text(value == 0 ? "false" : "true")
    case (.uuid, .blob):
      (try? UUID(databaseValue: self))
        .map { .text($0.uuidString.lowercased()) } ?? self
    case (.timestamp, .text(let text)), (.time, .text(let text)): .text(PostgresValue.short(text))
    case (.timestamptz, .text(let text)):
      .text(PostgresValue.short(text) + (text.hasSuffix("infinity") ? "" : "+00"))
    default: self
    }
  }
}

extension PostgresColumns {
  /// Whether each column's texts already are JSON: documents, decimal numbers and Booleans.
  package var areJSON: [Bool] {
    types.map { [.bool, .json, .jsonb, .numeric].contains($0.kind) }
  }
}
