public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro that wraps a Swift value for use in a query: `#bind(x)`, `#bind(x, as: R.self)`.
open class BindMacro: ExpressionMacro {
  /// Expands to a call of the initializer of the expression that binds a value.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> ExprSyntax {
    "TypedSQL.BindQueryExpression(\(node.arguments.trimmed))"
  }
}
