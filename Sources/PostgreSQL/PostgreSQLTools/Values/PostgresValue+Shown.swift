package import DatabaseTypes
import Foundation
package import PostgreSQL

extension PostgresValue {
  /// The value as it is printed.
  ///
  /// Numbers and bytes are not changed, except that a `real` is the shortest number that is equal
  /// to it, and numbers that are not finite are texts. All other values are printed as the server
  /// would, except that zero fractions of seconds are omitted.
  package var shownValue: DatabaseValue {
    switch self {
    case .bool(let value): .text(value ? "true" : "false")
    case .uuid(let value): .text(value.uuidString.lowercased())
    case .float(let value): Self.shown(value)
    case .double(let value): Self.shown(value)
    case .timestamp(let value): .text(Self.short(value.description))
    case .timestamptz(let value): .text(Self.short(value.description, zone: "+00"))
    case .time(let value): .text(Self.short(value.description))
    case .interval(let value): .text(value.serverText)
    default: databaseValue
    }
  }

  /// Returns a number as it is printed: the shortest one that is equal to it in its own type.
  fileprivate static func shown(
    _ number: some BinaryFloatingPoint & LosslessStringConvertible
  ) -> DatabaseValue {
    if number.isNaN { return .text("NaN") }
    guard number.isFinite else { return .text(number < 0 ? "-Infinity" : "Infinity") }
    return .real(Double(String(number)) ?? Double(number))
  }

  /// Shortens `08:30:00.000000` to `08:30:00`, and `08:30:00.250000` to `08:30:00.25`.
  ///
  /// - Parameter zone: The time zone to write after the time of a finite timestamp.
  fileprivate static func short(_ text: String, zone: String = "") -> String {
    guard text.contains(".") else { return text }
    let era = text.hasSuffix(" BC") ? " BC" : ""
    let shorter = text.dropLast(era.count).reversed().drop { $0 == "0" }
    let clock = shorter.first == "." ? shorter.dropFirst() : shorter
    return String(clock.reversed()) + zone + era
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
    case (.float4, .real(let value)): PostgresValue.shown(Float(value))
    case (.float8, .real(let value)): PostgresValue.shown(value)
    case (.timestamp, .text(let text)), (.time, .text(let text)): .text(PostgresValue.short(text))
    case (.timestamptz, .text(let text)): .text(PostgresValue.short(text, zone: "+00"))
    case (.interval, .text(let text)):
      .text(PostgresInterval(description: text)?.serverText ?? text)
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
