import Foundation
import TypedSQL

/// A decoder that reads a row of bound values as a database would return them.
struct BindingsDecoder: QueryDecoder {
  var row: [QueryBinding]

  init(_ row: [QueryBinding]) { self.row = row }

  private mutating func next<Value>(_ value: (QueryBinding) -> Value?) throws -> Value? {
    guard !row.isEmpty else { throw QueryDecodingError.missingRequiredColumn }
    let binding = row.removeFirst()
    if binding == .null { return nil }
    guard let value = value(binding) else { throw QueryDecodingError.typeMismatch(Value.self) }
    return value
  }

  mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]? {
    try next { if case .blob(let value) = $0 { value } else { nil } }
  }

  mutating func decode(_ columnType: Double.Type) throws -> Double? {
    try next { if case .double(let value) = $0 { value } else { nil } }
  }

  mutating func decode(_ columnType: Int64.Type) throws -> Int64? {
    try next { if case .int(let value) = $0 { value } else { nil } }
  }

  mutating func decode(_ columnType: UInt64.Type) throws -> UInt64? {
    try next { if case .uint(let value) = $0 { value } else { nil } }
  }

  mutating func decode(_ columnType: String.Type) throws -> String? {
    try next { if case .text(let value) = $0 { value } else { nil } }
  }

  mutating func decode(_ columnType: Bool.Type) throws -> Bool? {
    try next { if case .bool(let value) = $0 { value } else { nil } }
  }

  mutating func decode(_ columnType: Int.Type) throws -> Int? {
    try decode(Int64.self).map(Int.init)
  }

  mutating func decode(_ columnType: Date.Type) throws -> Date? {
    try next { if case .date(let value) = $0 { value } else { nil } }
  }

  mutating func decode(_ columnType: UUID.Type) throws -> UUID? {
    try next { if case .uuid(let value) = $0 { value } else { nil } }
  }

  mutating func skipsNull(columns: Int) throws -> Bool {
    guard row.prefix(columns).allSatisfy({ $0 == .null }) else { return false }
    row.removeFirst(min(columns, row.count))
    return true
  }
}
