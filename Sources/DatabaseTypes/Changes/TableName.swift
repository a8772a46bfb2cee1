/// The name of a table, with the schema in which it stands.
///
/// Names compare as SQL compares them, whatever the case of their ASCII letters.
public struct TableName: Sendable {
  /// The schema: `main`, `temp`, or the name of an attached database.
  public let schema: String
  /// The table's name.
  public let name: String

  /// Makes a name; the schema is `main` unless given.
  public init(schema: String = "main", _ name: String) {
    self.schema = schema
    self.name = name
  }
}

extension TableName: Hashable {
  /// Whether both name the same table.
  public static func == (left: TableName, right: TableName) -> Bool {
    isSameIdentifier(left.name, right.name) && isSameIdentifier(left.schema, right.schema)
  }

  /// Hashes the length of the name, and its last letter whatever its case.
  ///
  /// A database has few tables, and each commit looks some up: reading the names is what costs.
  public func hash(into hasher: inout Hasher) {
    let bytes = name.utf8
    hasher.combine(bytes.count << 8 | Int(lowercased(bytes.last ?? 0)))
  }
}

extension TableName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Makes the name of a table in the schema `main`.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name, with the schema unless that is `main`.
  public var description: String { schema == "main" ? name : "\(schema).\(name)" }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (65...90).contains(byte) ? byte | 32 : byte
}

/// Whether two identifiers are one to SQL, which ignores the case of ASCII letters only.
package func isSameIdentifier(_ left: String, _ right: String) -> Bool {
  // Not `left == right`: to Swift "é" may equal other bytes, which are another name to SQL.
  guard left.utf8.count == right.utf8.count else { return false }
  let answer = left.utf8.withContiguousStorageIfAvailable { left in
    right.utf8.withContiguousStorageIfAvailable { right in isSame(left, right) }
  }
  return (answer ?? nil) ?? left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
}

private func isSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool
{
  for index in 0..<left.count {
    let (one, other) = (left[index], right[index])
    guard one == other || lowercased(one) == lowercased(other) else { return false }
  }
  return true
}
