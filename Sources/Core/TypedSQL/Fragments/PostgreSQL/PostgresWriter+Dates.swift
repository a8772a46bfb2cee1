import DatabaseTypes

// A date is a point in time in PostgreSQL, a `timestamptz`, however a column stores it on SQLite.
// Its components are in UTC.

extension PostgresWriter {
  /// Writes a date as it is stored, from the code between the marks of a date's text.
  mutating func writeDateText() {
    index += 1
    let end = endOfGroup(from: index)
    writeMoment(list(index..<end)[...])
    index = end + 1
  }

  /// Writes a point in time with its modifiers applied.
  mutating func writeMoment(_ arguments: ArraySlice<Range<Int>>) {
    append(moment(arguments))
  }

  /// Writes a point in time in a format of `to_char`.
  mutating func writeText(_ arguments: ArraySlice<Range<Int>>, _ format: StaticString) {
    append("to_char(\(moment(arguments)) AT TIME ZONE 'UTC', '\(format)')")
  }

  private mutating func moment(_ arguments: ArraySlice<Range<Int>>) -> String {
    guard let first = arguments.first else { return Self.now }
    var moment = start(first, modifiers: arguments.dropFirst())
    var modifiers: [String] = []
    for argument in arguments.dropFirst() {
      guard let modifier = takeText(argument) else {
        fail(
          with:
            "On PostgreSQL, a date's modifier must be known when the statement is written."
        )
        return moment
      }
      modifiers.append(modifier)
    }
    for (offset, modifier) in modifiers.enumerated() {
      let next = offset + 1 < modifiers.count ? modifiers[offset + 1] : nil
      moment = modified(moment, by: modifier, next: next)
    }
    return moment
  }

  /// The current time: SQLite's does not change while a statement runs, and has milliseconds.
  private static let now = "date_trunc('milliseconds', statement_timestamp())"

  private mutating func start(_ argument: Range<Int>, modifiers: ArraySlice<Range<Int>>) -> String {
    if isNext("'now'", at: argument.lowerBound) { return Self.now }
    let isNumber =
      argument.count == 1 && bindings.indices.contains(nextBinding)
      && code[argument.lowerBound] == Mark.binding
    let binding = isNumber ? bindings[nextBinding] : nil
    let value = String(decoding: written(argument), as: UTF8.self)
    switch binding {
    case .int?: return "to_timestamp(\(value))"
    case .double?: return "to_timestamp((\(value) - 2440587.5) * 86400)"
    case .text?: return "(\(value)::timestamptz)"
    default: return value
    }
  }

  private mutating func modified(_ moment: String, by modifier: String, next: String?) -> String {
    let words = modifier.split(separator: " ")
    switch (words.first.map(String.init) ?? "", words.last.map(String.init) ?? "") {
    // Modifiers that say how a column is stored, which does not matter to PostgreSQL, and those
    // that belong to the modifier before them.
    case ("unixepoch", _), ("auto", _), ("subsec", _), ("floor", _), ("ceiling", _): return moment
    case ("start", let unit): return "date_trunc('\(unit)', \(moment), 'UTC')"
    case ("weekday", let day):
      let weekday = "extract(dow FROM \(moment) AT TIME ZONE 'UTC')::integer"
      return "(\(moment) + ((\(day) - \(weekday) + 7) % 7) * interval '1 day')"
    case (let count, "years"), (let count, "months"):
      guard Double(count) != nil, let unit = words.last else {
        return unsupported(modifier, moment)
      }
      if next == "floor" { return "(\(moment) + interval '\(count) \(unit)')" }
      // SQLite continues into the next month if the day does not exist in this one.
      let month = "date_trunc('month', \(moment), 'UTC')"
      return "(\(month) + interval '\(count) \(unit)' + (\(moment) - \(month)))"
    case (let count, "days"), (let count, "hours"), (let count, "minutes"), (let count, "seconds"):
      guard Double(count) != nil, let unit = words.last else {
        return unsupported(modifier, moment)
      }
      return "(\(moment) + interval '\(count) \(unit)')"
    default: return unsupported(modifier, moment)
    }
  }

  private mutating func unsupported(_ modifier: String, _ moment: String) -> String {
    fail(
      with:
        "PostgreSQL has no date modifier '\(modifier)': convert to another time zone with SQL text, such as "
        + "'updatedAt AT TIME ZONE …'."
    )
    return moment
  }

  // MARK: Formats

  /// Writes a point in time in a format of SQLite.
  mutating func writeFormatted(_ call: PostgresCall) {
    guard let first = call.arguments.first, let format = takeText(first) else {
      return fail(
        with:
          "On PostgreSQL, a date's format must be known when the statement is written."
      )
    }
    let moment = "(\(moment(call.arguments.dropFirst())) AT TIME ZONE 'UTC')"
    guard let parts = Self.parts(of: format) else {
      return fail(
        with:
          "PostgreSQL has no such date format: use SQL text, such as 'to_char(…)'."
      )
    }
    let texts = parts.map { part in
      switch part {
      case .text(let text): text.quoted(by: "'")
      case .format(let format): "to_char(\(moment), '\(format)')"
      case .field(let field): "floor(extract(\(field) FROM \(moment)))::bigint::text"
      }
    }
    append(texts.isEmpty ? "''" : "(\(texts.joined(separator: " || ")))")
  }

  private enum FormatPart {
    case text(String)
    case format(String)
    case field(String)
  }

  private static let formats: [Unicode.Scalar: FormatPart] = [
    "Y": .format("YYYY"), "m": .format("MM"), "d": .format("DD"), "H": .format("HH24"),
    "M": .format("MI"), "S": .format("SS"), "f": .format("SS.MS"), "j": .format("DDD"),
    "w": .field("dow"), "u": .field("isodow"), "s": .field("epoch"), "F": .format("YYYY-MM-DD"),
    "T": .format("HH24:MI:SS"), "R": .format("HH24:MI"), "I": .format("HH12"), "p": .format("AM"),
    "V": .format("IW"), "G": .format("IYYY"), "%": .text("%"),
  ]

  private static func parts(of format: String) -> [FormatPart]? {
    var parts: [FormatPart] = []
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "%" {
        guard let letter = rest.popFirst(), let part = formats[letter] else { return nil }
        parts.append(part)
      } else if case .text(let text)? = parts.last {
        parts[parts.count - 1] = .text(text + String(scalar))
      } else {
        parts.append(.text(String(scalar)))
      }
    }
    return parts
  }
}
