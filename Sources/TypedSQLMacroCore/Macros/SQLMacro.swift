public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A piece of SQL, written out: `#sql("…")`, `#sql("…", as: R.self)`.
open class SQLMacro: ExpressionMacro {
  /// Calls the initializer of the expression that holds SQL text.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> ExprSyntax {
    "TypedSQL.SQLQueryExpression(\(node.arguments.trimmed))"
  }
}
