public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// The functions that make JSON, called with a list of both values and expressions.

extension Database {
  /// Returns an array of values and expressions: `json_array(x, 1, 'a')`.
  @_disfavoredOverload  // A list of only values, or only expressions, is of its own type.
  public static func jsonArray(_ elements: [(any _JSONListElement)?]) -> SQLExpression {
    .function(.jsonArray, elements.map(SQLExpression.init(element:)))
  }

  /// Returns an array of values and expressions as a blob: `jsonb_array(x, 1, 'a')`.
  @_disfavoredOverload  // A list of only values, or only expressions, is of its own type.
  public static func jsonbArray(_ elements: [(any _JSONListElement)?]) -> SQLExpression {
    .function(.jsonbArray, elements.map(SQLExpression.init(element:)))
  }

  /// Returns an object of names, and values and expressions: `json_object('a', 1, 'b', x)`.
  @_disfavoredOverload  // As above.
  public static func jsonObject(_ members: KeyValuePairs<String, (any _JSONListElement)?>)
    -> SQLExpression
  {
    .function(.jsonObject, .mixedPairs(members))
  }

  /// Returns an object of names, and values and expressions as a blob:
  /// `jsonb_object('a', 1, 'b', x)`.
  @_disfavoredOverload  // As above.
  public static func jsonbObject(_ members: KeyValuePairs<String, (any _JSONListElement)?>)
    -> SQLExpression
  {
    .function(.jsonbObject, .mixedPairs(members))
  }

  /// Returns JSON with values and expressions added at paths that do not exist.
  @_disfavoredOverload  // As above.
  public static func jsonInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any _JSONListElement)?>
  ) -> SQLExpression {
    .function(.jsonInsert, [value.sqlExpression] + .mixedPairs(assignments))
  }

  /// Returns JSON with values and expressions replaced at paths that exist.
  @_disfavoredOverload  // As above.
  public static func jsonReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any _JSONListElement)?>
  ) -> SQLExpression {
    .function(.jsonReplace, [value.sqlExpression] + .mixedPairs(assignments))
  }

  /// Returns JSON with values and expressions set at paths.
  @_disfavoredOverload  // As above.
  public static func jsonSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any _JSONListElement)?>
  ) -> SQLExpression {
    .function(.jsonSet, [value.sqlExpression] + .mixedPairs(assignments))
  }

  /// Returns JSON as a blob, with values and expressions added at paths that do not exist.
  @_disfavoredOverload  // As above.
  public static func jsonbInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any _JSONListElement)?>
  ) -> SQLExpression {
    .function(.jsonbInsert, [value.sqlExpression] + .mixedPairs(assignments))
  }

  /// Returns JSON as a blob, with values and expressions replaced at paths that exist.
  @_disfavoredOverload  // As above.
  public static func jsonbReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any _JSONListElement)?>
  ) -> SQLExpression {
    .function(.jsonbReplace, [value.sqlExpression] + .mixedPairs(assignments))
  }

  /// Returns JSON as a blob, with values and expressions set at paths.
  @_disfavoredOverload  // As above.
  public static func jsonbSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any _JSONListElement)?>
  ) -> SQLExpression {
    .function(.jsonbSet, [value.sqlExpression] + .mixedPairs(assignments))
  }
}

extension [SQLExpression] {
  /// Returns names and their values or expressions, alternating.
  fileprivate static func mixedPairs(_ pairs: KeyValuePairs<String, (any _JSONListElement)?>)
    -> Self
  {
    pairs.flatMap { [SQLExpression($0.key), SQLExpression(element: $0.value)] }
  }
}

extension SQLExpression {
  /// Creates an element of JSON from an expression, a value or NULL.
  fileprivate init(element: (any _JSONListElement)?) {
    if let expression = element as? any SQLExpressible {
      self = expression.sqlExpression.withinJSON
    } else {
      self.init(optional: element as? any DatabaseValueConvertible)
    }
  }
}
