/// A call of a function in a fragment's code.
struct PostgresCall {
  let name: String
  /// The offset in the text at which the name began before it was removed.
  let start: Int
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
  /// Writes the call whose parenthesis comes next.
  mutating func writeCall() {
    let call = takeCall()
    if let write = Self.rewritten[call.name] {
      write(&self, call)
    } else if let sentence = Self.unsupportedFunctions[call.name] {
      fail(with: sentence)
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
  typealias Writing = @Sendable (inout PostgresWriter, PostgresCall) -> Void

  private static let jsonEach =
    "PostgreSQL has no json_each: expand a document with SQL text, such as 'jsonb_array_elements(…)'."
  private static let jsonPatch =
    "PostgreSQL has no json_patch: set members with 'jsonSet', or merge documents with SQL text: '||'."

  private static let swiftText =
    "PostgreSQL does not have Swift's text functions: use 'lowercased' or 'uppercased', or change the text "
    + "in the program."

  /// Messages for functions that PostgreSQL has no equivalent for, by SQLite's name.
  static let unsupportedFunctions: [String: String] = [
    "printf":
      "PostgreSQL has no printf: concatenate texts with '+' or 'concat', or call 'format' in SQL text.",
    "format":
      "PostgreSQL's format differs from SQLite's: concatenate texts with '+' or 'concat', or call it in SQL text.",
    "randomblob":
      "PostgreSQL generates random bytes with 'gen_random_bytes' of its extension pgcrypto: call it in SQL text.",
    "json_each": jsonEach, "jsonb_each": jsonEach,
    "json_patch": jsonPatch, "jsonb_patch": jsonPatch,
    "json_type":
      "PostgreSQL has other names for JSON types: use SQL text, such as 'jsonb_typeof(…)'.",
    "json_valid": "PostgreSQL's 'jsonb' is always valid: remove the check.",
    "json_error_position": "PostgreSQL's 'jsonb' is always valid: remove the check.",
    "json_group_object": "PostgreSQL aggregates members with SQL text: 'jsonb_object_agg(…)'.",
    "swiftCapitalized": swiftText, "swiftLocalizedCapitalized": swiftText,
    "swiftLocalizedLowercased": swiftText, "swiftLocalizedUppercased": swiftText,
    "bm25":
      "PostgreSQL has no FTS5: rank with 'textSearchVector(…).rank(…)' of LiveSQLPostgres.",
    "snippet":
      "PostgreSQL has no FTS5: shorten with 'textSearchHeadline(…)' of LiveSQLPostgres.",
    "highlight":
      "PostgreSQL has no FTS5: highlight with 'textSearchHeadline(…)' of LiveSQLPostgres.",
  ]

  /// Functions that PostgreSQL writes differently, by SQLite's name.
  static let rewritten: [String: Writing] = aggregates.merging(scalars) { first, _ in first }
    .merging(mathematics) { first, _ in first }.merging(dates) { first, _ in first }
    .merging(documents) { first, _ in first }
}

// MARK: - Aggregates

extension PostgresWriter {
  private static let aggregates: [String: Writing] = [
    "sum": { writer, call in
      let type: StaticString? =
        switch call.resultType {
        case .integer?, .scaledInteger?: "bigint"
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
