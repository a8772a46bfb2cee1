import Foundation

/// A description of a value for tests: its parts, without addresses, and the same in every run.
///
/// ```
/// Reminder(
///   id: 1,
///   title: "Groceries",
///   dueDate: nil
/// )
/// ```
///
/// A structure with one simple value stays on its line: `Count(value: 1)`.
struct ValueDescription {
  /// The description, on one line or several.
  let text: String

  init(_ value: Any) { text = Self.text(of: value, isRoot: true) }

  private static func text(of value: Any, isRoot: Bool = false) -> String {
    if let text = leaf(value) { return text }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first?.value else { return "nil" }
      return text(of: wrapped, isRoot: false)
    case .enum: return enumeration(value, mirror, isRoot: isRoot)
    case .collection: return collection(mirror)
    case .dictionary: return dictionary(mirror)
    case .set:
      let elements = mirror.children.map { text(of: $0.value) }.sorted()
      return "Set(\(enclosed(elements, "[", "]")))"
    case .tuple: return enclosed(fields(mirror), "(", ")")
    case .struct, .class:
      let start = typeName(mirror.subjectType) + "("
      return enclosed(fields(mirror), start, ")", keepsLine: hasOneSimpleValue(mirror))
    default: return mirror.children.isEmpty ? "\(value)" : enclosed(fields(mirror), "(", ")")
    }
  }

  /// Returns whether a structure has one value, and that value has no parts.
  private static func hasOneSimpleValue(_ mirror: Mirror) -> Bool {
    guard mirror.children.count == 1, mirror.superclassMirror == nil,
      let child = mirror.children.first
    else { return false }
    let value = Mirror(reflecting: child.value)
    guard value.displayStyle == .optional, let wrapped = value.children.first?.value else {
      return leaf(child.value) != nil || value.children.isEmpty
    }
    return leaf(wrapped) != nil || Mirror(reflecting: wrapped).children.isEmpty
  }

  /// Returns the description of a value that is shown without parts.
  private static func leaf(_ value: Any) -> String? {
    switch value {
    case let value as String: quoted(value)
    case let value as Substring: quoted(String(value))
    case let value as Character: quoted(String(value))
    case let value as Date: "Date(\(value.formatted(dateStyle)))"
    case let value as UUID: "UUID(\(value.uuidString))"
    case let value as URL: "URL(\(value.absoluteString))"
    case let value as Data: "Data(\(value.count) bytes)"
    case let value as Decimal: "\(value)"
    case let value as any Any.Type: "\(name(of: value)).self"
    case is Void: "()"
    default: nil
    }
  }

  private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  private static func quoted(_ text: String) -> String {
    guard text.contains("\n") else { return text.debugDescription }
    return "\"\"\"\n" + text + "\n\"\"\""
  }

  private static func enumeration(_ value: Any, _ mirror: Mirror, isRoot: Bool) -> String {
    let prefix = isRoot ? "\(typeName(mirror.subjectType))." : "."
    guard let payload = mirror.children.first, let label = payload.label else {
      return prefix + "\(value)"
    }
    let payloadMirror = Mirror(reflecting: payload.value)
    guard payloadMirror.displayStyle == .tuple else {
      return prefix + enclosed([text(of: payload.value)], "\(label)(", ")", keepsLine: true)
    }
    return prefix + enclosed(fields(payloadMirror), "\(label)(", ")")
  }

  private static func collection(_ mirror: Mirror) -> String {
    enclosed(mirror.children.enumerated().map { "[\($0)]: \(text(of: $1.value))" }, "[", "]")
  }

  private static func dictionary(_ mirror: Mirror) -> String {
    guard !mirror.children.isEmpty else { return "[:]" }
    let pairs = mirror.children.map { child in
      let parts = Mirror(reflecting: child.value).children.map { text(of: $0.value) }
      return parts.joined(separator: ": ")
    }
    return enclosed(pairs.sorted(), "[", "]")
  }

  private static func fields(_ mirror: Mirror) -> [String] {
    var fields = mirror.children.map { child in
      guard let label = child.label, !label.hasPrefix(".") else { return text(of: child.value) }
      return "\(label): \(named(child.value))"
    }
    if let parent = mirror.superclassMirror { fields = self.fields(parent) + fields }
    return fields
  }

  /// Returns the description of a named value, with multi-line text indented below the name.
  private static func named(_ value: Any) -> String {
    let text = text(of: value)
    guard text.hasPrefix("\"\"\"") else { return text }
    return String(indented(text).dropFirst(2))
  }

  private static func enclosed(
    _ parts: [String],
    _ start: String,
    _ end: String,
    keepsLine: Bool = false
  ) -> String {
    guard let first = parts.first else { return start + end }
    if keepsLine, !first.contains("\n") { return start + first + end }
    return start + "\n" + parts.map(indented).joined(separator: ",\n") + "\n" + end
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  " + $0 }
      .joined(separator: "\n")
  }

  /// Returns the type's name for its values, without generic arguments.
  private static func typeName(_ type: Any.Type) -> String {
    let full = String(reflecting: type)
    guard full.contains("<") else { return name(of: type) }
    var depth = 0
    // The arrow of a function's type closes nothing.
    let plain = full.replacing("->", with: "-").filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
    return name(withModule: plain)
  }

  /// Returns the type's name without its module and without the function that declares it.
  private static func name(of type: Any.Type) -> String {
    let full = String(reflecting: type)
    return full.contains("<") ? "\(type)" : name(withModule: full)
  }

  private static func name(withModule full: String) -> String {
    let parts = full.split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : full
  }
}
