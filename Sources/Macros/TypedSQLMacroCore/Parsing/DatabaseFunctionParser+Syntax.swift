import SwiftSyntax

extension DeclSyntaxProtocol {
  /// The part of a declaration at which to report that it is of the wrong kind.
  var diagnosedNode: Syntax {
    if let variable = self.as(VariableDeclSyntax.self) { return Syntax(variable.bindingSpecifier) }
    if let group = self.asProtocol((any DeclGroupSyntax).self) { return Syntax(group.introducer) }
    return Syntax(self)
  }
}

extension ThrowsClauseSyntax? {
  /// ` throws`, with the type of the error if there is one, or an empty string.
  var text: String { map { " " + $0.trimmedDescription } ?? "" }
}

extension FunctionParameterSyntax {
  /// The label in calls, or `nil`.
  var label: String? { firstName.tokenKind == .wildcard ? nil : firstName.text }
}

extension TypeSyntax {
  /// The type without `borrowing`, `sending`, `@escaping` and the like.
  var withoutSpecifiers: TypeSyntax { self.as(AttributedTypeSyntax.self)?.baseType ?? self }

  var withoutParentheses: TypeSyntax {
    guard let single = self.as(TupleTypeSyntax.self)?.elements.single, single.firstName == nil
    else { return self }
    return single.type.withoutParentheses
  }

  /// `E` in `some Sequence<E>` and `any Sequence<E>`.
  var sequenceElement: TypeSyntax? {
    guard let constraint = withoutSpecifiers.as(SomeOrAnyTypeSyntax.self)?.constraint else {
      return nil
    }
    let member = constraint.as(MemberTypeSyntax.self)
    let identifier = constraint.as(IdentifierTypeSyntax.self)
    guard (member?.name ?? identifier?.name)?.text == "Sequence" else { return nil }
    let arguments = member?.genericArgumentClause ?? identifier?.genericArgumentClause
    return arguments?.arguments.single?.argument.as(TypeSyntax.self)
  }

  /// The elements of a tuple, or the type as the only element.
  var tupleElements: [(name: String?, type: TypeSyntax)] {
    guard let tuple = withoutParentheses.as(TupleTypeSyntax.self) else {
      return [(nil, withoutParentheses)]
    }
    return tuple.elements.map { element in
      let name = element.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
      return (name, element.type)
    }
  }
}

extension FunctionTypeSyntax {
  /// Returns whether a function with some parameters can be represented as this one.
  func fits(_ parameters: FunctionParameterListSyntax) -> Bool {
    guard self.parameters.count == parameters.count else { return false }
    guard let element = parameters.single?.type.sequenceElement else { return true }
    let represented = self.parameters.single?.type.sequenceElement
    return represented?.tupleElements.count == element.tupleElements.count
  }
}

extension PatternBindingSyntax {
  /// The getter of a computed property.
  var getter: (effects: AccessorEffectSpecifiersSyntax?, isImplicit: Bool)? {
    guard let accessorBlock else { return nil }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return (nil, true) }
    return accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
      .map { ($0.effectSpecifiers, false) }
  }
}

extension DeclModifierListSyntax {
  /// `static` or `class` with a trailing space, or an empty string.
  var typeModifier: String {
    let names = map(\.name.text)
    return names.first { ["static", "class"].contains($0) }.map { $0 + " " } ?? ""
  }

  /// The declared access modifier with a trailing space, or an empty string; `public` instead of
  /// `open`.
  var declaredAccess: String {
    let levels: Set = ["public", "open", "package", "internal", "fileprivate", "private"]
    guard let level = map(\.name.text).first(where: levels.contains) else { return "" }
    return level == "open" ? "public " : level + " "
  }
}

extension AttributeListSyntax {
  /// The `@available` attributes.
  var availability: [String] {
    compactMap { $0.as(AttributeSyntax.self) }.filter { $0.lastName == "available" }
      .map(\.trimmedDescription)
  }
}
