public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// The same functions with JSONB blobs as results, which SQLite reads faster than text. They need
// SQLite 3.45.

extension Database {
  /// Returns a JSONB blob of JSON text or a JSONB blob: `jsonb(x)`.
  public static func jsonb(_ value: some SQLExpressible) -> SQLExpression {
    .function(.jsonb, [value.sqlExpression])
  }

  /// Returns an array of values as a blob: `jsonb_array(a, b)`.
  public static func jsonbArray(_ values: [any SQLExpressible]) -> SQLExpression {
    .function(.jsonbArray, values.map(\.sqlExpression.withinJSON))
  }

  /// Returns an array of values as a blob: `jsonb_array(1, 2)`.
  public static func jsonbArray(_ values: [(any DatabaseValueConvertible)?]) -> SQLExpression {
    .function(.jsonbArray, values.map(SQLExpression.init(optional:)))
  }

  /// Returns the value at a path, an object or array as a blob: `jsonb_extract(x, '$.name')`.
  public static func jsonbExtract(_ value: some SQLExpressible, atPath path: String)
    -> SQLExpression
  {
    .function(.jsonbExtract, [value.sqlExpression, SQLExpression(path)])
  }

  /// Returns an array of the values at paths as a blob: `jsonb_extract(x, '$.name', '$.age')`.
  public static func jsonbExtract(_ value: some SQLExpressible, atPaths paths: [String])
    -> SQLExpression
  {
    .function(.jsonbExtract, [value.sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// Returns JSON as a blob, with values added at paths that do not exist.
  ///
  /// ```sql
  /// jsonb_insert(x, '$.name', 'Ana')
  /// ```
  public static func jsonbInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function(.jsonbInsert, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON as a blob, with values added at paths that do not exist.
  ///
  /// ```sql
  /// jsonb_insert(x, '$.name', y)
  /// ```
  public static func jsonbInsert(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function(.jsonbInsert, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON as a blob, with values replaced at paths that exist.
  ///
  /// ```sql
  /// jsonb_replace(x, '$.name', 'Ana')
  /// ```
  public static func jsonbReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function(.jsonbReplace, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON as a blob, with values replaced at paths that exist.
  ///
  /// ```sql
  /// jsonb_replace(x, '$.name', y)
  /// ```
  public static func jsonbReplace(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function(.jsonbReplace, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON as a blob, with values set at paths: `jsonb_set(x, '$.name', 'Ana')`.
  public static func jsonbSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression {
    .function(.jsonbSet, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns JSON as a blob, with values set at paths: `jsonb_set(x, '$.name', y)`.
  public static func jsonbSet(
    _ value: some SQLExpressible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression {
    .function(.jsonbSet, [value.sqlExpression] + .pairs(assignments))
  }

  /// Returns an object of names and values as a blob: `jsonb_object('name', 'Ana')`.
  public static func jsonbObject(_ members: KeyValuePairs<String, (any DatabaseValueConvertible)?>)
    -> SQLExpression
  {
    .function(.jsonbObject, .pairs(members))
  }

  /// Returns an object of names and values as a blob: `jsonb_object('name', x)`.
  public static func jsonbObject(_ members: KeyValuePairs<String, any SQLExpressible>)
    -> SQLExpression
  {
    .function(.jsonbObject, .pairs(members))
  }

  /// Returns JSON as a blob, with the members of a patch: `jsonb_patch(x, y)`.
  ///
  /// Members that are null in the patch are removed.
  public static func jsonbPatch(_ value: some SQLExpressible, with patch: some SQLExpressible)
    -> SQLExpression
  {
    .function(.jsonbPatch, [value.sqlExpression, patch.sqlExpression])
  }

  /// Returns JSON as a blob, with the members of a JSON text: `jsonb_patch(x, '{"a": 1}')`.
  ///
  /// Members that are null in that text are removed.
  public static func jsonbPatch(
    _ value: some SQLExpressible,
    with patch: some DatabaseValueConvertible
  ) -> SQLExpression { jsonbPatch(value, with: SQLExpression(patch)) }

  /// Returns a JSON text as a blob, with the members of a patch: `jsonb_patch('{"a": 1}', x)`.
  ///
  /// Members that are null in the patch are removed.
  public static func jsonbPatch(
    _ value: some DatabaseValueConvertible,
    with patch: some SQLExpressible
  ) -> SQLExpression { jsonbPatch(SQLExpression(value), with: patch) }

  /// Returns a JSON text as a blob, with the members of another JSON text.
  ///
  /// Members that are null in the other text are removed.
  public static func jsonbPatch(
    _ value: some DatabaseValueConvertible,
    with patch: some DatabaseValueConvertible
  ) -> SQLExpression { jsonbPatch(SQLExpression(value), with: SQLExpression(patch)) }

  /// Returns JSON as a blob, without the value at a path: `jsonb_remove(x, '$.name')`.
  public static func jsonbRemove(_ value: some SQLExpressible, atPath path: String) -> SQLExpression
  {
    .function(.jsonbRemove, [value.sqlExpression, SQLExpression(path)])
  }

  /// Returns JSON as a blob, without the values at paths: `jsonb_remove(x, '$.name', '$.age')`.
  public static func jsonbRemove(_ value: some SQLExpressible, atPaths paths: [String])
    -> SQLExpression
  {
    .function(.jsonbRemove, [value.sqlExpression] + paths.map { SQLExpression($0) })
  }

  /// Returns an array of the values of all rows as a blob: `jsonb_group_array(x)`.
  public static func jsonbGroupArray(_ value: some SQLExpressible, filter: SQLExpression? = nil)
    -> SQLExpression
  {
    .aggregate(.jsonbGroupArray, value.sqlExpression.withinJSON, filter: filter)
  }

  /// Returns an object of the names and values of all rows as a blob: `jsonb_group_object(x, y)`.
  public static func jsonbGroupObject(
    key: some SQLExpressible,
    value: some SQLExpressible,
    filter: SQLExpression? = nil
  ) -> SQLExpression {
    .aggregate(
      .jsonbGroupObject,
      key.sqlExpression,
      value.sqlExpression.withinJSON,
      filter: filter
    )
  }
}
