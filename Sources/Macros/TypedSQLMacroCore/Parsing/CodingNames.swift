import SwiftSyntax

/// The names in the JSON of a type.
///
/// They are those that the compiler generates for `Codable`, as far as the declaration shows them.
struct CodingNames {
  /// The cases of enums called `…CodingKeys`, with the source texts of their raw values.
  private let keys: [String: [String: String]]
  /// Whether the type implements its coding itself, in a way that cannot be known here.
  private let isWritten: Bool

  init(of declaration: some DeclGroupSyntax) {
    let members = declaration.memberBlock.members.map(\.decl)
    let enums = members.compactMap { $0.as(EnumDeclSyntax.self) }
      .filter { $0.name.text.hasSuffix("CodingKeys") }
    keys = Dictionary(enums.map { ($0.name.text, $0.rawTexts) }) { first, _ in first }
    isWritten = members.contains { $0.isCoding }
  }

  /// Whether the type itself specifies the names in JSON.
  var areWritten: Bool { isWritten || keys["CodingKeys"] != nil }

  /// Returns the name of a property, or `nil` if it is the property's own name.
  func key(ofProperty property: String) -> String? { keys["CodingKeys"]?[property] }

  /// Returns the names that lead to the value of a case: those of the case and of the value's
  /// label.
  func path(ofCase name: String, label: String?) -> [String] {
    let key = keys["CodingKeys"]?[name] ?? "\"\(name)\""
    guard !isWritten else { return [key] }
    let label = label ?? "_0"
    let labels = keys[name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys"]
    return [key, labels?[label] ?? "\"\(label)\""]
  }
}

extension EnumDeclSyntax {
  /// The cases with their raw values, which default to their names.
  fileprivate var rawTexts: [String: String] {
    let elements = memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    let texts = elements.map { element in
      let name = element.name.plainText
      return (name, element.rawValue?.value.nonEmptyLiteral ?? "\"\(name)\"")
    }
    return Dictionary(texts) { first, _ in first }
  }
}

extension DeclSyntax {
  /// Whether it is `encode(to:)` or `init(from:)`.
  var isCoding: Bool {
    if let function = self.as(FunctionDeclSyntax.self) {
      return function.name.text == "encode" && function.signature.firstLabel == "to"
    }
    return self.as(InitializerDeclSyntax.self)?.signature.firstLabel == "from"
  }
}

extension FunctionSignatureSyntax {
  fileprivate var firstLabel: String? { parameterClause.parameters.first?.firstName.text }
}
