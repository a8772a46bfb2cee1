import TypedSQL

/// Which types of the server's take what a property holds.
enum ServerTypes {
  /// Whether a column keeps the values as they are; those of types that are not known count as kept.
  static func keeps(_ type: String, _ hint: DialectHint) -> Bool {
    guard type.hasSuffix("[]") else {
      guard let group = group(of: type) else { return true }
      // A list is read of JSON, too.
      return hint.element == nil ? groups(hint).contains(group) : group == .document
    }
    guard let element = hint.element else { return group(of: String(type.dropLast(2))) == nil }
    return keeps(String(type.dropLast(2)), element)
  }

  /// The Swift type that goes with a type of the server's; `nil` where it is not known.
  static func swiftType(of type: String) -> String? {
    if type.hasSuffix("[]") { return swiftType(of: String(type.dropLast(2))).map { "[\($0)]" } }
    return switch group(of: type) {
    case .truth: "Bool"
    case .integer: "Int"
    case .real: "Double"
    case .decimal: "Decimal"
    case .text, .document: "String"
    case .bytes: "Data"
    case .identifier: "UUID"
    case .moment: "Date"
    case nil: nil
    }
  }

  private enum Group {
    case truth, integer, real, decimal, text, document, bytes, identifier, moment
  }

  private static func groups(_ hint: DialectHint) -> Set<Group> {
    switch hint {
    case .integer: [.integer, .decimal]
    case .units: [.integer]
    case .decimal: [.decimal, .integer]
    case .real: [.real, .decimal]
    case .truth: [.truth, .integer]
    // Seconds, Julian days and texts are read as moments, too.
    case .moment: [.moment, .text, .integer, .real]
    case .identifier: [.identifier, .text, .bytes]
    // A decimal number keeps all its digits as a text.
    case .text: [.text, .document, .decimal]
    case .bytes: [.bytes]
    case .document: [.document, .text]
    default: []
    }
  }

  private static func group(of type: String) -> Group? {
    let type = type.replacing(/\([^)]*\)/, with: "")
    return switch type {
    case "boolean": .truth
    case "smallint", "integer", "bigint", "oid": .integer
    case "real", "double precision": .real
    case "numeric": .decimal
    case "text", "character varying", "character", "name", "citext", "xml": .text
    case "json", "jsonb": .document
    case "bytea": .bytes
    case "uuid": .identifier
    case "timestamp with time zone", "timestamp without time zone", "date": .moment
    default: nil
    }
  }
}
