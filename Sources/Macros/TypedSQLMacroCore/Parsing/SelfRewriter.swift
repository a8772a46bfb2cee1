import SwiftSyntax

/// A rewriter that replaces `Self` with the type's name.
///
/// `Self` has another meaning inside the types that a macro generates.
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

  /// Returns the text of a node, without the trivia around it.
  func text(_ node: some SyntaxProtocol) -> String {
    rewrite(node.trimmed).description
  }
}
