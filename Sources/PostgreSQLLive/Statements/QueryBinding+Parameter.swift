import DatabaseTypes
import PostgreSQL
import PostgreSQLQueries
import TypedSQL

extension QueryBinding {
  /// The value as the server gets it.
  ///
  /// - Parameters:
  ///   - type: What the parameter is to the server.
  ///   - arguments: The values that are given each time.
  func parameter(_ type: PostgresType, _ arguments: [DatabaseValue]) throws -> PostgresValue {
    guard case .parameter(let number) = self else { return try postgresValue(as: type) }
    return arguments.indices.contains(number - 1) ? arguments[number - 1].parameter(type) : .null
  }
}
