// Functions on texts and on values of any type.

extension PostgresWriter {
  static let scalars: [String: Writing] = [
    "coalesce": { writer, call in
      // An operand joined to a text is a text.
      guard call.arguments.count == 2, writer.isNext("''", at: call.arguments[1].lowerBound),
        call.resultType == .text
      else { return writer.writePlain(call) }
      writer.append("coalesce((")
      writer.writeList([call.arguments[0]])
      writer.append(")::text, '')")
    },
    "ifnull": { writer, call in
      writer.append("coalesce(")
      writer.writeList(call.arguments)
      writer.append(")")
    },
    "iif": { writer, call in
      let arguments = writer.texts(of: call)
      guard arguments.count == 3 else { return writer.writePlain(call) }
      writer.append("CASE WHEN \(arguments[0]) THEN \(arguments[1]) ELSE \(arguments[2]) END")
    },
    "likely": { $0.writeFirst($1) },
    "unlikely": { $0.writeFirst($1) },
    "likelihood": { $0.writeFirst($1) },
    "instr": { $0.writeRenamed($1, "strpos") },
    "swiftLowercased": { $0.writeRenamed($1, "lower") },
    "swiftUppercased": { $0.writeRenamed($1, "upper") },
    "trim": { $0.writeRenamed($1, "btrim") },
    "unicode": { $0.write($1) { "nullif(ascii(\($0[0])), 0)" } },
    "quote": { $0.write($1) { "quote_nullable(\($0[0]))" } },
    "substr": { $0.write($1, substring) },
    "hex": { writer, call in
      let isText = call.resultType == .text
      writer.write(call) { arguments in
        let bytes = isText ? "convert_to(\(arguments[0]), 'UTF8')" : arguments[0]
        return "upper(encode(\(bytes), 'hex'))"
      }
    },
    "unhex": { writer, call in
      writer.write(call) { arguments in
        let digits =
          arguments.count > 1 ? "translate(\(arguments[0]), \(arguments[1]), '')" : arguments[0]
        return "CASE WHEN \(digits) ~ '^([0-9A-Fa-f]{2})*$' THEN decode(\(digits), 'hex') END"
      }
    },
    "zeroblob": { $0.write($1) { "decode(repeat('00', (\($0[0]))::integer), 'hex')" } },
    "ntile": { $0.write($1) { "ntile((\($0[0]))::integer)" } },
    "nth_value": { $0.write($1) { "nth_value(\($0[0]), (\($0[1]))::integer)" } },
    "lag": { $0.writeOffset($1) },
    "lead": { $0.writeOffset($1) },
    "CAST": { $0.writeCast($1) },
  ]

  /// Writes what a closure returns for the arguments.
  mutating func write(_ call: PostgresCall, _ make: ([String]) -> String) {
    let arguments = texts(of: call)
    append(arguments.isEmpty ? "\(call.name)()" : make(arguments))
  }

  private mutating func writeFirst(_ call: PostgresCall) {
    append("(")
    writeList(Array(call.arguments.prefix(1)))
    append(")")
  }

  private mutating func writeRenamed(_ call: PostgresCall, _ name: StaticString) {
    append(name)
    append("(")
    writeList(call.arguments)
    append(")")
  }

  private mutating func writeOffset(_ call: PostgresCall) {
    write(call) { arguments in
      var arguments = arguments
      if arguments.count > 1 { arguments[1] = "(\(arguments[1]))::integer" }
      return "\(call.name)(\(arguments.joined(separator: ", ")))"
    }
  }

  /// Returns a substring with SQLite's rules: a negative offset counts from the end, and a negative
  /// length extends to the left.
  @Sendable private static func substring(_ arguments: [String]) -> String {
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
  private mutating func writeCast(_ call: PostgresCall) {
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
