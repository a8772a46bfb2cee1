import SwiftSyntax

extension TypeText {
  /// Parses a type annotation.
  init(_ type: TypeSyntax, in rewriter: SelfRewriter) {
    if let optional = type.as(OptionalTypeSyntax.self) {
      self.init(rewriter.typeText(optional.wrappedType), isOptional: true)
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self.init(rewriter.typeText(optional.wrappedType), isOptional: true)
    } else if let wrapped = type.optionalGenericArgument {
      self.init(rewriter.typeText(wrapped), isOptional: true)
    } else {
      self.init(rewriter.typeText(type))
    }
  }

  /// Parses the type of a type literal, which is an expression for the parser.
  init(literal: ExprSyntax, in rewriter: SelfRewriter) {
    if let optional = literal.as(OptionalChainingExprSyntax.self) {
      self.init(rewriter.typeText(optional.expression), isOptional: true)
    } else if let single = literal.as(TupleExprSyntax.self)?.elements.single {
      self.init(literal: single.expression, in: rewriter)
    } else {
      self.init(rewriter.typeText(literal))
    }
  }
}

extension TypeSyntax {
  /// `T` in `Optional<T>`.
  fileprivate var optionalGenericArgument: TypeSyntax? {
    guard let type = self.as(IdentifierTypeSyntax.self), type.name.text == "Optional",
      let argument = type.genericArgumentClause?.arguments.first?.argument
    else { return nil }
    return argument.as(TypeSyntax.self)
  }
}

extension SelfRewriter {
  /// Returns the text of a type on one line, without comments and enclosing parentheses.
  fileprivate func typeText(_ node: some SyntaxProtocol) -> String {
    if let single = node.as(TupleTypeSyntax.self)?.elements.single, single.firstName == nil {
      return typeText(single.type)
    }
    return text(TriviaFlattener().rewrite(node.trimmed))
  }
}

/// A rewriter that replaces comments and line breaks with single spaces.
private final class TriviaFlattener: SyntaxRewriter {
  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    token.with(\.leadingTrivia, token.leadingTrivia.isEmpty ? [] : .space)
      .with(\.trailingTrivia, token.trailingTrivia.isEmpty ? [] : .space)
  }
}

extension Collection {
  /// The only element, if there is exactly one.
  var single: Element? { count == 1 ? first : nil }
}
