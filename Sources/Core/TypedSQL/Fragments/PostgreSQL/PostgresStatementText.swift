/// A fragment as PostgreSQL's SQL, with the order in which its values are bound.
///
/// It depends on the fragment's code and the kinds of its values, and also on the values themselves
/// if ``dependsOnValues`` is true.
package struct PostgresStatementText: Sendable {
  /// The text, with `$1`, `$2` … for the values.
  package let sql: String
  /// The index in the fragment of the value of each parameter, in the order of their numbers.
  package let order: [Int]
  /// Whether some values are part of the text: those that say how a date is modified or formatted.
  package let dependsOnValues: Bool
  /// The indexes of values inserted as primary keys; if one of them is NULL, the text is different.
  package let keyPlaces: [Int]
  /// The reason why there is no such statement, or `nil` if there is one.
  package let problem: QueryBindingError?

  /// Writes a fragment.
  ///
  /// - Parameters:
  ///   - fragment: The fragment.
  ///   - layout: Whether to write one line or several.
  ///   - parameters: The types of the parameters of a prepared query, by their number from 1.
  package init(
    _ fragment: QueryFragment,
    layout: QueryLayout = .singleLine,
    parameters: [DialectHint?] = []
  ) {
    var writer = PostgresWriter(fragment, layout: layout, parameters: parameters)
    writer.writeStatement()
    problem = writer.problem.map { QueryBindingError($0) }
    sql = problem == nil ? String(decoding: writer.text, as: UTF8.self) : "SELECT $1"
    order = problem == nil ? writer.order : []
    dependsOnValues = writer.dependsOnValues
    keyPlaces = writer.keyPlaces
  }

  /// Returns the values to bind, selected from those of the fragment.
  package func bindings(of all: [QueryBinding]) -> [QueryBinding] {
    if let problem { return [.invalid(problem)] }
    return order.map { all[$0] }
  }
}

/// A writer of a fragment's code as PostgreSQL's SQL.
///
/// It goes through the code once. Functions are written as they are declared, and syntax that the
/// library marked as different between databases is rewritten; everything else is copied.
struct PostgresWriter {
  let code: [UInt8]
  let bindings: [QueryBinding]
  let layout: QueryLayout
  let parameters: [DialectHint?]
  /// The text written so far.
  var text: [UInt8] = []
  /// The index of the next byte to read in the code.
  var index = 0
  /// The number of the next value, from 0.
  var nextBinding = 0
  /// The index of the value of each parameter written so far.
  var order: [Int] = []
  var dependsOnValues = false
  var keyPlaces: [Int] = []
  /// The reason why the statement cannot be written.
  var problem: String?

  /// The number of open parentheses.
  var depth = 0
  /// The offsets in the text at which the open parentheses begin.
  var openings: [Int] = []
  /// The range in the text of the parentheses that were closed last.
  var lastGroup = 0..<0
  var indentation = 0
  /// The type that the next call's result must have.
  var resultType: DialectHint?
  /// Whether values get their types from their context.
  var infersTypes = false
  /// Whether values are being inserted here.
  var isInValues = false
  /// Whether texts need a cast, because a function accepts values of any type.
  var castsTexts = false
  /// The clause that `INSERT OR IGNORE` needs at the end, until it is written.
  var pendingConflict: StaticString?
  /// Whether the open group ends with a text that is compared ignoring case.
  var ignoresCase = false
  /// The tables that the statement names with their schemas; `nil` until one is written.
  var schemaTables: SchemaTables?

  init(_ fragment: QueryFragment, layout: QueryLayout, parameters: [DialectHint?]) {
    code = fragment.code
    bindings = fragment.bindings
    self.layout = layout
    self.parameters = parameters
    text.reserveCapacity(code.count + 64)
  }

  mutating func writeStatement() {
    write(until: code.count)
    if let pendingConflict { append(pendingConflict) }
    if ignoresCase { failForCollation() }
  }

  /// Records why the statement cannot be written; the first reason is kept.
  mutating func fail(with sentence: String) { if problem == nil { problem = sentence } }

  mutating func append(_ sql: StaticString) {
    text.append(contentsOf: UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount))
  }

  mutating func append(_ sql: String) { text.append(contentsOf: sql.utf8) }

  func isNext(_ sql: StaticString, at index: Int) -> Bool {
    let bytes = UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount)
    return index >= 0 && index + bytes.count <= code.count
      && code[index..<(index + bytes.count)].elementsEqual(bytes)
  }

  func isNext(_ sql: StaticString) -> Bool { isNext(sql, at: index) }

  /// Consumes a text from the code, if it comes next.
  mutating func take(_ sql: StaticString) -> Bool {
    guard isNext(sql) else { return false }
    index += sql.utf8CodeUnitCount
    return true
  }

  /// Returns what a part of the code is written as, without changing the text so far.
  mutating func written(_ range: Range<Int>) -> [UInt8] {
    let (outer, outerOpenings, outerGroup) = (text, openings, lastGroup)
    (text, openings, lastGroup) = ([], [], 0..<0)
    index = range.lowerBound
    write(until: range.upperBound)
    let part = text
    (text, openings, lastGroup) = (outer, outerOpenings, outerGroup)
    return part
  }
}

extension PostgresWriter {
  /// Writes the code up to an index.
  mutating func write(until end: Int) {
    while index < end {
      let byte = code[index]
      switch byte {
      case Mark.binding:
        index += 1
        writeBinding()
      case Mark.identifier, Mark.table, Mark.source: writeName()
      case Mark.lineOrSpace: writeLineOrSpace()
      case Mark.line, Mark.indent, Mark.outdent:
        index += 1
        writeLayout(byte)
      case Mark.wrapping, Mark.scope: index += 1
      case Mark.word: writeWord(until: end)
      case Mark.call: writeArguments()
      case Mark.dateText: writeDateText()
      case Mark.dateTextEnd: index += 1
      case Mark.hint: writeHint(until: end)
      default: writePlain(byte)
      }
    }
  }

  private mutating func writePlain(_ byte: UInt8) {
    switch byte {
    case Mark.escape:
      if index + 1 < code.count { text.append(code[index + 1]) }
      index += 2
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "E"), UInt8(ascii: "e"),
      UInt8(ascii: "$"), UInt8(ascii: "-"), UInt8(ascii: "/"):
      copyUnit()
    case UInt8(ascii: "("):
      open()
      index += 1
    case UInt8(ascii: ")"):
      index += 1
      close()
    default:
      text.append(byte)
      index += 1
    }
  }

  mutating func open() {
    openings.append(text.count)
    depth += 1
    text.append(UInt8(ascii: "("))
  }

  mutating func close() {
    text.append(UInt8(ascii: ")"))
    depth -= 1
    if let start = openings.popLast() { lastGroup = start..<text.count }
    if ignoresCase { lowercaseOtherSide() }
  }

  /// Copies a text, a quoted name or a comment; only marks in it are written as elsewhere.
  private mutating func copyUnit() {
    let end = endOfUnit(at: index)
    while index < end {
      if Mark.isMark(code[index]) {
        write(until: index + 1)
      } else {
        text.append(code[index])
        index += 1
      }
    }
  }

  private mutating func writeHint(until end: Int) {
    if let function = function(at: index) { return writeCall(of: function) }
    let hint = index + 1 < code.count ? DialectHint(rawValue: code[index + 1]) : nil
    index += 2
    switch hint {
    case .rowid?:
      fail(
        with:
          "PostgreSQL's rows have no 'rowid'. Give the table a primary key, and use its column instead."
      )
    case .rowIsPresent?: writeRowIsPresent()
    case .keyValue?: writeKeyValue()
    // Before version 16, every subquery in FROM must have a name.
    case .unnamedRows?: append(" AS \"livesql_rows\"")
    // Before version 18, PostgreSQL does not compute columns when they are read.
    case .computed?: append(" STORED")
    case .boolean? where take("1"): append("true")
    case .boolean? where take("0"): append("false")
    case .bytes? where take("X'"): writeDigits()
    case .array? where writePartOfLists(): break
    case .insertedRows?: isInValues = depth == 0
    case .order? where take("ORDER BY"): writeOrder(limit: end)
    case .serverFunction?: writeServerFunction()
    case .otherLiteral?: writeOtherLiteral()
    case .textMatch? where take(SQLOperator.match.sql): append(" @@ ")
    case let type? where take("NULL "):
      // Alone, it would be a text.
      append("NULL")
      if let name = type.postgresType {
        append("::")
        append(name)
      }
      append(" ")
    case let type?: resultType = type
    case nil: break
    }
  }

  /// Writes what stands around two lists as an operator between them.
  private mutating func writePartOfLists() -> Bool {
    let parts: [(StaticString, StaticString)] = [
      (MarkedSQL.hasAllOf, "(("), (MarkedSQL.haveCommon, "(("),
      (MarkedSQL.haveCommonList, ") && ("), (MarkedSQL.hasAllOfList, ") <@ ("),
      (MarkedSQL.endOfLists, "))"),
    ]
    guard let part = parts.first(where: { isNext($0.0, at: index - 2) }) else { return false }
    index += part.0.utf8CodeUnitCount - 2
    append(part.1)
    return true
  }

  /// Writes the hexadecimal digits of bytes, and the quotation mark after them.
  private mutating func writeDigits() {
    append("'\\x")
    let digits = code[index...].prefix { $0 != UInt8(ascii: "'") }
    text += digits
    index = digits.endIndex
    if take("'") { append("'") }
  }

  private mutating func writeKeyValue() {
    guard index < code.count, code[index] == Mark.binding, bindings.indices.contains(nextBinding)
    else { return }
    keyPlaces.append(nextBinding)
    guard bindings[nextBinding] == .null else { return }
    append("DEFAULT")
    index += 1
    nextBinding += 1
  }

  /// Writes a function's name, without the message for those who run it on SQLite.
  private mutating func writeServerFunction() {
    let (bytes, end) = name(at: index)
    text += bytes.prefix { $0 != UInt8(ascii: " ") }
    index = end
  }

  /// Writes the literal in the hints that follow, instead of SQLite's behind them.
  private mutating func writeOtherLiteral() {
    while index + 1 < code.count, code[index] == Mark.hint {
      text.append(code[index + 1])
      index += 2
    }
    guard index < code.count else { return }
    if code[index] == Mark.binding { nextBinding += 1 }
    if take("-9e999") || take("9e999") { return }
    index = endOfUnit(at: index)
  }

  /// Writes `("t"."rowid") IS NOT (NULL)` as `NOT ROW("t".*) IS NULL`.
  private mutating func writeRowIsPresent() {
    guard take("(") else { return }
    append("NOT ROW(")
    var (_, end) = name(at: index)
    while end + 1 < code.count, code[end] == UInt8(ascii: "."), code[end + 1] == Mark.table {
      end = name(at: end + 1).end
    }
    while index < end { write(until: Swift.min(name(at: index).end + 1, end)) }
    append(".*) IS NULL")
    // Skip the column and the NULL that it is compared with.
    index = name(at: end + 1).end
    _ = take(")") && take(SQLOperator.isNot.sql) && take("(NULL)")
  }
}

// MARK: - Layout

extension PostgresWriter {
  mutating func writeLayout(_ mark: UInt8) {
    guard layout == .multiLine else {
      if mark == Mark.lineOrSpace { text.append(UInt8(ascii: " ")) }
      return
    }
    switch mark {
    case Mark.indent:
      indentation += 2
      append("  ")
    case Mark.outdent: indentation -= 2
    default:
      text.append(UInt8(ascii: "\n"))
      text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
    }
  }

  /// Writes the beginning of a clause; each of the library's clauses begins on a new line.
  private mutating func writeLineOrSpace() {
    if depth == 0 { isInValues = false }
    index += 1
    if isNext("RETURNING "), depth == 0, let conflict = pendingConflict {
      append(conflict)
      pendingConflict = nil
    }
    writeLayout(Mark.lineOrSpace)
    if take("LIMIT -1") {
      // PostgreSQL allows an OFFSET without a LIMIT.
      if isNext(" ") { index += 1 }
    } else if isNext("ON CONFLICT DO UPDATE") {
      fail(
        with:
          "PostgreSQL updates a row in conflict only if the columns of the conflict are named. Pass 'insert' a "
          + "closure 'onConflict: { $0.id }'."
      )
    }
  }

  /// Returns the end of a clause: the beginning of the next one, or the end of the statement.
  func endOfClause(from start: Int, limit: Int) -> Int {
    end(from: start, limit: limit) { byte, _ in
      byte == Mark.lineOrSpace || byte == Mark.line || byte == Mark.outdent
        || byte == UInt8(ascii: ";")
    }
  }
}
