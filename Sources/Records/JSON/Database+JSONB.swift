public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// The same functions with blobs as results, which SQLite reads faster than text. They need SQLite 3.45.

extension Database {
  /// A JSONB blob of JSON text or of a blob: `jsonb(x)`.
  public static func jsonb(_ value: some SQLExpressible) -> SQLExpression {
    .function("jsonb", [value.sqlExpression])
  }

  /// An array of values, as a blob: `jsonb_array(a, b)`.
  public static func jsonbArray(_ values: [any SQLExpressible]) -> SQLExpression {
    .function("jsonb_array", values.map(\.sqlExpression.withinJSON))
  }

  /// An array of values, as a blob: `jsonb_array(1, 2)`.
  public static func jsonbArray(_ values: [(any DatabaseValueConvertible)?]) -> SQLExpression {
    .function("jsonb_array", values.map(SQLExpression.init(optional:)))
  }

  /// What a path leads to, objects and arrays as blobs: `jsonb_extract(x, '$.name')`.
  public static func jsonbExtract(_ value: some SQLExpressible, atPath path: String)
    -> SQLExpression
  {
    .function("jsonb_extract", [value.sqlExpression, SQLExpression(path)])
  }

  /// An array of what paths lead to, as a blob: `jsonb_extract(x, '$.name', '$.age')`.
  public static func jsonbExtract(_ value: some SQLExpressible, atPaths paths: [String])
    -> SQLExpression
  {
    .function("jsonb_extract", [value.sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// The JSON with values at paths that lead to nothing, as a blob: `jsonb_insert(x, '$.name', 'Ana')`.
  public static func jsonbInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function("jsonb_insert", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with values at paths that lead to nothing, as a blob: `jsonb_insert(x, '$.name', y)`.
  public static func jsonbInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function("jsonb_insert", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with other values at paths that lead to something, as a blob: `jsonb_replace(x, '$.name', 'Ana')`.
  public static func jsonbReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function("jsonb_replace", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with other values at paths that lead to something, as a blob: `jsonb_replace(x, '$.name', y)`.
  public static func jsonbReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function("jsonb_replace", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with values at paths, as a blob: `jsonb_set(x, '$.name', 'Ana')`.
  public static func jsonbSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function("jsonb_set", [value.sqlExpression] + .pairs(assignments))
  }

  /// The JSON with values at paths, as a blob: `jsonb_set(x, '$.name', y)`.
  public static func jsonbSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function("jsonb_set", [value.sqlExpression] + .pairs(assignments))
  }

  /// An object of names and values, as a blob: `jsonb_object('name', 'Ana')`.
  public static func jsonbObject(_ members: KeyValuePairs<String, (any DatabaseValueConvertible)?>)
    -> SQLExpression
  {
    .function("jsonb_object", .pairs(members))
  }

  /// An object of names and values, as a blob: `jsonb_object('name', x)`.
  public static func jsonbObject(_ members: KeyValuePairs<String, any SQLExpressible>)
    -> SQLExpression
  {
    .function("jsonb_object", .pairs(members))
  }

  /// The JSON with the members of another; those that are null there are taken away, as a blob: `jsonb_patch(x, y)`.
  public static func jsonbPatch(_ value: some SQLExpressible, with patch: some SQLExpressible)
    -> SQLExpression
  {
    .function("jsonb_patch", [value.sqlExpression, patch.sqlExpression])
  }

  /// The JSON with the members of a text; those that are null there are taken away, as a blob: `jsonb_patch(x, '{"a": 1}')`.
  public static func jsonbPatch(
    _ value: some SQLExpressible,
    with patch: some DatabaseValueConvertible
  ) -> SQLExpression { jsonbPatch(value, with: SQLExpression(patch)) }

  /// A text of JSON with the members of another; those that are null there are taken away, as a blob: `jsonb_patch('{"a": 1}', x)`.
  public static func jsonbPatch(
    _ value: some DatabaseValueConvertible,
    with patch: some SQLExpressible
  ) -> SQLExpression { jsonbPatch(SQLExpression(value), with: patch) }

  /// A text of JSON with the members of another; those that are null there are taken away, as a blob.
  public static func jsonbPatch(
    _ value: some DatabaseValueConvertible,
    with patch: some DatabaseValueConvertible
  ) -> SQLExpression { jsonbPatch(SQLExpression(value), with: SQLExpression(patch)) }

  /// The JSON without what a path leads to, as a blob: `jsonb_remove(x, '$.name')`.
  public static func jsonbRemove(_ value: some SQLExpressible, atPath path: String) -> SQLExpression
  {
    .function("jsonb_remove", [value.sqlExpression, SQLExpression(path)])
  }

  /// The JSON without what paths lead to, as a blob: `jsonb_remove(x, '$.name', '$.age')`.
  public static func jsonbRemove(_ value: some SQLExpressible, atPaths paths: [String])
    -> SQLExpression
  {
    .function("jsonb_remove", [value.sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// An array of the values of all rows, as a blob: `jsonb_group_array(x)`.
  public static func jsonbGroupArray(_ value: some SQLExpressible, filter: SQLExpression? = nil)
    -> SQLExpression
  {
    .aggregate("jsonb_group_array", value.sqlExpression.withinJSON, filter: filter)
  }

  /// An object of the names and values of all rows, as a blob: `jsonb_group_object(x, y)`.
  public static func jsonbGroupObject(
    key: some SQLExpressible,
    value: some SQLExpressible,
    filter: SQLExpression? = nil
  ) -> SQLExpression {
    .aggregate(
      "jsonb_group_object",
      key.sqlExpression,
      value.sqlExpression.withinJSON,
      filter: filter
    )
  }
}
