import SwiftDiagnostics
import SwiftSyntax

/// The errors found in parsing.
///
/// They are collected, because one role of a macro reports them and the others do not.
struct DiagnosticCollector {
  private(set) var diagnostics: [Diagnostic] = []

  /// Whether the expansion would also be wrong.
  var hasErrors: Bool { diagnostics.contains { $0.diagMessage.severity == .error } }

  mutating func add(
    _ message: some MacroDiagnostic,
    at node: some SyntaxProtocol,
    notes: [Note] = [],
    fixIts: [FixIt] = []
  ) {
    diagnostics.append(
      Diagnostic(node: Syntax(node), message: message, notes: notes, fixIts: fixIts)
    )
  }
}
