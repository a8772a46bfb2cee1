import DatabaseTypes
import PostgreSQL
import TypedSQL

extension QueryBinding {
  /// The value as the server gets it.
  ///
  /// - Parameters:
  ///   - type: What the parameter is to the server.
  ///   - arguments: The values that are given each time.
  func parameter(_ type: PostgresType, _ arguments: [DatabaseValue]) throws -> PostgresValue {
    switch self {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .integer(value)
    case .uint(let value): return Int64(exactly: value).map { .integer($0) } ?? .text("\(value)")
    case .double(let value): return .double(value)
    case .text(let value): return .text(value)
    case .blob(let value): return .bytes(value)
    case .date(let value): return .timestamptz(PostgresTimestamp(value))
    case .uuid(let value): return .uuid(value)
    case .invalid(let error): throw error
    case .parameter(let number):
      guard arguments.indices.contains(number - 1) else { return .null }
      return arguments[number - 1].parameter(type)
    }
  }
}
