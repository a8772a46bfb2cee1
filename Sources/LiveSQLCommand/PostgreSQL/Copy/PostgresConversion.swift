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

  private static func converted(_ text: String, to kind: PostgresType.Kind) -> PostgresValue? {
    switch kind {
    case .text: text.utf8.contains(0) ? nil : .text(text)
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

/// A parser of dates and timestamps as SQLite's functions and LiveSQL write them.
///
/// These are `2026-11-21` or `2026-11-21 08:30:00.25`, also with `T`, and with `Z` or an offset.
/// Without an offset, the time is UTC. What is read as `Date.distantFuture` and `Date.distantPast`
/// in a file is an infinity, which is read as the same dates on the server.
struct MomentReader {
  private let text: String

  init(_ text: String) { self.text = text }

  private static let future: Set = ["infinity", "4001-01-01", "4001-01-01 00:00:00.000"]
  private static let past: Set = ["-infinity", "0000-12-30", "0000-12-30 00:00:00.000"]

  /// The day; `nil` if the text contains more than a day.
  var date: PostgresDate? {
    guard text.utf8.count <= 10 else { return nil }
    if Self.future.contains(text) { return .infinity }
    if Self.past.contains(text) { return .negativeInfinity }
    return day(Array(text.utf8))
  }

  /// The timestamp.
  var moment: PostgresTimestamp? {
    if Self.future.contains(text) { return .infinity }
    if Self.past.contains(text) { return .negativeInfinity }
    let bytes = Array(text.utf8)
    guard let day = day(Array(bytes.prefix(10))) else { return nil }
    let midnight = Int64(day.days) * 86_400_000_000
    if bytes.count == 10 { return PostgresTimestamp(microseconds: midnight) }
    guard bytes.count >= 16, bytes[10] == 0x20 || bytes[10] == UInt8(ascii: "T") else { return nil }
    guard let time = time(bytes[11...]) else { return nil }
    return PostgresTimestamp(microseconds: midnight + time)
  }

  private func day(_ bytes: [UInt8]) -> PostgresDate? {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), year > 0
    else { return nil }
    return PostgresDate(year: year, month: month, day: day)
  }

  /// Parses `08:30`, `08:30:00` or `08:30:00.250` with an optional offset: microseconds from
  /// midnight.
  private func time(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var rest = bytes
    guard let hours = take(2, &rest), skip(":", &rest), let minutes = take(2, &rest), hours < 24,
      minutes < 60
    else { return nil }
    var micros = Int64(hours * 3_600 + minutes * 60) * 1_000_000
    if skip(":", &rest) {
      guard let seconds = take(2, &rest), seconds < 60 else { return nil }
      micros += Int64(seconds) * 1_000_000
      if skip(".", &rest) {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, digits.count <= 6, let fraction = number(digits) else { return nil }
        micros += (0..<6 - digits.count).reduce(Int64(fraction)) { value, _ in value * 10 }
        rest = rest.dropFirst(digits.count)
      }
    }
    if rest.isEmpty || rest.elementsEqual("Z".utf8) { return micros }
    let isEast = rest.first == UInt8(ascii: "+")
    guard isEast || rest.first == UInt8(ascii: "-") else { return nil }
    rest = rest.dropFirst()
    guard let hours = take(2, &rest), skip(":", &rest), let minutes = take(2, &rest), rest.isEmpty,
      hours < 24, minutes < 60
    else { return nil }
    let offset = Int64(hours * 3_600 + minutes * 60) * 1_000_000
    return isEast ? micros - offset : micros + offset
  }

  private func take(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return number(bytes.prefix(count))
  }

  private func skip(_ character: Unicode.Scalar, _ bytes: inout ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, UInt32(first) == character.value else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
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
