public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro that makes a Swift function callable from SQL: `@DatabaseFunction`.
open class DatabaseFunctionMacro: PeerMacro {
  /// The format mode: the expansion is already formatted.
  public static var formatMode: FormatMode { .disabled }

  /// Adds the value `$name` that represents the function, and its type.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    var parser = DatabaseFunctionParser(node, lexicalContext: context.lexicalContext)
    let function = parser.parse(declaration)
    parser.collector.diagnostics.forEach(context.diagnose)
    guard let function else { return [] }
    let typeName = context.makeUniqueName(function.plainIdentifier).text
    return DatabaseFunctionRenderer(function: function, typeName: typeName).declarations
      .map { "\(raw: $0.text)" }
  }
}
