import DatabaseTypes
import SQLiteDatabase

/// What a person has set in a shell.
struct ShellSettings: Sendable {
  /// How rows are written.
  var format = ResultFormat.table
  /// How many rows of each result are written; `nil` for all.
  var limit: Int?
  /// Whether it is told how long each statement takes.
  var hasTimer = false
  /// The values of parameters.
  var parameters: [SQLParameter] = []

  /// The values of parameters by their names.
  var arguments: StatementArguments {
    var values: [String: DatabaseValue] = [:]
    for parameter in parameters {
      if case .name(let name) = parameter.place { values[name] = parameter.value }
    }
    return StatementArguments(namedValues: values)
  }
}
