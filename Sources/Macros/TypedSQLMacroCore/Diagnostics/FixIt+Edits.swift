import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  /// Returns a fix-it that replaces a node with another.
  static func replace(
    _ message: String,
    _ node: some SyntaxProtocol,
    with other: some SyntaxProtocol
  ) -> FixIt {
    let change = Change.replace(oldNode: Syntax(node), newNode: Syntax(other))
    return FixIt(message: FixItText(message), changes: [change])
  }

  /// Returns a fix-it that removes an argument from an attribute, or the attribute with its last
  /// argument.
  static func remove(
    _ argument: LabeledExprSyntax,
    from attribute: AttributeSyntax
  ) -> FixIt {
    let message = "Remove '\(argument.with(\.trailingComma, nil).trimmedDescription)'"
    guard case .argumentList(let arguments) = attribute.arguments, arguments.count > 1 else {
      return remove(message, attribute)
    }
    let remaining = arguments.filter { $0.id != argument.id }
    return replace(message, arguments, with: remaining.endingWithoutComma)
  }

  /// Returns a fix-it that removes an attribute, with the space or the line around it.
  static func remove(_ message: String, _ attribute: AttributeSyntax) -> FixIt {
    // If the attribute ends its line, the next token begins with a line break of its own.
    let endsLine = attribute.trailingTrivia.isEmpty
    let nothing = TokenSyntax(
      .identifier(""),
      leadingTrivia: endsLine ? [] : attribute.leadingTrivia,
      presence: .present
    )
    return replace(message, attribute, with: nothing)
  }
}

extension LabeledExprListSyntax {
  /// The list without a comma after the last element.
  fileprivate var endingWithoutComma: LabeledExprListSyntax {
    guard let last = indices.last else { return self }
    return with(\.[last], self[last].with(\.trailingComma, nil).with(\.trailingTrivia, []))
  }
}
