import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A piece of SQL, written out: `#sql("…")`, `#sql("…", as: R.self)`.
open class SQLMacro: ExpressionMacro {
  /// Calls the initializer of the expression that holds SQL text, and checks the text where it is a literal.
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

/// The macro `#sql` of several values: a query whose rows are tuples.
open class SQLRowsMacro: ExpressionMacro {
  /// Calls the initializer of the query that holds SQL text, and checks the text where it is a literal.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> ExprSyntax {
    SQLMacro.check(node, in: context)
    return "TypedSQL.SQLRowsQuery(\(node.arguments.trimmed))"
  }
}
