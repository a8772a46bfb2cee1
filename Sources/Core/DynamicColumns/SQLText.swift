public import DatabaseTypes
package import TypedSQL

extension QueryFragment {
  /// Creates SQL from text, with values in place of its parameters.
  ///
  /// Parameters are written `?`, `?1`, `:name`, `@name` or `$name`. The text is read by the grammar
  /// of the context's database. In PostgreSQL's, `??` is the operator `?`; without values by
  /// position, a `?` after an operand is that operator too.
  ///
  /// - Parameters:
  ///   - sql: The text.
  ///   - values: The values of parameters without a name.
  ///   - named: The values of parameters with a name.
  ///   - context: The context, which knows the database.
  /// - Throws: ``SQLArgumentError`` if the parameters and values do not match.
  package init(
    sql: String,
    _ values: [QueryBinding],
    named: [String: QueryBinding] = [:],
    in context: _ExpressionContext
  ) throws(SQLArgumentError) {
    self.init()
    append(try Self.reading(sql, values, named, context))
  }

  private static func reading(
    _ sql: String,
    _ values: [QueryBinding],
    _ named: [String: QueryBinding],
    _ context: _ExpressionContext
  ) throws(SQLArgumentError) -> QueryFragment {
    do throws(SQLArgumentError) {
      return try placing(values, named, in: sql, isPostgres: context.isOtherDatabase)
    } catch {
      // What tells requests apart is written before the database is known.
      guard context.isSymbolic, !context.isOtherDatabase else { throw error }
    }
    return try placing(values, named, in: sql, isPostgres: true)
  }

  private static func placing(
    _ values: [QueryBinding],
    _ named: [String: QueryBinding],
    in sql: String,
    isPostgres: Bool
  ) throws(SQLArgumentError) -> QueryFragment {
    var fragment = QueryFragment()
    let reader = SQLTextReader(sql, isPostgres: isPostgres, hasValues: !values.isEmpty)
    var used = 0
    for piece in reader.pieces {
      switch piece {
      case .text(let text): fragment.append(QueryFragment(text))
      case .parameter(nil):
        used += 1
        guard used <= values.count else { throw SQLArgumentError(.tooFew) }
        fragment.append(values[used - 1])
      case .parameter(let name?):
        if let number = Int(name), values.indices.contains(number - 1) {
          used = Swift.max(used, number)
          fragment.append(values[number - 1])
        } else if let value = named[name] {
          fragment.append(value)
        } else {
          throw SQLArgumentError(.missing(name))
        }
      }
    }
    if used < values.count { throw SQLArgumentError(.tooMany) }
    return fragment
  }
}

/// An error for arguments of SQL text that do not match its parameters.
public struct SQLArgumentError: Hashable, _SelfDescribingError {
  enum Problem: Hashable {
    case tooFew
    case tooMany
    case missing(String)
  }

  let problem: Problem

  init(_ problem: Problem) { self.problem = problem }

  /// A message that says what does not match.
  public var description: String {
    switch problem {
    case .tooFew:
      "The SQL text of a request has more parameters than arguments. Pass a value for each `?`; "
        + "PostgreSQL's operator `?` is written `??`."
    case .tooMany:
      "The SQL text of a request has fewer parameters than arguments. Remove the other values."
    case .missing(let name):
      "There is no argument for the parameter “\(name)” of a request. Add it to the arguments."
    }
  }
}
