import SwiftDiagnostics
import SwiftSyntax

/// What parsing found wrong, collected, since one role of a macro reports it and the others keep silent.
struct Complaints {
  private(set) var diagnostics: [Diagnostic] = []

  /// Whether the expansion would be wrong, too.
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
