import SwiftDiagnostics

/// An error in a case that is to be a column.
enum CaseDiagnostic: MacroDiagnostic {
  case noSingleAssociatedValue
  case ephemeral
  case unsupportedArgument(String)
  case optionalAssociatedValue

  var message: String {
    switch self {
    case .noSingleAssociatedValue:
      "Table case must contain a single associated value representing one or more columns"
    case .ephemeral:
      "Table case cannot be ephemeral"
    case .unsupportedArgument(let argument):
      "Argument '\(argument)' is not supported on enum table columns"
    case .optionalAssociatedValue:
      "Associated value must not be optional"
    }
  }
}
