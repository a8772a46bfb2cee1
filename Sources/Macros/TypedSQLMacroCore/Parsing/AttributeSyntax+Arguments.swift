import SwiftParser
import SwiftSyntax

extension AttributeListSyntax {
  /// Returns the attribute with one of some names, which may be qualified by its module.
  func attribute(named names: String...) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { names.contains($0.lastName) }
  }
}

extension AttributeSyntax {
  /// The last component of the name.
  var lastName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }

  /// The arguments, with or without labels.
  var labeledArguments: [LabeledExprSyntax] {
    guard case .argumentList(let arguments) = arguments else { return [] }
    return Array(arguments)
  }

  /// Returns the argument with a label, or the one without a label.
  func argument(_ label: String?) -> LabeledExprSyntax? {
    labeledArguments.first { $0.label?.text == label }
  }
}

extension ExprSyntax {
  /// The source text of a string literal that is not empty and has no interpolation.
  var nonEmptyLiteral: String? {
    guard let literal = self.as(StringLiteralExprSyntax.self),
      let value = literal.representedLiteralValue, !value.isEmpty
    else { return nil }
    return literal.trimmedDescription
  }

  /// The type in `Type.self`.
  var typeLiteral: ExprSyntax? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return access.base
  }

  var booleanLiteral: Bool? {
    self.as(BooleanLiteralExprSyntax.self).map { $0.literal.tokenKind == .keyword(.true) }
  }
}
