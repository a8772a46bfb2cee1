public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase

// The functions that give JSONB blobs, called with a value instead of an expression. They need
// SQLite 3.45.

extension Database {
  /// Returns a JSONB blob of a JSON text: `jsonb('[1, 2]')`.
  @_disfavoredOverload
  public static func jsonb(_ value: some DatabaseValueConvertible) -> SQLExpression {
    jsonb(SQLExpression(value))
  }

  /// Returns the value at a path, an object or array as a blob.
  @_disfavoredOverload
  public static func jsonbExtract(
    _ value: some DatabaseValueConvertible,
    atPath path: String
  ) -> SQLExpression { jsonbExtract(SQLExpression(value), atPath: path) }

  /// Returns an array of the values at paths as a blob.
  @_disfavoredOverload
  public static func jsonbExtract(
    _ value: some DatabaseValueConvertible,
    atPaths paths: [String]
  ) -> SQLExpression { jsonbExtract(SQLExpression(value), atPaths: paths) }

  /// Returns JSON as a blob, with values added at paths that do not exist.
  @_disfavoredOverload
  public static func jsonbInsert(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression { jsonbInsert(SQLExpression(value), assignments) }

  /// Returns JSON as a blob, with expressions added at paths that do not exist.
  @_disfavoredOverload
  public static func jsonbInsert(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression { jsonbInsert(SQLExpression(value), assignments) }

  /// Returns JSON as a blob, with values replaced at paths that exist.
  @_disfavoredOverload
  public static func jsonbReplace(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression { jsonbReplace(SQLExpression(value), assignments) }

  /// Returns JSON as a blob, with expressions replaced at paths that exist.
  @_disfavoredOverload
  public static func jsonbReplace(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression { jsonbReplace(SQLExpression(value), assignments) }

  /// Returns JSON as a blob, with values set at paths.
  @_disfavoredOverload
  public static func jsonbSet(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) -> SQLExpression { jsonbSet(SQLExpression(value), assignments) }

  /// Returns JSON as a blob, with expressions set at paths.
  @_disfavoredOverload
  public static func jsonbSet(
    _ value: some DatabaseValueConvertible,
    _ assignments: KeyValuePairs<String, any SQLExpressible>
  ) -> SQLExpression { jsonbSet(SQLExpression(value), assignments) }

  /// Returns JSON as a blob, without the value at a path.
  @_disfavoredOverload
  public static func jsonbRemove(
    _ value: some DatabaseValueConvertible,
    atPath path: String
  ) -> SQLExpression { jsonbRemove(SQLExpression(value), atPath: path) }

  /// Returns JSON as a blob, without the values at paths.
  @_disfavoredOverload
  public static func jsonbRemove(
    _ value: some DatabaseValueConvertible,
    atPaths paths: [String]
  ) -> SQLExpression { jsonbRemove(SQLExpression(value), atPaths: paths) }
}
