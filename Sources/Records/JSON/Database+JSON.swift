public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// The functions of SQLite that read and make JSON. https://www.sqlite.org/json1.html

extension Database {
  /// A JSON text without spaces, of JSON text or of a blob: `json(x)`.
  public static func json(_ value: some SQLExpressible) -> SQLExpression {
    .function("json", [value.sqlExpression])
  }

  /// An array of values: `json_array(a, b)`.
  public static func jsonArray(_ values: [any SQLExpressible]) -> SQLExpression {
    .function("json_array", values.map(\.sqlExpression.withinJSON))
  }

  /// An array of values: `json_array(1, 2)`.
  public static func jsonArray(_ values: [(any DatabaseValueConvertible)?]) -> SQLExpression {
    .function("json_array", values.map(SQLExpression.init(optional:)))
  }

  /// The number of elements of an array: `json_array_length(x)`.
  public static func jsonArrayLength(_ value: some SQLExpressible) -> SQLExpression {
    .function("json_array_length", [value.sqlExpression])
  }

  /// The number of elements of the array to which a path leads: `json_array_length(x, '$.tags')`.
  public static func jsonArrayLength(_ value: some SQLExpressible, atPath path: String)
    -> SQLExpression
  {
    .function("json_array_length", [value.sqlExpression, SQLExpression(path)])
  }

  /// Where the text is no JSON, counted from 1; 0 where it is: `json_error_position(x)`.
  ///
  /// It needs SQLite 3.42.
  public static func jsonErrorPosition(_ value: some SQLExpressible) -> SQLExpression {
    .function("json_error_position", [value.sqlExpression])
  }

  /// What a path leads to: `json_extract(x, '$.name')`.
  public static func jsonExtract(_ value: some SQLExpressible, atPath path: String) -> SQLExpression
  {
    .function("json_extract", [value.sqlExpression, SQLExpression(path)])
  }

  /// An array of what paths lead to: `json_extract(x, '$.name', '$.age')`.
  public static func jsonExtract(_ value: some SQLExpressible, atPaths paths: [String])
    -> SQLExpression
  {
    .function("json_extract", [value.sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// The JSON with values at paths that lead to nothing: `json_insert(x, '$.name', 'Ana')`.
  public static func jsonInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function("json_insert", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with values at paths that lead to nothing: `json_insert(x, '$.name', y)`.
  public static func jsonInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function("json_insert", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with other values at paths that lead to something: `json_replace(x, '$.name', 'Ana')`.
  public static func jsonReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function("json_replace", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with other values at paths that lead to something: `json_replace(x, '$.name', y)`.
  public static func jsonReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function("json_replace", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with values at paths: `json_set(x, '$.name', 'Ana')`.
  public static func jsonSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function("json_set", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with values at paths: `json_set(x, '$.name', y)`.
  public static func jsonSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function("json_set", [value.sqlExpression] + .pairs(assignments))
  }

  /// An object of names and values: `json_object('name', 'Ana')`.
  public static func jsonObject(_ members: KeyValuePairs<String, (any DatabaseValueConvertible)?>)
    -> SQLExpression
  {
    .function("json_object", .pairs(members))
  }

  /// An object of names and values: `json_object('name', x)`.
  public static func jsonObject(_ members: KeyValuePairs<String, any SQLExpressible>)
    -> SQLExpression
  {
    .function("json_object", .pairs(members))
  }

  /// The JSON with the members of another; those that are null there are taken away: `json_patch(x, y)`.
  public static func jsonPatch(_ value: some SQLExpressible, with patch: some SQLExpressible)
    -> SQLExpression
  {
    .function("json_patch", [value.sqlExpression, patch.sqlExpression])
  }

  /// The JSON with the members of a text; those that are null there are taken away: `json_patch(x, '{"a": 1}')`.
  public static func jsonPatch(
    _ value: some SQLExpressible,
    with patch: some DatabaseValueConvertible
  ) -> SQLExpression { jsonPatch(value, with: SQLExpression(patch)) }

  /// A text of JSON with the members of another; those that are null there are taken away: `json_patch('{"a": 1}', x)`.
  public static func jsonPatch(
    _ value: some DatabaseValueConvertible,
    with patch: some SQLExpressible
  ) -> SQLExpression { jsonPatch(SQLExpression(value), with: patch) }

  /// A text of JSON with the members of another; those that are null there are taken away.
  public static func jsonPatch(
    _ value: some DatabaseValueConvertible,
    with patch: some DatabaseValueConvertible
  ) -> SQLExpression { jsonPatch(SQLExpression(value), with: SQLExpression(patch)) }

  /// The JSON without what a path leads to: `json_remove(x, '$.name')`.
  public static func jsonRemove(_ value: some SQLExpressible, atPath path: String) -> SQLExpression
  {
    .function("json_remove", [value.sqlExpression, SQLExpression(path)])
  }

  /// The JSON without what paths lead to: `json_remove(x, '$.name', '$.age')`.
  public static func jsonRemove(_ value: some SQLExpressible, atPaths paths: [String])
    -> SQLExpression
  {
    .function("json_remove", [value.sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// What a JSON text is: `object`, `array`, `text`, `integer`, `real`, `true`, `false` or `null`: `json_type(x)`.
  public static func jsonType(_ value: some SQLExpressible) -> SQLExpression {
    .function("json_type", [value.sqlExpression])
  }

  /// What a path leads to is: `json_type(x, '$.name')`.
  public static func jsonType(_ value: some SQLExpressible, atPath path: String) -> SQLExpression {
    .function("json_type", [value.sqlExpression, SQLExpression(path)])
  }

  /// Whether a text is JSON: `json_valid(x)`.
  public static func jsonIsValid(_ value: some SQLExpressible) -> SQLExpression {
    .function("json_valid", [value.sqlExpression])
  }

  /// A value as JSON: `json_quote(x)`.
  public static func jsonQuote(_ value: some SQLExpressible) -> SQLExpression {
    .function("json_quote", [value.sqlExpression.withinJSON])
  }

  /// An array of the values of all rows: `json_group_array(x)`.
  public static func jsonGroupArray(_ value: some SQLExpressible, filter: SQLExpression? = nil)
    -> SQLExpression
  {
    .aggregate("json_group_array", value.sqlExpression.withinJSON, filter: filter)
  }

  /// An object of the names and values of all rows: `json_group_object(x, y)`.
  public static func jsonGroupObject(
    key: some SQLExpressible,
    value: some SQLExpressible,
    filter: SQLExpression? = nil
  ) -> SQLExpression {
    .aggregate(
      "json_group_object",
      key.sqlExpression,
      value.sqlExpression.withinJSON,
      filter: filter
    )
  }
}

extension [SQLExpression] {
  /// Names and values in turn.
  static func pairs(_ pairs: KeyValuePairs<String, (any DatabaseValueConvertible)?>) -> Self {
    pairs.flatMap { [SQLExpression($0.key), SQLExpression(optional: $0.value)] }
  }

  /// Names and expressions in turn.
  static func pairs(_ pairs: KeyValuePairs<String, any SQLExpressible>) -> Self {
    pairs.flatMap { [SQLExpression($0.key), $0.value.sqlExpression.withinJSON] }
  }
}

extension SQLExpression {
  /// A value, or NULL.
  init(optional value: (any DatabaseValueConvertible)?) {
    self.init(value.map { _DynamicValue($0) } ?? .stored(.null))
  }
}
