import SwiftSyntax

/// Writes a type's name for `Self`, which means something else inside of the types that a macro makes.
final class SelfRewriter: SyntaxRewriter {
  private let name: String

  init(name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    guard token.tokenKind == .keyword(.Self) else { return token }
    return token.with(\.tokenKind, .identifier(name))
  }

  /// The text of a node, without the trivia around it.
  func text(_ node: some SyntaxProtocol) -> String {
    rewrite(node.trimmed).description
  }
}
