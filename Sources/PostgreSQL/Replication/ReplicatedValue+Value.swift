extension ReplicatedValue {
  /// The value with PostgreSQL's own type; `nil` where it was not told, or not every server has the type.
  ///
  /// - Parameter oid: The type, as the stream told it of the column.
  /// - Throws: ``PostgresError`` for bytes that are no value of the type.
  package func value(ofType oid: UInt32) throws(PostgresError) -> PostgresValue? {
    guard let type = PostgresType.builtIn[oid] else { return nil }
    switch self {
    case .null: return .null
    case .unchanged: return nil
    case .text(let bytes): return try .text(String(decoding: bytes, as: UTF8.self), as: type)
    case .binary(let bytes):
      var result: Result<PostgresValue, PostgresError> = .success(.null)
      unsafe bytes.withUnsafeBytes { bytes in
        do throws(PostgresError) { result = .success(try unsafe .binary(bytes, as: type)) } catch {
          result = .failure(error)
        }
      }
      return try result.get()
    }
  }
}
