import DatabaseTypes
import SQLiteDatabase
import Terminal

extension [SQLParameter] {
  /// Returns the arguments for a statement.
  ///
  /// - Throws: ``UsageError`` for a mixture of names and numbers, for a duplicate, and for a gap.
  func arguments() throws(UsageError) -> StatementArguments {
    var named: [String: DatabaseValue] = [:]
    var numbered: [Int: DatabaseValue] = [:]
    for parameter in self {
      let previous =
        switch parameter.place {
        case .name(let name): named.updateValue(parameter.value, forKey: name)
        case .index(let index): numbered.updateValue(parameter.value, forKey: index)
        }
      if previous != nil { throw UsageError("'--param' gives \(parameter.place) twice") }
    }
    if numbered.isEmpty { return StatementArguments(namedValues: named) }
    guard named.isEmpty else {
      throw UsageError("'--param' takes names or numbers, not both in one command")
    }
    var values: [DatabaseValue] = []
    for index in 1...numbered.count {
      guard let value = numbered[index] else {
        throw UsageError("'--param' lacks the value of ?\(index)")
      }
      values.append(value)
    }
    return StatementArguments(values: values)
  }
}

extension SQLParameter.Place: CustomStringConvertible {
  /// The parameter as written in SQL.
  var description: String {
    switch self {
    case .name(let name): ":\(name)"
    case .index(let index): "?\(index)"
    }
  }
}
