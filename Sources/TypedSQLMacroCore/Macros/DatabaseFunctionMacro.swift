public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Makes a Swift function one that SQL can call: `@DatabaseFunction`.
open class DatabaseFunctionMacro: PeerMacro {
  /// The expansion is written as it shall look.
  public static var formatMode: FormatMode { .disabled }

  /// Adds the value `$name` that stands for the function, and its type.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    var parser = DatabaseFunctionParser(node, lexicalContext: context.lexicalContext)
    let function = parser.parse(declaration)
    parser.complaints.diagnostics.forEach(context.diagnose)
    guard let function else { return [] }
    let typeName = context.makeUniqueName(function.plainIdentifier).text
    return DatabaseFunctionRenderer(function: function, typeName: typeName).declarations
      .map { "\(raw: $0.text)" }
  }
}
