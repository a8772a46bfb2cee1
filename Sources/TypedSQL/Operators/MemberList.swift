internal import DatabaseTypes
internal import Foundation

/// Many values bound as one, and the subquery that makes rows of them again.
///
/// 1. Numbers, texts, dates and UUIDs are an array of JSON.
/// 2. Bytes are put end to end in one blob, beside an array of JSON with the places of each.
///
/// The subquery's column has no type of its own, so that the other side's decides how they are compared, as it does with a
/// list of placeholders.
struct MemberList {
  /// How many values are spelled out before one value holds them all.
  static let limit = 500

  let subquery: QueryFragment

  /// Makes a list of values; `nil` for what cannot stand in it, which has to be spelled out.
  init?(_ values: [QueryFragment]) {
    var bindings: [QueryBinding] = []
    bindings.reserveCapacity(values.count)
    for value in values {
      guard value.code == [Mark.binding] else { return nil }
      bindings += value.bindings
    }
    let subquery = Self.blobs(bindings) ?? Self.json(bindings)
    guard let subquery else { return nil }
    self.subquery = subquery
  }

  private static func json(_ bindings: [QueryBinding]) -> QueryFragment? {
    var text: [UInt8] = []
    text.reserveCapacity(bindings.count * 12)
    for binding in bindings {
      text.append(UInt8(ascii: text.isEmpty ? "[" : ","))
      guard append(binding, to: &text) else { return nil }
    }
    text.append(UInt8(ascii: "]"))
    return "(SELECT \"value\" FROM json_each(\(bind: String(decoding: text, as: UTF8.self))))"
  }

  private static func append(_ binding: QueryBinding, to text: inout [UInt8]) -> Bool {
    switch binding {
    case .int(let value): text.append(contentsOf: value.description.utf8)
    case .uint(let value) where value <= Int64.max: text.append(contentsOf: "\(value)".utf8)
    case .bool(let value): text.append(UInt8(ascii: value ? "1" : "0"))
    case .double(let value) where value.isFinite: text.append(contentsOf: value.description.utf8)
    case .null: text.append(contentsOf: "null".utf8)
    case .text(let value): return append(quoted: value, to: &text)
    case .uuid(let value): return append(quoted: value.uuidString.lowercased(), to: &text)
    case .date(let value):
      guard let date = DateText.text(for: value) else { return false }
      return append(quoted: date, to: &text)
    case .uint, .double, .decimal, .blob, .invalid, .parameter: return false
    }
    return true
  }

  private static func append(quoted value: String, to text: inout [UInt8]) -> Bool {
    text.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      // SQLite ends a text at an escaped NUL.
      case 0: return false
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text.append(UInt8(ascii: "\\"))
        text.append(byte)
      case 0..<0x20:
        text.append(contentsOf: "\\u00".utf8)
        text.append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
        text.append(contentsOf: String(byte, radix: 16).utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
    return true
  }

  private static func blobs(_ bindings: [QueryBinding]) -> QueryFragment? {
    var bytes: [UInt8] = []
    var places = "["
    for binding in bindings {
      guard case .blob(let blob) = binding else { return nil }
      if places.utf8.count > 1 { places += "," }
      places += "[\(bytes.count + 1),\(blob.count)]"
      bytes += blob
    }
    places += "]"
    return """
      (SELECT substr(\(QueryBinding.blob(bytes)), \
      json_extract("value", '$[0]'), json_extract("value", '$[1]')) FROM json_each(\(bind: places)))
      """
  }
}
