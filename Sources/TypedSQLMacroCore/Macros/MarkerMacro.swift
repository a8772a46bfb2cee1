public import SwiftSyntax
public import SwiftSyntaxMacros

/// An attribute that the macro of the type around it reads: `@Column`, `@Ephemeral`.
open class MarkerMacro: PeerMacro {
  /// Adds nothing.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] { [] }
}
