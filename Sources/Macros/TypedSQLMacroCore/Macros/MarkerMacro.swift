public import SwiftSyntax
public import SwiftSyntaxMacros

/// An attribute that the macro of the enclosing type reads: `@Column`, `@Ephemeral`.
open class MarkerMacro: PeerMacro {
  /// Adds no declarations.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] { [] }
}
