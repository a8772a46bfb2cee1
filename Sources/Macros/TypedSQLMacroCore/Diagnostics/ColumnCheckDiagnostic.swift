import SwiftDiagnostics

/// An error in the type of a column, found by overload resolution.
enum ColumnCheckDiagnostic: MacroDiagnostic {
  case notRepresentable(type: String)
  case notBindable(type: String)
  case notASelection(expression: String)
  case namedGroup
  case generatedGroup

  var message: String {
    switch self {
    case .notRepresentable(let type):
      "'\(type)' is not representable as a column"
    case .notBindable(let type):
      """
      '\(type)' is not representable as a column; conform it to 'QueryBindable' to store it as its raw value
      """
    case .notASelection(let expression):
      "'\(expression)' is not a '@Selection' or representable as a column"
    case .namedGroup:
      "Column name cannot be applied to a column group"
    case .generatedGroup:
      "Argument 'generated' cannot be applied to a column group"
    }
  }
}
