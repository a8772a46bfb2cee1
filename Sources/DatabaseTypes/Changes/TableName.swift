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

  /// Hashes the name, whatever the case of its letters.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(lowercased(byte)) }
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
  left.utf8.elementsEqual(right.utf8) { $0 == $1 || lowercased($0) == lowercased($1) }
}
