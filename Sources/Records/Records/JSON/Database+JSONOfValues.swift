public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase

// The functions of JSON, called with a value instead of an expression.

extension Database {
  /// Returns minified JSON text of a JSON text: `json('[1, 2]')`.
  @_disfavoredOverload
  public static func json(_ value: some DatabaseValueConvertible) -> SQLExpression {
    json(SQLExpression(value))
  }

  /// Returns the number of elements of an array: `json_array_length('[1, 2]')`.
  @_disfavoredOverload
  public static func jsonArrayLength(_ value: some DatabaseValueConvertible) -> SQLExpression {
    jsonArrayLength(SQLExpression(value))
  }

  /// Returns the number of elements of the array at a path.
  @_disfavoredOverload
  public static func jsonArrayLength(
    _ value: some DatabaseValueConvertible,
    atPath path: String
  ) -> SQLExpression { jsonArrayLength(SQLExpression(value), atPath: path) }

  /// Returns the position of the first syntax error, counted from 1; 0 for valid JSON.
  ///
  /// It needs SQLite 3.42.
  @_disfavoredOverload
  public static func jsonErrorPosition(_ value: some DatabaseValueConvertible) -> SQLExpression {
    jsonErrorPosition(SQLExpression(value))
  }

  /// Returns the value at a path: `json_extract('{"a":1}', '$.a')`.
  @_disfavoredOverload
  public static func jsonExtract(
    _ value: some DatabaseValueConvertible,
    atPath path: String
  ) -> SQLExpression { jsonExtract(SQLExpression(value), atPath: path) }

  /// Returns an array of the values at paths.
  @_disfavoredOverload
  public static func jsonExtract(
    _ value: some DatabaseValueConvertible,
    atPaths paths: [String]
  ) -> SQLExpression { jsonExtract(SQLExpression(value), atPaths: paths) }

  /// Returns a JSON text with values added at paths that do not exist.
  @_disfavoredOverload
  public static func jsonInsert(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression { jsonInsert(SQLExpression(value), assignments) }

  /// Returns a JSON text with expressions added at paths that do not exist.
  @_disfavoredOverload
  public static func jsonInsert(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression { jsonInsert(SQLExpression(value), assignments) }

  /// Returns a JSON text with values replaced at paths that exist.
  @_disfavoredOverload
  public static func jsonReplace(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression { jsonReplace(SQLExpression(value), assignments) }

  /// Returns a JSON text with expressions replaced at paths that exist.
  @_disfavoredOverload
  public static func jsonReplace(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression { jsonReplace(SQLExpression(value), assignments) }

  /// Returns a JSON text with values set at paths.
  @_disfavoredOverload
  public static func jsonSet(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression { jsonSet(SQLExpression(value), assignments) }

  /// Returns a JSON text with expressions set at paths.
  @_disfavoredOverload
  public static func jsonSet(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression { jsonSet(SQLExpression(value), assignments) }

  /// Returns a JSON text without the value at a path.
  @_disfavoredOverload
  public static func jsonRemove(
    _ value: some DatabaseValueConvertible,
    atPath path: String
  ) -> SQLExpression { jsonRemove(SQLExpression(value), atPath: path) }

  /// Returns a JSON text without the values at paths.
  @_disfavoredOverload
  public static func jsonRemove(
    _ value: some DatabaseValueConvertible,
    atPaths paths: [String]
  ) -> SQLExpression { jsonRemove(SQLExpression(value), atPaths: paths) }

  /// Returns the type of a JSON text.
  @_disfavoredOverload
  public static func jsonType(_ value: some DatabaseValueConvertible) -> SQLExpression {
    jsonType(SQLExpression(value))
  }

  /// Returns the type of the value at a path.
  @_disfavoredOverload
  public static func jsonType(
    _ value: some DatabaseValueConvertible,
    atPath path: String
  ) -> SQLExpression { jsonType(SQLExpression(value), atPath: path) }

  /// Returns whether a text is valid JSON.
  @_disfavoredOverload
  public static func jsonIsValid(_ value: some DatabaseValueConvertible) -> SQLExpression {
    jsonIsValid(SQLExpression(value))
  }

  /// Returns a value as JSON: `json_quote('a')`.
  @_disfavoredOverload
  public static func jsonQuote(_ value: some DatabaseValueConvertible) -> SQLExpression {
    jsonQuote(SQLExpression(value))
  }
}
