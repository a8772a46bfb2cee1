import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  /// Offers to put one node where another is.
  static func replace(
    _ message: String,
    _ node: some SyntaxProtocol,
    with other: some SyntaxProtocol
  ) -> FixIt {
    let change = Change.replace(oldNode: Syntax(node), newNode: Syntax(other))
    return FixIt(message: Mend(message), changes: [change])
  }

  /// Offers to take an argument out of an attribute, and the attribute with its last argument.
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

  /// Offers to take an attribute away, with the space or the line around it.
  static func remove(_ message: String, _ attribute: AttributeSyntax) -> FixIt {
    // Where the attribute ends its line, what follows begins with a line break of its own.
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
  /// The same without a comma behind the last element.
  fileprivate var endingWithoutComma: LabeledExprListSyntax {
    guard let last = indices.last else { return self }
    return with(\.[last], self[last].with(\.trailingComma, nil).with(\.trailingTrivia, []))
  }
}
