public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// SQLite's functions that read and create JSON. https://www.sqlite.org/json1.html

extension Database {
  /// Returns minified JSON text of JSON text or a JSONB blob: `json(x)`.
  public static func json(_ value: some SQLExpressible) -> SQLExpression {
    .function(.json, [value.sqlExpression])
  }

  /// Returns an array of values: `json_array(a, b)`.
  public static func jsonArray(_ values: [any SQLExpressible]) -> SQLExpression {
    .function(.jsonArray, values.map(\.sqlExpression.withinJSON))
  }

  /// Returns an array of values: `json_array(1, 2)`.
  public static func jsonArray(_ values: [(any DatabaseValueConvertible)?]) -> SQLExpression {
    .function(.jsonArray, values.map(SQLExpression.init(optional:)))
  }

  /// Returns the number of elements of an array: `json_array_length(x)`.
  public static func jsonArrayLength(_ value: some SQLExpressible) -> SQLExpression {
    .function(.jsonArrayLength, [value.sqlExpression])
  }

  /// Returns the number of elements of the array at a path: `json_array_length(x, '$.tags')`.
  public static func jsonArrayLength(_ value: some SQLExpressible, atPath path: String)
    -> SQLExpression
  {
    .function(.jsonArrayLength, [value.sqlExpression, SQLExpression(path)])
  }

  /// Returns the position of the first syntax error, counted from 1: `json_error_position(x)`.
  ///
  /// It is 0 for valid JSON. It needs SQLite 3.42.
  public static func jsonErrorPosition(_ value: some SQLExpressible) -> SQLExpression {
    .function(.jsonErrorPosition, [value.sqlExpression])
  }

  /// Returns the value at a path: `json_extract(x, '$.name')`.
  public static func jsonExtract(_ value: some SQLExpressible, atPath path: String) -> SQLExpression
  {
    .function(.jsonExtract, [value.sqlExpression, SQLExpression(path)])
  }

  /// Returns an array of the values at paths: `json_extract(x, '$.name', '$.age')`.
  public static func jsonExtract(_ value: some SQLExpressible, atPaths paths: [String])
    -> SQLExpression
  {
    .function(.jsonExtract, [value.sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// Returns JSON with values added at paths that do not exist: `json_insert(x, '$.name', 'Ana')`.
  public static func jsonInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function(.jsonInsert, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON with values added at paths that do not exist: `json_insert(x, '$.name', y)`.
  public static func jsonInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function(.jsonInsert, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON with values replaced at paths that exist: `json_replace(x, '$.name', 'Ana')`.
  public static func jsonReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function(.jsonReplace, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON with values replaced at paths that exist: `json_replace(x, '$.name', y)`.
  public static func jsonReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function(.jsonReplace, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON with values set at paths: `json_set(x, '$.name', 'Ana')`.
  public static func jsonSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function(.jsonSet, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON with values set at paths: `json_set(x, '$.name', y)`.
  public static func jsonSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function(.jsonSet, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns an object of names and values: `json_object('name', 'Ana')`.
  public static func jsonObject(_ members: KeyValuePairs<String, (any DatabaseValueConvertible)?>)
    -> SQLExpression
  {
    .function(.jsonObject, .pairs(members))
  }

  /// Returns an object of names and values: `json_object('name', x)`.
  public static func jsonObject(_ members: KeyValuePairs<String, any SQLExpressible>)
    -> SQLExpression
  {
    .function(.jsonObject, .pairs(members))
  }

  /// Returns JSON with the members of a patch: `json_patch(x, y)`.
  ///
  /// Members that are null in the patch are removed.
  public static func jsonPatch(_ value: some SQLExpressible, with patch: some SQLExpressible)
    -> SQLExpression
  {
    .function(.jsonPatch, [value.sqlExpression, patch.sqlExpression])
  }

  /// Returns JSON with the members of a JSON text: `json_patch(x, '{"a": 1}')`.
  ///
  /// Members that are null in that text are removed.
  public static func jsonPatch(
    _ value: some SQLExpressible,
    with patch: some DatabaseValueConvertible
  ) -> SQLExpression { jsonPatch(value, with: SQLExpression(patch)) }

  /// Returns a JSON text with the members of a patch: `json_patch('{"a": 1}', x)`.
  ///
  /// Members that are null in the patch are removed.
  public static func jsonPatch(
    _ value: some DatabaseValueConvertible,
    with patch: some SQLExpressible
  ) -> SQLExpression { jsonPatch(SQLExpression(value), with: patch) }

  /// Returns a JSON text with the members of another JSON text.
  ///
  /// Members that are null in the other text are removed.
  public static func jsonPatch(
    _ value: some DatabaseValueConvertible,
    with patch: some DatabaseValueConvertible
  ) -> SQLExpression { jsonPatch(SQLExpression(value), with: SQLExpression(patch)) }

  /// Returns JSON without the value at a path: `json_remove(x, '$.name')`.
  public static func jsonRemove(_ value: some SQLExpressible, atPath path: String) -> SQLExpression
  {
    .function(.jsonRemove, [value.sqlExpression, SQLExpression(path)])
  }

  /// Returns JSON without the values at paths: `json_remove(x, '$.name', '$.age')`.
  public static func jsonRemove(_ value: some SQLExpressible, atPaths paths: [String])
    -> SQLExpression
  {
    .function(.jsonRemove, [value.sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// Returns the type of JSON: `json_type(x)`.
  ///
  /// It is `object`, `array`, `text`, `integer`, `real`, `true`, `false` or `null`.
  public static func jsonType(_ value: some SQLExpressible) -> SQLExpression {
    .function(.jsonType, [value.sqlExpression])
  }

  /// Returns the type of the value at a path: `json_type(x, '$.name')`.
  public static func jsonType(_ value: some SQLExpressible, atPath path: String) -> SQLExpression {
    .function(.jsonType, [value.sqlExpression, SQLExpression(path)])
  }

  /// Returns whether a text is valid JSON: `json_valid(x)`.
  public static func jsonIsValid(_ value: some SQLExpressible) -> SQLExpression {
    .function(.jsonValid, [value.sqlExpression])
  }

  /// Returns a value as JSON: `json_quote(x)`.
  public static func jsonQuote(_ value: some SQLExpressible) -> SQLExpression {
    .function(.jsonQuote, [value.sqlExpression.withinJSON])
  }

  /// Returns an array of the values of all rows: `json_group_array(x)`.
  public static func jsonGroupArray(_ value: some SQLExpressible, filter: SQLExpression? = nil)
    -> SQLExpression
  {
    .aggregate(.jsonGroupArray, value.sqlExpression.withinJSON, filter: filter)
  }

  /// Returns an object of the names and values of all rows: `json_group_object(x, y)`.
  public static func jsonGroupObject(
    key: some SQLExpressible,
    value: some SQLExpressible,
    filter: SQLExpression? = nil
  ) -> SQLExpression {
    .aggregate(
      .jsonGroupObject,
      key.sqlExpression,
      value.sqlExpression.withinJSON,
      filter: filter
    )
  }
}

extension [SQLExpression] {
  /// Returns names and values, alternating.
  static func pairs(_ pairs: KeyValuePairs<String, (any DatabaseValueConvertible)?>) -> Self {
    pairs.flatMap { [SQLExpression($0.key), SQLExpression(optional: $0.value)] }
  }

  /// Returns names and expressions, alternating.
  static func pairs(_ pairs: KeyValuePairs<String, any SQLExpressible>) -> Self {
    pairs.flatMap { [SQLExpression($0.key), $0.value.sqlExpression.withinJSON] }
  }
}

extension SQLExpression {
  /// Creates an expression of a value, or of NULL.
  init(optional value: (any DatabaseValueConvertible)?) {
    self.init(value.map { _DynamicValue($0) } ?? .stored(.null))
  }
}
