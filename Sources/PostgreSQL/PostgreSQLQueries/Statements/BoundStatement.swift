public import PostgreSQL
public import TypedSQL

/// A prepared statement, with its values.
@usableFromInline
struct BoundStatement {
  @usableFromInline let statement: PostgresStatement
  @usableFromInline let values: [PostgresValue]

  @usableFromInline
  init(_ statement: PostgresStatement, _ values: [PostgresValue]) {
    self.statement = statement
    self.values = values
  }
}

extension PostgresConnection {
  /// Returns the prepared statement of a query, with its values; `nil` if there is nothing to run.
  ///
  /// - Throws: ``PostgresError``, also for features that PostgreSQL lacks.
  @usableFromInline
  func statement(binding query: QueryFragment) throws -> BoundStatement? {
    guard !query.isEmpty else { return nil }
    let text = StatementTextCache.shared.text(of: query)
    if let problem = text.problem { throw PostgresError(problem, sql: nil) }
    let statement = try prepare(text.sql)
    return BoundStatement(statement, try statement.values(of: text.bindings(of: query.bindings)))
  }
}

extension PostgresConnection {
  /// Runs a query, and returns a stream of its rows; `nil` if there is nothing to run.
  ///
  /// - Throws: ``PostgresError``, also for features that PostgreSQL lacks.
  package func stream(of query: QueryFragment) throws -> PostgresRowStream? {
    guard let bound = try statement(binding: query) else { return nil }
    return try stream(bound.statement.sql, bound.values)
  }
}

extension PostgresStatement {
  /// Returns values as parameters of the types that the server expects.
  func values(of bindings: [QueryBinding]) throws -> [PostgresValue] {
    var values: [PostgresValue] = []
    values.reserveCapacity(bindings.count)
    for (index, binding) in bindings.enumerated() {
      guard parameterTypes.indices.contains(index) else { break }
      do throws(QueryBindingError) {
        values.append(try binding.postgresValue(as: parameterTypes[index]))
      } catch {
        throw PostgresError(error, sql: sql)
      }
    }
    return values
  }
}

extension PostgresError {
  /// Creates the error for a value that cannot be bound, or a feature that PostgreSQL lacks.
  init(_ error: QueryBindingError, sql: String?) {
    self.init(code: .featureNotSupported, message: error.description, sql: sql)
  }
}
