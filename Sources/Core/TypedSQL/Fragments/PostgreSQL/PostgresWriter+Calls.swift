import DatabaseTypes

/// A call of a function in a fragment's code.
struct PostgresCall {
  /// The function, or `nil` for one that only PostgreSQL has, whose name is already written.
  let function: SQLFunction?
  let isDistinct: Bool
  /// The ranges of the arguments in the code.
  let arguments: [Range<Int>]
  /// The range of the terms of an aggregate's order in the code.
  let order: Range<Int>?
  /// The end of the call in the code.
  let end: Int
  /// The type that the result must have.
  let resultType: DialectHint?
}

extension PostgresWriter {
  /// Returns the function whose call begins at an index.
  func function(at index: Int) -> SQLFunction? {
    guard index + 1 < code.count, code[index] == Mark.hint,
      let function = SQLFunction(rawValue: code[index + 1])
    else { return nil }
    let parenthesis = endOfName(of: function, at: index) - 1
    return parenthesis < code.count && code[parenthesis] == Mark.call ? function : nil
  }

  /// Returns the index after the parenthesis of a call that begins at an index.
  func endOfName(of function: SQLFunction, at index: Int) -> Int {
    index + 2 + function.name.utf8CodeUnitCount + 1
  }

  /// Writes the call of a function, whose name comes next.
  mutating func writeCall(of function: SQLFunction) {
    index = endOfName(of: function, at: index) - 1
    let call = takeCall(of: function)
    switch function.declaration.postgres {
    case .same: writePlain(call)
    case .renamed(let name): write(call, as: name)
    case .template(let template): write(call, by: template)
    case .custom(let rule): write(call, by: rule)
    case .unavailable(let sentence): fail(with: "\(sentence)")
    }
    index = Swift.max(index, call.end)
  }

  /// Writes the arguments of a function whose name is already written.
  mutating func writeArguments() {
    let call = takeCall(of: nil)
    writePlain(call)
    index = Swift.max(index, call.end)
  }

  private mutating func takeCall(of function: SQLFunction?) -> PostgresCall {
    index += 1
    let isDistinct = take("DISTINCT ")
    let end = endOfGroup(from: index)
    let order = firstIndex(of: MarkedSQL.argumentOrder, in: index..<end)
    let call = PostgresCall(
      function: function,
      isDistinct: isDistinct,
      arguments: list(index..<(order ?? end)).map(withoutParentheses),
      order: order.map { ($0 + MarkedSQL.argumentOrder.utf8CodeUnitCount)..<end },
      end: end + 1,
      resultType: resultType
    )
    resultType = nil
    return call
  }

  /// Returns the range of a value that is alone in parentheses, or the argument's own range.
  private func withoutParentheses(_ argument: Range<Int>) -> Range<Int> {
    argument.count == 3 && isNext(MarkedSQL.boundOperand, at: argument.lowerBound)
      ? (argument.lowerBound + 1)..<(argument.upperBound - 1) : argument
  }

  /// Writes a call unchanged.
  mutating func writePlain(_ call: PostgresCall) {
    if let function = call.function { append(function.name) }
    append("(")
    if call.isDistinct { append("DISTINCT ") }
    writeList(call.arguments)
    writeOrder(of: call)
    append(")")
  }

  mutating func writeOrder(of call: PostgresCall) {
    guard let order = call.order else { return }
    append(" ORDER BY ")
    index = order.lowerBound
    writeOrder(until: order.upperBound)
  }

  mutating func writeList(_ arguments: [Range<Int>]) {
    for (offset, argument) in arguments.enumerated() {
      if offset > 0 { append(", ") }
      text += written(argument)
    }
  }

  /// Returns the arguments as text.
  mutating func texts(of call: PostgresCall) -> [String] {
    call.arguments.map { String(decoding: written($0), as: UTF8.self) }
  }

  /// Writes the clauses that follow an aggregate and belong to it: `FILTER (…)`, `OVER (…)`.
  mutating func writeSuffix(of call: PostgresCall) {
    index = call.end
    let suffixes: [StaticString] = [" FILTER (", " OVER ("]
    for suffix in suffixes where isNext(suffix) {
      let end = endOfGroup(from: index + suffix.utf8CodeUnitCount) + 1
      text += written(index..<end)
    }
  }
}

extension PostgresWriter {
  /// Writes a call of a function of another name.
  private mutating func write(_ call: PostgresCall, as name: StaticString) {
    append(name)
    append("(")
    writeList(call.arguments)
    append(")")
  }

  /// Writes a template, with the arguments in place of `$1`, `$2` and `$3`.
  private mutating func write(_ call: PostgresCall, by template: StaticString) {
    let arguments = call.arguments.map { written($0) }
    var rest = Array("\(template)".utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "$"), let digit = rest.popFirst() else {
        text.append(byte)
        continue
      }
      let number = Int(digit) - Int(UInt8(ascii: "1"))
      if arguments.indices.contains(number) { text += arguments[number] }
    }
  }

  /// Writes SQL that depends on the arguments or on the type of the result.
  private mutating func write(_ call: PostgresCall, by rule: PostgresRule) {
    switch rule {
    case .coalesce: writeCoalesce(call)
    case .choice: writeChoice(call)
    case .firstArgument: writeFirst(call)
    case .conversion: writeCast(call)
    case .substring: writeSubstring(call)
    case .hexadecimal: writeHexadecimal(call)
    case .bytesOfDigits: writeBytesOfDigits(call)
    case .rounding: writeRounded(call)
    case .logarithm: writeLogarithm(call)
    case .count: writeCount(call)
    case .sum: writeSum(call)
    case .total: writeTotal(call)
    case .average: writeAverage(call)
    case .joinedTexts: writeJoinedTexts(call)
    case .extreme(let name): writeExtreme(call, ofSeveral: name)
    case .neighbour: writeNeighbour(call)
    case .moment: writeMoment(call.arguments[...])
    case .formattedMoment(let format): writeText(call.arguments[...], format)
    case .strftime: writeFormatted(call)
    case .document: writeDocument(call)
    case .arrayLength: writeArrayLength(call)
    case .extraction: writeExtraction(call)
    case .groupArray: writeGroup(call)
    case .removal: writeRemoval(call)
    case .building(let name): writeBuilding(call, name)
    case .change(let change): writeChange(call, change)
    }
  }
}

// MARK: - Aggregates

extension PostgresWriter {
  private mutating func writeSum(_ call: PostgresCall) {
    let type: StaticString? =
      switch call.resultType {
      case .integer?, .scaledInteger?: "bigint"
      case .real?: "double precision"
      default: nil
      }
    if type != nil { append("CAST(") }
    writePlain(call)
    writeSuffix(of: call)
    guard let type else { return }
    append(" AS ")
    append(type)
    append(")")
  }

  private mutating func writeTotal(_ call: PostgresCall) {
    append("CAST(coalesce(sum(")
    if call.isDistinct { append("DISTINCT ") }
    writeList(call.arguments)
    append(")")
    writeSuffix(of: call)
    append(", 0) AS double precision)")
  }

  private mutating func writeAverage(_ call: PostgresCall) {
    append(call.isDistinct ? "avg(DISTINCT (" : "avg((")
    writeList(call.arguments)
    append(")::double precision)")
  }

  private mutating func writeJoinedTexts(_ call: PostgresCall) {
    append(call.isDistinct ? "string_agg(DISTINCT (" : "string_agg((")
    writeList(Array(call.arguments.prefix(1)))
    append(")::text, ")
    if call.arguments.count > 1 {
      writeList(Array(call.arguments.dropFirst()))
    } else {
      append("','")
    }
    writeOrder(of: call)
    append(")")
  }

  private mutating func writeCount(_ call: PostgresCall) {
    let wasCasting = castsTexts
    castsTexts = true
    writePlain(call)
    castsTexts = wasCasting
  }

  /// Writes the greatest or smallest of several values, which is NULL in SQLite if one of them is.
  private mutating func writeExtreme(_ call: PostgresCall, ofSeveral name: StaticString) {
    guard call.arguments.count > 1 else { return writePlain(call) }
    let arguments = texts(of: call)
    let areNull = arguments.map { "(\($0)) IS NULL" }.joined(separator: " OR ")
    append("CASE WHEN \(areNull) THEN NULL ELSE ")
    append(name)
    append("(\(arguments.joined(separator: ", "))) END")
  }
}
