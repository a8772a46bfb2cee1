// The server infers the type of a value only from its context. If the context has no type, it is
// written.

extension PostgresWriter {
  /// Writes the next value's parameter, and its type if the server cannot infer it.
  mutating func writeBinding() {
    guard bindings.indices.contains(nextBinding) else { return }
    let place = index - 1
    let binding = bindings[nextBinding]
    let number = number(of: nextBinding)
    nextBinding += 1
    append("$\(number)")
    guard !infersTypes, let type = typeName(of: binding), !takesTypeOfNeighbour(place) else {
      return
    }
    append("::")
    append(type)
  }

  private mutating func number(of binding: Int) -> Int {
    if let known = order.firstIndex(of: binding) { return known + 1 }
    order.append(binding)
    return order.count
  }

  private func typeName(of binding: QueryBinding) -> StaticString? {
    switch binding {
    case .bool: "boolean"
    case .int: "bigint"
    case .uint, .decimal(_, scale: nil): "numeric"
    case .decimal: "bigint"
    case .double: "double precision"
    case .date: "timestamptz"
    case .uuid: "uuid"
    case .blob: "bytea"
    case .text, .dated, .null: castsTexts ? "text" : nil
    case .parameter(let number): parameterType(number)
    case .invalid: nil
    }
  }

  private func parameterType(_ number: Int) -> StaticString? {
    guard parameters.indices.contains(number - 1), let hint = parameters[number - 1] else {
      return nil
    }
    return hint == .text && !castsTexts ? nil : hint.postgresType
  }

  /// Returns whether the context of a value has a type that the server uses for the value.
  ///
  /// The context is the operand that it is compared with, or the column that it is stored in. So a
  /// value can be compared with a column of any type that it can be written as.
  private func takesTypeOfNeighbour(_ place: Int) -> Bool {
    if isInValues, depth == 1, isNext(",", at: place + 1) || isNext(")", at: place + 1) {
      let start = place >= 2 && code[place - 2] == Mark.hint ? place - 2 : place
      return isNext("(", at: start - 1) || isNext(", ", at: start - 2)
    }
    return isComparedWithWhatIsBefore(place) || isComparedWithColumnBehind(place)
  }

  private static let comparisons: [StaticString] = [
    " = ", " <> ", " < ", " <= ", " > ", " >= ", SQLOperator.is.sql, " IN ", " BETWEEN ",
  ]

  private func isComparedWithWhatIsBefore(_ place: Int) -> Bool {
    var start = place
    while start > 0, code[start - 1] == UInt8(ascii: "(") { start -= 1 }
    if isNext(MarkedSQL.boundAnd, at: start - 6), isNext(" BETWEEN ", at: start - 15) {
      return true
    }
    let operations = Self.comparisons + [SQLOperator.isNot.sql]
    guard let operation = operations.first(where: { isNext($0, at: start - $0.count) })
    else { return false }
    var end = start - operation.count
    while end > 0, code[end - 1] == UInt8(ascii: ")") { end -= 1 }
    return end > 0 && code[end - 1] != Mark.binding
  }

  /// Returns whether a column follows that a value is compared with; before `IS NOT`, a value keeps
  /// a type of its own.
  private func isComparedWithColumnBehind(_ place: Int) -> Bool {
    var end = place + 1
    while end < code.count, code[end] == UInt8(ascii: ")") { end += 1 }
    guard let operation = Self.comparisons.first(where: { isNext($0, at: end) }) else {
      return false
    }
    end += operation.count
    while end < code.count, code[end] == UInt8(ascii: "(") { end += 1 }
    return end < code.count && (code[end] == Mark.table || code[end] == Mark.identifier)
  }
}

extension StaticString {
  fileprivate var count: Int { utf8CodeUnitCount }
}
