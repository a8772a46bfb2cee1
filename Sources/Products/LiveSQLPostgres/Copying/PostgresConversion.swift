import DatabaseTypes
import Foundation
import PostgreSQL

extension DatabaseValue {
  /// Returns the value as a PostgreSQL type; `nil` if it does not have that type.
  ///
  /// Nothing is rounded, truncated or guessed: a value that would not be read back unchanged is not
  /// converted.
  func converted(to kind: PostgresType.Kind) -> PostgresValue? {
    switch (self, kind) {
    case (.null, _): .null
    case (.integer(let value), .bool): value == 0 || value == 1 ? .bool(value == 1) : nil
    case (.integer(let value), .int2): Int16(exactly: value) == nil ? nil : .integer(value)
    case (.integer(let value), .int4): Int32(exactly: value) == nil ? nil : .integer(value)
    case (.integer(let value), .int8): .integer(value)
    case (.integer(let value), .float8): Self.exact(value).map { .double($0) }
    case (.integer(let value), .numeric): .numeric(PostgresNumeric(value))
    case (.integer(let value), .text): .text("\(value)")
    case (.real(let value), .float8): .double(value)
    case (.real(let value), .numeric): PostgresNumeric(Self.decimal(value)).map { .numeric($0) }
    case (.real(let value), .text): .text(realText(value))
    case (.blob(let value), .bytea): .bytes(value)
    case (.blob(let value), .uuid): UUID(bytes: value).map { .uuid($0) }
    case (.text(let value), _): Self.converted(value, to: kind)
    default: nil
    }
  }

  /// Returns the value as a PostgreSQL type; an integer as a decimal number if it counts fractions
  /// of one.
  func converted(to kind: PostgresType.Kind, digits: Int?) -> PostgresValue? {
    guard let digits, !isNull else { return converted(to: kind) }
    guard kind == .numeric, case .integer(let units) = self else { return nil }
    return DecimalColumn.number(units, digits: digits).map { .numeric($0) }
  }

  private static func converted(_ text: String, to kind: PostgresType.Kind) -> PostgresValue? {
    switch kind {
    case .text, .char: text.utf8.contains(0) ? nil : .text(text)
    case .bytea: .bytes(Array(text.utf8))
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .date: MomentReader(text).date.map { .date($0) }
    case .timestamptz: MomentReader(text).moment.map { .timestamptz($0) }
    case .timestamp: MomentReader(text).moment.map { .timestamp($0) }
    case .json: CanonicalJSON(text) == nil ? nil : .json(text)
    case .jsonb: CanonicalJSON(text) == nil ? nil : .jsonb(text)
    default: nil
    }
  }

  /// Returns an integer as a floating-point number, if that is exact.
  private static func exact(_ value: Int64) -> Double? {
    let real = Double(value)
    return Int64(exactly: real) == value ? real : nil
  }

  /// Returns the shortest digits that read back as the same number.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return value < 0 ? "-Infinity" : "Infinity" }
    // Not by way of `Decimal`, which ends before the greatest numbers.
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension UUID {
  /// Creates an identifier from 16 bytes; `nil` for another number of bytes.
  fileprivate init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    var text = digits
    for offset in [20, 16, 12, 8] {
      text.insert("-", at: text.index(text.startIndex, offsetBy: offset))
    }
    self.init(uuidString: text)
  }
}

/// A JSON document in canonical form.
///
/// PostgreSQL stores what a document says, but not how it is written.
struct CanonicalJSON {
  let text: String

  /// Parses a document; `nil` if it is not JSON, or if PostgreSQL cannot store it.
  init?(_ text: String) {
    guard !text.utf8.contains(0), !text.contains("\\u0000"),
      let value = try? JSONSerialization.jsonObject(
        with: Data(text.utf8),
        options: .fragmentsAllowed
      ),
      let data = try? JSONSerialization.data(
        withJSONObject: value,
        options: [.sortedKeys, .fragmentsAllowed]
      )
    else { return nil }
    self.text = String(decoding: data, as: UTF8.self)
  }
}
