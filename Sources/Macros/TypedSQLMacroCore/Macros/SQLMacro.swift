import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro for SQL text: `#sql("…")`, `#sql("…", as: R.self)`.
open class SQLMacro: ExpressionMacro {
  /// Expands to a call of the initializer of the expression for SQL text.
  ///
  /// If the text is a literal, it is checked.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> ExprSyntax {
    check(node, in: context)
    return "TypedSQL.SQLQueryExpression(\(node.arguments.trimmed))"
  }

  fileprivate static func check(
    _ node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) {
    if let literal = node.arguments.first?.expression.as(StringLiteralExprSyntax.self),
      let diagnostic = SQLLinter(literal: literal, expansion: node).diagnostic
    {
      context.diagnose(diagnostic)
    }
  }
}

/// The macro `#sql` for several values: a query whose rows are tuples.
open class SQLRowsMacro: ExpressionMacro {
  /// Expands to a call of the initializer of the query for SQL text.
  ///
  /// If the text is a literal, it is checked.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> ExprSyntax {
    SQLMacro.check(node, in: context)
    return "TypedSQL.SQLRowsQuery(\(node.arguments.trimmed))"
  }
}
