import DatabaseTypes
import PostgreSQL
import PostgreSQLQueries
import TypedSQL

extension QueryBinding {
  /// Returns the value in the form that is sent to the server.
  ///
  /// - Parameters:
  ///   - type: The server's type of the parameter.
  ///   - arguments: The values that are passed for each execution.
  func parameter(_ type: PostgresType, _ arguments: [DatabaseValue]) throws -> PostgresValue {
    guard case .parameter(let number) = self else { return try postgresValue(as: type) }
    return arguments.indices.contains(number - 1) ? arguments[number - 1].parameter(type) : .null
  }
}
