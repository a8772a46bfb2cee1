import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A macro that reports a function of a global actor, which the compiler found by this overload.
open class IsolationCheckMacro: ExpressionMacro {
  /// Expands to an empty tuple.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> ExprSyntax {
    context.diagnose(
      Diagnostic(node: Syntax(node), message: DatabaseFunctionDiagnostic.isolatedFunction)
    )
    return "()"
  }
}

/// A macro that accepts a function that may be called from anywhere.
open class NoIsolationCheckMacro: ExpressionMacro {
  /// Expands to an empty tuple.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> ExprSyntax { "()" }
}
