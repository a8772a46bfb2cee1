import DatabaseTypes
import Foundation

/// A writer of values as a JSON array, in one form with milliseconds and in one with microseconds.
struct ListWriter {
  private var text: [UInt8] = []
  /// The array with microseconds; `nil` as long as no date has any.
  private var precise: [UInt8]?

  /// Creates a writer for a number of values.
  init(count: Int) { text.reserveCapacity(count * 12 + 2) }

  /// Appends a value.
  ///
  /// - Returns: Whether it can be in a list.
  mutating func append(_ binding: QueryBinding) -> Bool {
    let separator = UInt8(ascii: text.isEmpty ? "[" : ",")
    text.append(separator)
    precise?.append(separator)
    switch binding {
    case .date(let value):
      guard let (text, precise) = DateText.texts(for: value) else { return false }
      return append(date: text, precise)
    case .dated(let value, let exact): return append(date: value, exact)
    default:
      let start = text.count
      guard text.append(listed: binding) else { return false }
      precise?.append(contentsOf: text[start...])
      return true
    }
  }

  /// Ends the array, and returns it as a value to bind.
  mutating func end() -> QueryBinding {
    guard !text.isEmpty else { return .text("[]") }
    text.append(UInt8(ascii: "]"))
    precise?.append(UInt8(ascii: "]"))
    let list = String(decoding: text, as: UTF8.self)
    return precise.map { .dated(list, exact: String(decoding: $0, as: UTF8.self)) } ?? .text(list)
  }

  private mutating func append(date value: String, _ preciseValue: String?) -> Bool {
    if preciseValue != nil, precise == nil { precise = text }
    guard text.append(quotedInJSON: value) else { return false }
    return precise?.append(quotedInJSON: preciseValue ?? value) ?? true
  }
}

extension [UInt8] {
  /// Appends a value that contains no date.
  ///
  /// - Returns: Whether it can be in a list.
  fileprivate mutating func append(listed binding: QueryBinding) -> Bool {
    switch binding {
    case .int(let value): append(contentsOf: value.description.utf8)
    case .uint(let value) where value <= Int64.max: append(contentsOf: "\(value)".utf8)
    case .bool(let value): append(UInt8(ascii: value ? "1" : "0"))
    case .double(let value) where value.isFinite: append(contentsOf: value.description.utf8)
    case .double(let value) where value.isInfinite:
      append(contentsOf: ((value < 0 ? "-" : "") + ListText.infinity).utf8)
    case .null: append(contentsOf: "null".utf8)
    case .text(let value): return append(quotedInJSON: value)
    case .uuid(let value): return append(quotedInJSON: value.uuidString.lowercased())
    case .uint, .double, .decimal, .blob, .date, .dated, .invalid, .parameter: return false
    }
    return true
  }

  /// Appends a text as JSON.
  ///
  /// - Returns: Whether it has no NUL, at which SQLite ends a text even if it is escaped.
  fileprivate mutating func append(quotedInJSON value: String) -> Bool {
    append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case 0: return false
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        append(contentsOf: "\\u00".utf8)
        append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
        append(contentsOf: String(byte, radix: 16).utf8)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
    return true
  }
}
