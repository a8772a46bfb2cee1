import SwiftDiagnostics

/// An error in a type that is to be a table.
enum TableDiagnostic: MacroDiagnostic {
  case notATable(macro: String)
  case tableAndSelection
  case noColumns(macro: String, type: String)
  case noCases(macro: String, type: String)
  case secondPrimaryKey
  case genericColumn(String)
  case conditionalMember(macro: String, member: String, mayBeEphemeral: Bool)

  var message: String {
    switch self {
    case .notATable(let macro):
      "'@\(macro)' can only be applied to struct and enum types"
    case .tableAndSelection:
      """
      '@Table' and '@Selection' should not be applied together: '@Table' is for tables in the database, \
      '@Selection' for results of queries
      """
    case .noColumns(let macro, let type):
      "'@\(macro)' requires at least one stored column property to be defined on '\(type)'"
    case .noCases(let macro, let type):
      "'@\(macro)' requires at least one case to be defined on '\(type)'"
    case .secondPrimaryKey:
      """
      '@Table' only supports a single primary key field; use '@Selection' to define a type representing a composite \
      primary key
      """
    case .genericColumn(let column):
      "Column '\(column)' of a generic type requires a type annotation"
    case .conditionalMember(let macro, let member, let mayBeEphemeral):
      """
      '@\(macro)' does not know whether \(member) exists behind '#if'; declare it outside of '#if', \
      \(mayBeEphemeral ? "make it '@Ephemeral', " : "")or declare the whole type in each branch of an '#if'
      """
    }
  }

  var severity: DiagnosticSeverity {
    if case .tableAndSelection = self { .warning } else { .error }
  }
}
