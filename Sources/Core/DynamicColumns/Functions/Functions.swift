package import DatabaseTypes
import TypedSQL

extension SQLExpression {
  /// Returns a function of expressions.
  package static func function(_ function: SQLFunction, _ arguments: [SQLExpression])
    -> SQLExpression
  {
    SQLExpression([.call(function)] + list(arguments, nextTo: arguments.first) + [")"])
  }

  static func list(_ expressions: [SQLExpression], nextTo other: SQLExpression? = nil) -> [Piece] {
    var pieces: [Piece] = []
    for expression in expressions {
      if !pieces.isEmpty { pieces.append(", ") }
      pieces.append(.operand(expression, nextTo: other))
    }
    return pieces
  }

  /// Calls a function by name, which may be one of the application.
  public static func function(
    named name: String,
    _ arguments: any SQLExpressible...
  ) -> SQLExpression { function(named: name, arguments) }

  /// Calls a function with any number of arguments by name.
  public static func function(
    named name: String,
    _ arguments: [any SQLExpressible]
  ) -> SQLExpression {
    let arguments = arguments.map(\.sqlExpression)
    return SQLExpression(
      [.sql(QueryFragment(quote: name)), "("] + list(arguments, nextTo: arguments.first) + [")"]
    )
  }
}

/// Returns the absolute value: `abs(x)`.
public func abs(_ value: some SQLExpressible) -> SQLExpression {
  .function(.abs, [value.sqlExpression])
}

/// Converts the value to another type: `CAST((x) AS INTEGER)`.
public func cast(_ value: some SQLExpressible, as type: String) -> SQLExpression {
  SQLExpression([
    .call(.cast), .operand(value.sqlExpression), .sql(" AS " + QueryFragment(type)), ")",
  ])
}

/// Returns the first of several expressions that is not NULL: `coalesce(a, b)`.
public func coalesce(_ values: [any SQLExpressible]) -> SQLExpression {
  guard values.count > 1 else { return values.first?.sqlExpression ?? SQLExpression(["NULL"]) }
  return .function(.coalesce, values.map(\.sqlExpression))
}

/// Returns the length of a text or a blob: `length(x)`.
public func length(_ value: some SQLExpressible) -> SQLExpression {
  .function(.length, [value.sqlExpression])
}

/// Converts the ASCII letters of the text to lower case: `lower(x)`.
public func lower(_ value: some SQLExpressible) -> SQLExpression {
  .function(.lower, [value.sqlExpression])
}

/// Converts the ASCII letters of the text to upper case: `upper(x)`.
public func upper(_ value: some SQLExpressible) -> SQLExpression {
  .function(.upper, [value.sqlExpression])
}

/// Returns a date as a number of days: `julianday(x, 'start of day')`.
public func julianDay(_ value: some SQLExpressible, _ modifiers: String...) -> SQLExpression {
  .function(.julianday, [value.sqlExpression] + modifiers.map { SQLExpression($0) })
}

/// Returns a date as text: `datetime(x, '+1 day')`.
public func dateTime(_ value: some SQLExpressible, _ modifiers: String...) -> SQLExpression {
  .function(.datetime, [value.sqlExpression] + modifiers.map { SQLExpression($0) })
}

extension SQLExpressible {
  /// The length of a text or a blob: `length(x)`.
  public var length: SQLExpression { .function(.length, [sqlExpression]) }
}
