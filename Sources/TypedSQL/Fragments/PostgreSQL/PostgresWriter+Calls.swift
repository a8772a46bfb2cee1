/// A call of a function, as it stands in a fragment's code.
struct PostgresCall {
  let name: String
  /// Where the name began in the text, which it is no longer part of.
  let start: Int
  let isDistinct: Bool
  /// Where the arguments stand in the code.
  let arguments: [Range<Int>]
  /// Where the terms of an aggregate's order stand in the code.
  let order: Range<Int>?
  /// Where the call ends in the code.
  let end: Int
  /// As what its result is wanted.
  let wanted: DialectHint?
}

extension PostgresWriter {
  /// Writes the call whose parenthesis comes next.
  mutating func writeCall() {
    let call = takeCall()
    if let write = Self.rewritten[call.name] {
      write(&self, call)
    } else if let sentence = Self.refused[call.name] {
      refuse(sentence)
    } else {
      writePlain(call)
    }
    index = Swift.max(index, call.end)
  }

  private mutating func takeCall() -> PostgresCall {
    var start = text.count
    while start > 0, text[start - 1].isWordByte { start -= 1 }
    let name = String(decoding: text[start...], as: UTF8.self)
    text.removeSubrange(start...)
    index += 1
    let isDistinct = take("DISTINCT ")
    let end = endOfGroup(from: index)
    let order = firstIndex(of: MarkedSQL.argumentOrder, in: index..<end)
    let call = PostgresCall(
      name: name,
      start: start,
      isDistinct: isDistinct,
      arguments: list(index..<(order ?? end)).map(withoutParentheses),
      order: order.map { ($0 + MarkedSQL.argumentOrder.utf8CodeUnitCount)..<end },
      end: end + 1,
      wanted: wanted
    )
    wanted = nil
    return call
  }

  /// Where a value stands that is alone in parentheses, or what stands there.
  private func withoutParentheses(_ argument: Range<Int>) -> Range<Int> {
    argument.count == 3 && isNext(MarkedSQL.boundOperand, at: argument.lowerBound)
      ? (argument.lowerBound + 1)..<(argument.upperBound - 1) : argument
  }

  /// Writes a call as it is.
  mutating func writePlain(_ call: PostgresCall) {
    append(call.name)
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

  /// The arguments as text.
  mutating func texts(of call: PostgresCall) -> [String] {
    call.arguments.map { String(decoding: written($0), as: UTF8.self) }
  }

  /// Writes what follows an aggregate and belongs to it: `FILTER (…)`, `OVER (…)`.
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
  typealias Writing = @Sendable (inout PostgresWriter, PostgresCall) -> Void

  private static let jsonEach =
    "PostgreSQL has no json_each: take a document apart by SQL text, as in 'jsonb_array_elements(…)'."
  private static let jsonPatch =
    "PostgreSQL has no json_patch: set members by 'jsonSet', or join documents by SQL text: '||'."

  private static let swiftText =
    "PostgreSQL does not have Swift's functions of texts: use 'lowercased' or 'uppercased', or change the text "
    + "in the program."

  /// What PostgreSQL has nothing for.
  static let refused: [String: String] = [
    "printf":
      "PostgreSQL has no printf: join texts by '+' or 'concat', or call 'format' in SQL text.",
    "format":
      "PostgreSQL's format differs from SQLite's: join texts by '+' or 'concat', or call it in SQL text.",
    "randomblob":
      "PostgreSQL makes random bytes by 'gen_random_bytes' of its extension pgcrypto: call it in SQL text.",
    "json_each": jsonEach, "jsonb_each": jsonEach,
    "json_patch": jsonPatch, "jsonb_patch": jsonPatch,
    "json_type":
      "PostgreSQL names the types of JSON otherwise: ask by SQL text, as in 'jsonb_typeof(…)'.",
    "json_valid": "PostgreSQL's 'jsonb' is always valid: leave out the question.",
    "json_error_position": "PostgreSQL's 'jsonb' is always valid: leave out the question.",
    "json_group_object": "PostgreSQL gathers members by SQL text: 'jsonb_object_agg(…)'.",
    "swiftCapitalized": swiftText, "swiftLocalizedCapitalized": swiftText,
    "swiftLocalizedLowercased": swiftText, "swiftLocalizedUppercased": swiftText,
    "bm25":
      "PostgreSQL has no FTS5: rank by 'textSearchVector(…).rank(…)', of LiveSQLPostgres.",
    "snippet":
      "PostgreSQL has no FTS5: shorten by 'textSearchHeadline(…)', of LiveSQLPostgres.",
    "highlight":
      "PostgreSQL has no FTS5: highlight by 'textSearchHeadline(…)', of LiveSQLPostgres.",
  ]

  /// What PostgreSQL writes in another way, by SQLite's name.
  static let rewritten: [String: Writing] = aggregates.merging(scalars) { first, _ in first }
    .merging(mathematics) { first, _ in first }.merging(dates) { first, _ in first }
    .merging(documents) { first, _ in first }
}

// MARK: - Aggregates

extension PostgresWriter {
  private static let aggregates: [String: Writing] = [
    "sum": { writer, call in
      let type: StaticString? =
        switch call.wanted {
        case .integer?, .units?: "bigint"
        case .real?: "double precision"
        default: nil
        }
      if type != nil { writer.append("CAST(") }
      writer.writePlain(call)
      writer.writeSuffix(of: call)
      guard let type else { return }
      writer.append(" AS ")
      writer.append(type)
      writer.append(")")
    },
    "total": { writer, call in
      writer.append("CAST(coalesce(sum(")
      if call.isDistinct { writer.append("DISTINCT ") }
      writer.writeList(call.arguments)
      writer.append(")")
      writer.writeSuffix(of: call)
      writer.append(", 0) AS double precision)")
    },
    "avg": { writer, call in
      writer.append(call.isDistinct ? "avg(DISTINCT (" : "avg((")
      writer.writeList(call.arguments)
      writer.append(")::double precision)")
    },
    "group_concat": { writer, call in
      writer.append(call.isDistinct ? "string_agg(DISTINCT (" : "string_agg((")
      writer.writeList(Array(call.arguments.prefix(1)))
      writer.append(")::text, ")
      if call.arguments.count > 1 {
        writer.writeList(Array(call.arguments.dropFirst()))
      } else {
        writer.append("','")
      }
      writer.writeOrder(of: call)
      writer.append(")")
    },
    "count": { writer, call in
      let wasCasting = writer.castsTexts
      writer.castsTexts = true
      writer.writePlain(call)
      writer.castsTexts = wasCasting
    },
    "max": { $0.writeExtreme($1, ofSeveral: "greatest") },
    "min": { $0.writeExtreme($1, ofSeveral: "least") },
  ]

  /// The greatest of several values is NULL in SQLite where one of them is.
  private mutating func writeExtreme(_ call: PostgresCall, ofSeveral name: StaticString) {
    guard call.arguments.count > 1 else { return writePlain(call) }
    let arguments = texts(of: call)
    let areNull = arguments.map { "(\($0)) IS NULL" }.joined(separator: " OR ")
    append("CASE WHEN \(areNull) THEN NULL ELSE ")
    append(name)
    append("(\(arguments.joined(separator: ", "))) END")
  }
}
