import DatabaseTypes
import SQLiteDatabase

extension SHA256 {
  /// The name of the function in SQL.
  static let functionName = "sha256"

  /// The function of a text's or a blob's hash in SQL; that of NULL is NULL.
  static let function = DatabaseFunction(functionName, argumentCount: 1, pure: true) { arguments in
    CellDigest(WireCell(arguments[0])).map { DatabaseValue.blob($0.hash) }
  }
}
