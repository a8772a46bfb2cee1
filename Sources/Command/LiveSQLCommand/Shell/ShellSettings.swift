import DatabaseTypes
import SQLiteDatabase

/// The settings of a shell.
struct ShellSettings: Sendable {
  /// The format in which rows are printed.
  var format = ResultFormat.table
  /// The largest number of rows to print for each result; `nil` for all.
  var limit: Int?
  /// Whether the duration of each statement is printed.
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
