import TypedSQL

/// The correspondence between types of the server and types of properties.
enum ServerTypes {
  /// Returns whether a column stores the values unchanged; unknown types count as doing so.
  static func storesUnchanged(_ type: String, _ hint: DialectHint) -> Bool {
    guard type.hasSuffix("[]") else {
      guard let group = group(of: type) else { return true }
      // A list can also be decoded from JSON.
      return hint.element == nil ? groups(hint).contains(group) : group == .document
    }
    guard let element = hint.element else { return group(of: String(type.dropLast(2))) == nil }
    return storesUnchanged(String(type.dropLast(2)), element)
  }

  /// Returns the Swift type that corresponds to a type of the server; `nil` if it is not known.
  static func swiftType(of type: String) -> String? {
    if type.hasSuffix("[]") { return swiftType(of: String(type.dropLast(2))).map { "[\($0)]" } }
    return switch group(of: type) {
    case .boolean: "Bool"
    case .integer: "Int"
    case .real: "Double"
    case .decimal: "Decimal"
    case .text, .document: "String"
    case .bytes: "Data"
    case .identifier: "UUID"
    case .date: "Date"
    case nil: nil
    }
  }

  private enum Group {
    case boolean, integer, real, decimal, text, document, bytes, identifier, date
  }

  private static func groups(_ hint: DialectHint) -> Set<Group> {
    switch hint {
    case .integer: [.integer, .decimal]
    case .scaledInteger: [.integer]
    case .decimal: [.decimal, .integer]
    case .real: [.real, .decimal]
    case .boolean: [.boolean, .integer]
    // Seconds, Julian days and texts can also be decoded as dates.
    case .date: [.date, .text, .integer, .real]
    case .identifier: [.identifier, .text, .bytes]
    // A decimal number keeps all its digits as text.
    case .text: [.text, .document, .decimal]
    case .bytes: [.bytes]
    case .document: [.document, .text]
    default: []
    }
  }

  private static func group(of type: String) -> Group? {
    let type = type.replacing(/\([^)]*\)/, with: "")
    return switch type {
    case "boolean": .boolean
    case "smallint", "integer", "bigint", "oid": .integer
    case "real", "double precision": .real
    case "numeric": .decimal
    case "text", "character varying", "character", "name", "citext", "xml": .text
    case "json", "jsonb": .document
    case "bytea": .bytes
    case "uuid": .identifier
    case "timestamp with time zone", "timestamp without time zone", "date": .date
    default: nil
    }
  }
}
