import SwiftDiagnostics

/// An error in a property that is to be a column.
enum ColumnDiagnostic: MacroDiagnostic {
  case severalValues
  case generatedVariable
  case constantWithDefault(String)
  case lazyOptional(String)

  var message: String {
    switch self {
    case .severalValues:
      "Table property must contain a single value representing one or more columns"
    case .generatedVariable:
      "Generated column property must be declared with a 'let'"
    case .constantWithDefault(let column):
      "Column '\(column)' has a default value and must be declared with a 'var' to be read from a row"
    case .lazyOptional(let column):
      "Argument 'lazyInitializable' has no effect on optional column '\(column)'"
    }
  }

  var severity: DiagnosticSeverity {
    if case .lazyOptional = self { .warning } else { .error }
  }
}
