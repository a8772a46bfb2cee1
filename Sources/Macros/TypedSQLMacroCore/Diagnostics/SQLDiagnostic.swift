import SwiftDiagnostics

/// An error in the text of `#sql`.
enum SQLDiagnostic: MacroDiagnostic, Equatable {
  case unclosed(open: Character, close: Character)
  case unopened(open: Character, close: Character)
  case bindParameter
  case bindWithinQuotes(Character)
  /// An error that SQLite reports.
  case syntax(String)

  var message: String {
    switch self {
    case .unclosed(let open, let close):
      """
      Cannot find '\(close)' to match opening '\(open)' in SQL string, producing incomplete fragment; did you mean to \
      make this explicit?
      """
    case .unopened(let open, let close):
      """
      Cannot find '\(open)' to match closing '\(close)' in SQL string, producing incomplete fragment; did you mean to \
      make this explicit?
      """
    case .bindParameter:
      "Invalid bind parameter in literal; use interpolation to bind values into SQL"
    case .bindWithinQuotes(let quote):
      """
      Bind after opening '\(quote)' in SQL string, producing invalid fragment; did you mean to make this explicit? To \
      interpolate raw SQL, use '\\(raw:)'
      """
    case .syntax(let message):
      "SQLite cannot parse this SQL: \(message)"
    }
  }

  /// The severity, which is that of an error for text that is certainly wrong.
  ///
  /// A syntax error is a warning, because the SQLite at run time may be newer than the one that
  /// reads the text now.
  var severity: DiagnosticSeverity {
    switch self {
    case .bindParameter, .bindWithinQuotes: .error
    case .unclosed, .unopened, .syntax: .warning
    }
  }
}
