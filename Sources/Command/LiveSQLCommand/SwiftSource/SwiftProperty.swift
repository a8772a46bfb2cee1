import SQLiteDatabase

/// A property that represents a column.
struct SwiftProperty {
  let name: String
  /// The name of the column.
  let column: String
  let type: SwiftType
  let isOptional: Bool
  var isConstant: Bool
  /// The storage of a generated column: `.virtual` or `.stored`.
  var storage: String?
  /// Whether it is the key, if `@Table` would not detect that, or would detect a key where there is
  /// none.
  var primaryKey: Bool?
  /// The expression for the default value.
  var defaultValue: String?
  /// Whether a draft may leave the value to the database.
  var isLazy = false
  /// Notes about what could not be expressed.
  var notes: [String] = []

  /// The lines of the declaration.
  var lines: [String] {
    let attribute = arguments.isEmpty ? nil : "@Column(\(arguments.joined(separator: ", ")))"
    let comments = notes.map { "/// \($0.asComment)" }
    let line = [attribute, declaration].compactMap(\.self).joined(separator: " ")
    guard line.count > 96, let attribute else { return comments + [line] }
    return comments + [attribute, declaration]
  }

  private var declaration: String {
    let head = "\(isConstant ? "let" : "var") \(SwiftName.quoted(name)): \(typeText)"
    return defaultValue.map { "\(head) = \($0)" } ?? head
  }

  private var typeText: String { isOptional ? type.name + "?" : type.name }

  private var arguments: [String] {
    var arguments: [String] = []
    if name != column || !column.utf8.elementsEqual(name.utf8) {
      arguments.append(column.asLiteral)
    }
    if let form = type.representation { arguments.append("as: \(typeText).\(form).self") }
    if let digits = type.digits {
      let type = "Decimal.FixedPoint<\(SwiftScale(digits: digits).name)>"
      arguments.append("as: \(type)\(isOptional ? "?" : "").self")
    }
    if let storage { arguments.append("generated: \(storage)") }
    if let primaryKey { arguments.append("primaryKey: \(primaryKey)") }
    if isLazy { arguments.append("lazyInitializable: true") }
    return arguments
  }
}

extension [SwiftProperty] {
  /// The scales of those that are amounts stored as integers.
  var scales: Set<SwiftScale> { Set(compactMap(\.type.digits).map(SwiftScale.init)) }
}

extension String {
  /// The text as a string literal.
  var asLiteral: String { "\"" + unicodeScalars.map(\.asLiteral).joined() + "\"" }

  /// The text on one line, without characters that would end a comment.
  var asComment: String {
    let scalars = unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
        ? " " : Character(scalar)
    }
    return String(scalars).split(separator: " ").joined(separator: " ")
  }
}

extension Unicode.Scalar {
  fileprivate var asLiteral: String {
    switch self {
    case "\"", "\\": "\\\(self)"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    case _ where [.control, .format].contains(properties.generalCategory):
      "\\u{\(String(value, radix: 16))}"
    default: String(self)
    }
  }
}
