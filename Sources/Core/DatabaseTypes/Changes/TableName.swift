/// The name of a table and of the schema that contains it.
///
/// Names compare as in SQL: the case of ASCII letters is ignored.
public struct TableName: Sendable {
  /// The schema: `main`, `temp`, or the name of an attached database.
  public let schema: String
  /// The table's name.
  public let name: String

  /// Creates a table name; the schema is `main` by default.
  public init(schema: String = "main", _ name: String) {
    self.schema = schema
    self.name = name
  }
}

extension TableName: Hashable {
  /// Returns whether both names denote the same table.
  public static func == (left: TableName, right: TableName) -> Bool {
    isSameIdentifier(left.name, right.name) && isSameIdentifier(left.schema, right.schema)
  }

  /// Hashes the length of the name and its last letter, ignoring case.
  ///
  /// A database has few tables and each commit looks some of them up, so hashing whole names would
  /// dominate the cost.
  public func hash(into hasher: inout Hasher) {
    let bytes = name.utf8
    hasher.combine(bytes.count << 8 | Int(foldedASCII(bytes.last ?? 0)))
  }
}

extension TableName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates the name of a table in the schema `main`.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name, preceded by the schema unless that is `main`.
  public var description: String { schema == "main" ? name : "\(schema).\(name)" }
}

/// Returns a byte of a name as all spellings have it that SQL considers the same: an ASCII letter
/// in lower case, any other byte as it is.
@inline(__always)
package func foldedASCII(_ byte: UInt8) -> UInt8 {
  (65...90).contains(byte) ? byte | 32 : byte
}

/// Returns whether two identifiers are the same in SQL, which ignores the case of ASCII letters
/// only.
package func isSameIdentifier(_ left: String, _ right: String) -> Bool {
  // Not `left == right`: Swift considers canonically equivalent strings such as two spellings of
  // "é" equal, but SQL compares bytes.
  guard left.utf8.count == right.utf8.count else { return false }
  let answer = left.utf8.withContiguousStorageIfAvailable { left in
    right.utf8.withContiguousStorageIfAvailable { right in isSame(left, right) }
  }
  return (answer ?? nil)
    ?? left.utf8.elementsEqual(right.utf8) { foldedASCII($0) == foldedASCII($1) }
}

private func isSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool
{
  for index in 0..<left.count {
    let (one, other) = (left[index], right[index])
    guard one == other || foldedASCII(one) == foldedASCII(other) else { return false }
  }
  return true
}
