import DatabaseTypes

// Functions on texts and on values of any type.

extension PostgresWriter {
  mutating func writeCoalesce(_ call: PostgresCall) {
    // An operand joined to a text is a text.
    guard call.arguments.count == 2, isNext("''", at: call.arguments[1].lowerBound),
      call.resultType == .text
    else { return writePlain(call) }
    append("coalesce((")
    writeList([call.arguments[0]])
    append(")::text, '')")
  }

  mutating func writeChoice(_ call: PostgresCall) {
    let arguments = texts(of: call)
    guard arguments.count == 3 else { return writePlain(call) }
    append("CASE WHEN \(arguments[0]) THEN \(arguments[1]) ELSE \(arguments[2]) END")
  }

  mutating func writeFirst(_ call: PostgresCall) {
    append("(")
    writeList(Array(call.arguments.prefix(1)))
    append(")")
  }

  mutating func writeHexadecimal(_ call: PostgresCall) {
    let isText = call.resultType == .text
    write(call) { arguments in
      let bytes = isText ? "convert_to(\(arguments[0]), 'UTF8')" : arguments[0]
      return "upper(encode(\(bytes), 'hex'))"
    }
  }

  mutating func writeBytesOfDigits(_ call: PostgresCall) {
    write(call) { arguments in
      let digits =
        arguments.count > 1 ? "translate(\(arguments[0]), \(arguments[1]), '')" : arguments[0]
      return "CASE WHEN \(digits) ~ '^([0-9A-Fa-f]{2})*$' THEN decode(\(digits), 'hex') END"
    }
  }

  mutating func writeNeighbour(_ call: PostgresCall) {
    var arguments = texts(of: call)
    if arguments.count > 1 { arguments[1] = "(\(arguments[1]))::integer" }
    if let function = call.function { append(function.name) }
    append("(\(arguments.joined(separator: ", ")))")
  }

  mutating func writeSubstring(_ call: PostgresCall) { write(call, Self.substring) }

  /// Writes what a closure returns for the arguments, of which there is at least one.
  mutating func write(_ call: PostgresCall, _ make: ([String]) -> String) {
    let arguments = texts(of: call)
    if arguments.isEmpty { writePlain(call) } else { append(make(arguments)) }
  }

  /// Returns a substring with SQLite's rules: a negative offset counts from the end, and a negative
  /// length extends to the left.
  private static func substring(_ arguments: [String]) -> String {
    guard arguments.count > 1 else { return "substr(\(arguments.joined()))" }
    let text = arguments[0]
    let offset = "(\(arguments[1]))::integer"
    let first =
      "(CASE WHEN \(offset) < 0 THEN char_length(\(text)) + \(offset) + 1 ELSE \(offset) END)"
    guard arguments.count > 2 else { return "substr(\(text), \(first))" }
    let length = "(\(arguments[2]))::integer"
    return """
      CASE WHEN \(length) < 0 THEN substr(\(text), \(first) + \(length), - \(length)) \
      ELSE substr(\(text), \(first), \(length)) END
      """
  }

  // MARK: Casts

  /// Writes `CAST(x AS INTEGER)`, with hints for the Swift types before the call and before
  /// SQLite's type.
  mutating func writeCast(_ call: PostgresCall) {
    guard let argument = call.arguments.first,
      let separator = firstIndex(of: " AS ", in: argument.lowerBound..<(call.end - 1))
    else { return writePlain(call) }
    let operand = String(decoding: written(argument.lowerBound..<separator), as: UTF8.self)
    index = separator + 4
    var target: DialectHint?
    if index + 1 < code.count, code[index] == Mark.hint {
      target = DialectHint(rawValue: code[index + 1])
      index += 2
    }
    let type = String(decoding: code[index..<(call.end - 1)], as: UTF8.self)
    append(
      Self.cast(
        operand,
        of: call.resultType,
        to: target?.postgresType.map { "\($0)" } ?? Self.type(type)
      )
    )
  }

  private static func cast(_ operand: String, of source: DialectHint?, to type: String) -> String {
    switch (source, type) {
    // A truth value can only be converted to a number in this way, and its text differs.
    case (.boolean?, "bigint"), (.boolean?, "double precision"), (.boolean?, "numeric"),
      (.boolean?, "text"):
      "CAST((\(operand))::integer AS \(type))"
    case (.integer?, "boolean"): "(\(operand)) <> 0"
    // SQLite drops the fraction, whereas PostgreSQL would round.
    case (.real?, "bigint"): "CAST(trunc(\(operand)) AS bigint)"
    case (.date?, "text"):
      "to_char((\(operand)) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')"
    case (.date?, "bigint"): "CAST(floor(extract(epoch FROM \(operand))) AS bigint)"
    default: "CAST(\(operand) AS \(type))"
    }
  }

  private static func type(_ affinity: String) -> String {
    switch affinity {
    case "INTEGER": "bigint"
    case "REAL": "double precision"
    case "TEXT": "text"
    case "BLOB": "bytea"
    case "NUMERIC": "numeric"
    default: affinity
    }
  }
}
