import SwiftDiagnostics

/// A diagnostic of a macro, in plain words.
///
/// Each family of diagnostics is an enum in a file of its own.
protocol MacroDiagnostic: DiagnosticMessage {}

extension MacroDiagnostic {
  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID {
    MessageID(domain: "LiveSQL", id: String(String(describing: self).prefix { $0.isLetter }))
  }
}
