extension ReplicatedValue {
  /// Decodes the value as its PostgreSQL type; `nil` if it was not sent, or if its type is not
  /// built in.
  ///
  /// - Parameter oid: The OID of the column's type, from the stream.
  /// - Throws: ``PostgresError`` if the bytes are not a valid value of the type.
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
