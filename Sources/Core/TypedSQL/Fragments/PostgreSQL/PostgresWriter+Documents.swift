import DatabaseTypes

// JSON documents are `jsonb`, whether a column stores text or bytes on SQLite.

extension PostgresWriter {
  /// Writes `json(x)`, which a program reads as text, or which is part of another document.
  mutating func writeDocument(_ call: PostgresCall) {
    guard let argument = call.arguments.first else { return writePlain(call) }
    // A truth value, which is a number in SQLite.
    let ending: StaticString = " WHEN 0 THEN 'false' WHEN 1 THEN 'true' END"
    if isNext("CASE ", at: argument.lowerBound),
      isNext(ending, at: argument.upperBound - ending.utf8CodeUnitCount)
    {
      let value = (argument.lowerBound + 5)..<(argument.upperBound - ending.utf8CodeUnitCount)
      append("to_jsonb(")
      text += written(value)
      return append(")")
    }
    append("(")
    text += written(argument)
    append(")::jsonb")
  }

  /// Writes `json_extract(x, '$."a"[0]')` as a value of the type that is required.
  mutating func writeExtraction(_ call: PostgresCall) {
    guard call.arguments.count == 2 else { return writePlain(call) }
    let document = String(decoding: written(call.arguments[0]), as: UTF8.self)
    if call.resultType == .array { return writeElement(of: document, call.arguments[1]) }
    guard let path = path(call.arguments[1]) else { return }
    switch call.resultType {
    case .document?: append("(\(document) #> \(path))")
    case .text?, nil: append("(\(document) #>> \(path))")
    case let type?:
      append("CAST(\(document) #>> \(path) AS ")
      if let name = type.postgresType { append(name) }
      append(")")
    }
  }

  private mutating func text(of argument: Range<Int>) -> String {
    String(decoding: written(argument), as: UTF8.self)
  }

  /// Writes the element of an array at `'$[0]'`, which PostgreSQL counts from 1.
  private mutating func writeElement(of array: String, _ path: Range<Int>) {
    let digits = code[path].filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let index = Swift.min(Int(String(decoding: digits, as: UTF8.self)) ?? 0, Int(Int32.max) - 1)
    append("(\(array))[\(index + 1)]")
  }

  mutating func writeArrayLength(_ call: PostgresCall) {
    guard let first = call.arguments.first else { return writePlain(call) }
    let document = String(decoding: written(first), as: UTF8.self)
    if call.resultType == .array { return append("cardinality(\(document))") }
    guard call.arguments.count > 1 else {
      return append("jsonb_array_length((\(document))::jsonb)")
    }
    guard let path = path(call.arguments[1]) else { return }
    append("jsonb_array_length((\(document))::jsonb #> \(path))")
  }

  mutating func writeBuilding(_ call: PostgresCall, _ name: StaticString) {
    append(name)
    append("(")
    let wasCasting = castsTexts
    castsTexts = true
    writeList(call.arguments)
    castsTexts = wasCasting
    append(")")
  }

  /// Writes the array of a group, which is empty in SQLite if the group has no rows.
  mutating func writeGroup(_ call: PostgresCall) {
    let isArray = call.resultType == .array
    append(isArray ? "coalesce(array_agg(" : "coalesce(jsonb_agg(")
    if call.isDistinct { append("DISTINCT ") }
    writeList(call.arguments)
    writeOrder(of: call)
    append(")")
    writeSuffix(of: call)
    append(isArray ? ", '{}')" : ", '[]'::jsonb)")
  }

  // MARK: Changing

  mutating func writeChange(_ call: PostgresCall, _ change: PostgresRule.Change) {
    guard let first = call.arguments.first, call.arguments.count % 2 == 1 else {
      return writePlain(call)
    }
    if call.resultType == .array, let value = call.arguments.last {
      return append("array_append(\(text(of: first)), \(text(of: value)))")
    }
    let isObject = change == .set && isBuiltObject(first)
    var document = "(" + String(decoding: written(first), as: UTF8.self) + ")::jsonb"
    var members: [String] = []
    var arguments = call.arguments.dropFirst()
    while let place = arguments.popFirst(), let value = arguments.popFirst() {
      guard let steps = steps(place) else { return }
      let path = Self.array(steps.filter { $0 != "#" })
      let isMember = isObject && steps.count == 1 && steps[0] != "#"
      let wasCasting = castsTexts
      castsTexts = true
      let value = "to_jsonb(" + String(decoding: written(value), as: UTF8.self) + ")"
      castsTexts = wasCasting
      if isMember, members.count < Self.memberLimit {
        members.append("\(steps[0].quoted(by: "'")), \(value)")
        continue
      }
      document = Self.merged(document, &members)
      // NULL would make the whole document NULL.
      let stored = "coalesce(\(value), 'null'::jsonb)"
      switch (steps.last, change) {
      // At an empty path, the server would leave the document as it is.
      case (nil, .set), (nil, .replace):
        document = "CASE WHEN \(document) IS NOT NULL THEN \(stored) END"
      case (nil, _): break
      case ("#"?, .insert), ("#"?, .set):
        document =
          steps.count == 1
          ? "(\(document) || jsonb_build_array(\(stored)))"
          : "jsonb_insert(\(document), \(Self.array(steps.dropLast() + ["-1"])), \(stored), true)"
      case (_, .arrayInsert): document = "jsonb_insert(\(document), \(path), \(stored))"
      case (_, .set): document = "jsonb_set(\(document), \(path), \(stored), true)"
      case (_, .replace): document = "jsonb_set(\(document), \(path), \(stored), false)"
      case (_, .insert):
        document =
          "CASE WHEN \(document) #> \(path) IS NULL THEN jsonb_set(\(document), \(path), \(stored), true) "
          + "ELSE \(document) END"
      }
    }
    append(Self.merged(document, &members))
  }

  /// The number of members for which the server's limit of 100 arguments has room.
  private static let memberLimit = 50

  /// Returns an object with more members, which the server would copy for each `jsonb_set`.
  private static func merged(_ document: String, _ members: inout [String]) -> String {
    guard !members.isEmpty else { return document }
    defer { members = [] }
    return "(\(document) || jsonb_build_object(\(members.joined(separator: ", "))))"
  }

  /// Returns whether an argument makes an object, in which members are perhaps set.
  private func isBuiltObject(_ argument: Range<Int>) -> Bool {
    var start = argument.lowerBound
    while let function = function(at: start) {
      switch function {
      case .jsonSet, .jsonbSet: start = endOfName(of: function, at: start)
      case .jsonObject, .jsonbObject: return true
      default: return false
      }
    }
    return false
  }

  mutating func writeRemoval(_ call: PostgresCall) {
    guard let first = call.arguments.first else { return writePlain(call) }
    var document = "(" + String(decoding: written(first), as: UTF8.self) + ")::jsonb"
    for place in call.arguments.dropFirst() {
      guard let steps = steps(place) else { return }
      document =
        steps.isEmpty
        ? "CASE WHEN \(document) IS NULL THEN \(document) END"
        : "(\(document) #- \(Self.array(steps)))"
    }
    append(document)
  }

  // MARK: Paths

  /// Returns a path of SQLite as an array of texts.
  private mutating func path(_ argument: Range<Int>) -> String? { steps(argument).map(Self.array) }

  private static func array(_ steps: some Sequence<String>) -> String {
    let texts = steps.map { $0.quoted(by: "'") }
    return "ARRAY[\(texts.joined(separator: ", "))]::text[]"
  }

  private mutating func steps(_ argument: Range<Int>) -> [String]? {
    guard let path = takePath(argument), let steps = Self.steps(of: path) else {
      fail(
        with:
          "On PostgreSQL, a JSON path must be one that the library wrote, of names and indexes."
      )
      return nil
    }
    return steps
  }

  /// Consumes a path; of one that SQLite's versions read differently, the escaped form.
  private mutating func takePath(_ argument: Range<Int>) -> String? {
    let question = MarkedSQL.ifLabelsAreEscaped
    guard isNext(question, at: argument.lowerBound) else { return takeText(argument) }
    let start = argument.lowerBound + question.utf8CodeUnitCount
    guard start < argument.upperBound else { return nil }
    defer { if code[start] == Mark.binding { nextBinding += 1 } }
    return takeText(start..<endOfUnit(at: start))
  }

  /// Parses `$."a"[0][#-1]` into `a`, `0`, `-1`; the end of an array is `#`.
  private static func steps(of path: String) -> [String]? {
    guard path.unicodeScalars.first == "$" else { return nil }
    var (steps, rest) = ([String](), path.unicodeScalars.dropFirst())
    while let scalar = rest.popFirst() {
      switch scalar {
      case ".":
        guard let step = label(&rest) else { return nil }
        steps.append(step)
      case "[":
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let number = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        steps.append(number.hasPrefix("#-") ? String(number.dropFirst()) : number)
      default: return nil
      }
    }
    return steps
  }

  private static func label(_ rest: inout Substring.UnicodeScalarView) -> String? {
    guard rest.first == "\"" else {
      let label = rest.prefix { $0 != "." && $0 != "[" }
      rest = rest.dropFirst(label.count)
      return String(label)
    }
    var (label, scalars) = (String.UnicodeScalarView(), rest.dropFirst())
    while let scalar = scalars.popFirst(), scalar != "\"" {
      guard scalar == "\\" else {
        label.append(scalar)
        continue
      }
      guard let escaped = scalars.popFirst() else { return nil }
      switch escaped {
      case "n": label.append("\n")
      case "r": label.append("\r")
      case "t": label.append("\t")
      case "b": label.append("\u{8}")
      case "f": label.append("\u{C}")
      case "u":
        guard let code = UInt32(String(scalars.prefix(4)), radix: 16),
          let scalar = UnicodeScalar(code)
        else { return nil }
        label.append(scalar)
        scalars = scalars.dropFirst(4)
      default: label.append(escaped)
      }
    }
    rest = scalars
    return String(label)
  }
}
