import DatabaseTypes
import PostgreSQL
import PostgreSQLQueries
import Synchronization
import TypedSQL

/// A statement in the form that is sent to the server.
struct StatementText: Sendable {
  let sql: String
  /// The values of the parameters, in order.
  ///
  /// `.parameter(1)` is the first value that is passed for each execution.
  let bindings: [QueryBinding]
  /// The reason why the statement cannot be written; `nil` if it can.
  let problem: QueryBindingError?

  /// Renders a statement.
  ///
  /// - Parameters:
  ///   - query: The statement.
  ///   - nulls: The positions of the passed values that are NULL, as bits from the lowest;
  ///     comparisons with them are written so that the server can use an index either way.
  ///   - types: The types of the passed values, if the statement does not determine them.
  init(_ query: QueryFragment, nulls: UInt64 = 0, types: [DialectHint?] = []) {
    let query = nulls == 0 ? query : query.comparing(nulls)
    let text = PostgresStatementText(query, parameters: types)
    (sql, problem) = (text.sql, text.problem)
    bindings = text.bindings(of: query.bindings)
  }
}

extension StatementText {
  /// Returns the values of the parameters in the form that is sent to the server.
  ///
  /// - Parameters:
  ///   - statement: The prepared statement, which knows the types of its parameters.
  ///   - arguments: The values that are passed for each execution.
  /// - Throws: ``PostgresError`` if the statement has another number of parameters, or an error for
  ///   a value that does not fit its parameter.
  func values(for statement: PostgresStatement, _ arguments: [DatabaseValue] = []) throws
    -> [PostgresValue]
  {
    let types = statement.parameterTypes
    guard types.count == bindings.count else {
      throw PostgresError(
        code: .syntaxError,
        message: "The statement has \(types.count) parameters, but binds \(bindings.count) values.",
        sql: sql
      )
    }
    var values: [PostgresValue] = []
    values.reserveCapacity(types.count)
    for (binding, type) in zip(bindings, types) {
      values.append(try binding.parameter(type, arguments))
    }
    return values
  }
}

extension QueryFragment {
  /// Returns the fragment with `IS NULL` in place of `= $1`, for each passed value that is NULL.
  fileprivate func comparing(_ nulls: UInt64) -> QueryFragment {
    var fragment = QueryFragment()
    var (bindings, index) = (bindings[...], 0)
    while index < code.count {
      let width = code[index] == Mark.escape ? 2 : 1
      let part = Array(code[index..<min(index + width, code.count)])
      index += width
      guard part == [Mark.binding], let binding = bindings.popFirst() else {
        fragment.append(code: part)
        continue
      }
      if case .parameter(let number) = binding, nulls & 1 << (number - 1) != 0,
        fragment.dropSuffix(" = ")
      {
        fragment.append(sql: " IS NULL")
      } else {
        fragment.append(binding)
      }
    }
    return fragment
  }
}

/// The texts of one statement, for each combination of values that are NULL.
///
/// State: the texts that were rendered so far, guarded by a mutex.
final class StatementTextCache: Sendable {
  private let query: QueryFragment
  private let types: [DialectHint?]
  private let usual: StatementText
  private let others = Mutex<[UInt64: StatementText]>([:])

  init(_ query: QueryFragment, types: [DialectHint?] = []) {
    (self.query, self.types) = (query, types)
    usual = StatementText(query, types: types)
  }

  /// Returns the text for values of which some are NULL.
  func text(nulls: UInt64) -> StatementText {
    if nulls == 0 { return usual }
    return others.withLock { others in
      if let known = others[nulls] { return known }
      let text = StatementText(query, nulls: nulls, types: types)
      others[nulls] = text
      return text
    }
  }
}

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
