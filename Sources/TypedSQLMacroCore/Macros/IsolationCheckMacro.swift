import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Complains about a function of a global actor, which the compiler told by choosing this overload.
open class IsolationCheckMacro: ExpressionMacro {
  /// Gives nothing.
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

/// Says nothing about a function that may be called from anywhere.
open class NoIsolationCheckMacro: ExpressionMacro {
  /// Gives nothing.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> ExprSyntax { "()" }
}
