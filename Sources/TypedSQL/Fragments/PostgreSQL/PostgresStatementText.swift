/// A fragment as PostgreSQL's SQL, and which of its values are bound where.
///
/// It depends on the fragment's code, on the kinds of its values, and where ``isOfValues`` says so on the values themselves.
package struct PostgresStatementText: Sendable {
  /// The text, with `$1`, `$2` … for the values.
  package let sql: String
  /// Which value of the fragment each parameter is, in the order of their numbers.
  package let order: [Int]
  /// Whether values are part of the text: those that say how a date is changed, or written.
  package let isOfValues: Bool
  /// Which values are those of primary keys that are inserted; where one is NULL the text is another.
  package let keyPlaces: [Int]
  /// Why there is no such statement; `nil` where there is one.
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
    isOfValues = writer.isOfValues
    keyPlaces = writer.keyPlaces
  }

  /// The values to bind, of those of the fragment.
  package func bindings(of all: [QueryBinding]) -> [QueryBinding] {
    if let problem { return [.invalid(problem)] }
    return order.map { all[$0] }
  }
}

/// Writes a fragment's code as PostgreSQL's SQL.
///
/// It goes through the code once. What the library marked as something that databases write in different ways is rewritten
/// by its name; all else is copied.
struct PostgresWriter {
  let code: [UInt8]
  let bindings: [QueryBinding]
  let layout: QueryLayout
  let parameters: [DialectHint?]
  /// What was written so far.
  var text: [UInt8] = []
  /// Where the next byte of the code is read.
  var index = 0
  /// The number of the next value, from 0.
  var nextBinding = 0
  /// Which value each parameter is that was written so far.
  var order: [Int] = []
  var isOfValues = false
  var keyPlaces: [Int] = []
  /// Why the statement cannot be written.
  var problem: String?

  /// How many parentheses are open.
  var depth = 0
  /// Where the parentheses that are open begin in the text.
  var openings: [Int] = []
  /// The parentheses that were closed last, in the text.
  var lastGroup = 0..<0
  var indentation = 0
  /// As what the next call's result is wanted.
  var wanted: DialectHint?
  /// Whether values take their type from what they stand beside.
  var isBare = false
  /// Whether values are inserted here.
  var isInValues = false
  /// Whether texts need their type, since a function takes anything.
  var castsTexts = false
  /// What follows `INSERT OR IGNORE`, as long as it is not written.
  var pendingConflict: StaticString?
  /// Whether the group that is open ends in a text that is compared without regard to case.
  var ignoresCase = false

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
    if ignoresCase { refuseCollation() }
  }

  /// Notes why the statement cannot be written; the first reason counts.
  mutating func refuse(_ sentence: String) { if problem == nil { problem = sentence } }

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

  /// Takes a text from the code, if it comes next.
  mutating func take(_ sql: StaticString) -> Bool {
    guard isNext(sql) else { return false }
    index += sql.utf8CodeUnitCount
    return true
  }

  /// What a part of the code is written as; the text so far stays as it is.
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
      case Mark.lineOrSpace: writeLineOrSpace(until: end)
      case Mark.line, Mark.indent, Mark.outdent:
        index += 1
        writeLayout(byte)
      case Mark.wrapping, Mark.scope: index += 1
      case Mark.word: writeWord(until: end)
      case Mark.call: writeCall()
      case Mark.dateText: writeDateText()
      case Mark.dateTextEnd: index += 1
      case Mark.hint: writeHint()
      default: writePlain(byte)
      }
    }
  }

  private mutating func writePlain(_ byte: UInt8) {
    switch byte {
    case Mark.escape:
      if index + 1 < code.count { text.append(code[index + 1]) }
      index += 2
    case UInt8(ascii: "'"): copyQuoted(byte)
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
    if ignoresCase { ignoreCaseOfOther() }
  }

  /// Copies a text in quotes as it is.
  private mutating func copyQuoted(_ quote: UInt8) {
    let end = endOfQuoted(at: index)
    var isEscaped = false
    for byte in code[index..<end] {
      if byte == Mark.escape, !isEscaped {
        isEscaped = true
      } else {
        text.append(byte)
        isEscaped = false
      }
    }
    index = end
  }

  private mutating func writeName() {
    let (name, end) = name(at: index)
    index = end
    // What SQLite calls its database is no schema of PostgreSQL's.
    if isSchema(endingAt: end), name.elementsEqual("main".utf8) {
      index += 1
      return
    }
    text.append(UInt8(ascii: "\""))
    for byte in name {
      if byte == UInt8(ascii: "\"") { text.append(byte) }
      text.append(byte)
    }
    text.append(UInt8(ascii: "\""))
  }

  /// Whether the name of a table follows the point after a name.
  private func isSchema(endingAt end: Int) -> Bool {
    guard end + 1 < code.count, code[end] == UInt8(ascii: ".") else { return false }
    return code[end + 1] == Mark.table || code[end + 1] == Mark.source
  }

  private mutating func writeHint() {
    let hint = index + 1 < code.count ? DialectHint(rawValue: code[index + 1]) : nil
    index += 2
    switch hint {
    case .rowid?:
      refuse(
        "PostgreSQL's rows have no 'rowid': give the table a primary key, and name its column instead."
      )
    case .rowIsPresent?: writeRowIsPresent()
    case .keyValue?: writeKeyValue()
    // Before version 16 each has to have one.
    case .unnamedRows?: append(" AS \"livesql_rows\"")
    // PostgreSQL computes no column when it is read, before version 18.
    case .computed?: append(" STORED")
    case .truth? where take("1"): append("true")
    case .truth? where take("0"): append("false")
    case .bytes? where take("X'"): append("'\\x")
    case .serverFunction?: writeServerFunction()
    case .textMatch? where take(MarkedSQL.match): append(" @@ ")
    case let type?: wanted = type
    case nil: break
    }
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

  /// Writes a function's name, without what it tells who uses SQLite.
  private mutating func writeServerFunction() {
    let (bytes, end) = name(at: index)
    text += bytes.prefix { $0 != UInt8(ascii: " ") }
    index = end
  }

  /// `("t"."rowid") IS NOT (NULL)` as `NOT ROW("t".*) IS NULL`.
  private mutating func writeRowIsPresent() {
    guard take("(") else { return }
    append("NOT ROW(")
    var (_, end) = name(at: index)
    while end + 1 < code.count, code[end] == UInt8(ascii: "."), code[end + 1] == Mark.table {
      end = name(at: end + 1).end
    }
    while index < end { write(until: Swift.min(name(at: index).end + 1, end)) }
    append(".*) IS NULL")
    // The column, and what it is compared with.
    index = name(at: end + 1).end
    _ = take(")") && take(MarkedSQL.isNot) && take("(NULL)")
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

  /// Writes the beginning of a clause: the library's clauses begin on lines of their own.
  private mutating func writeLineOrSpace(until end: Int) {
    let isInserting = isNext("VALUES", at: index - 6) && depth == 0
    if depth == 0 { isInValues = isInserting }
    index += 1
    if isNext("RETURNING "), depth == 0, let conflict = pendingConflict {
      append(conflict)
      pendingConflict = nil
    }
    writeLayout(Mark.lineOrSpace)
    if take("ORDER BY ") {
      append("ORDER BY ")
      writeOrder(until: endOfClause(from: index, limit: end))
    } else if take("LIMIT -1") {
      // There may be an OFFSET without a LIMIT.
      if isNext(" ") { index += 1 }
    } else if isNext("ON CONFLICT DO UPDATE") {
      refuse(
        "PostgreSQL updates a row in conflict only where the columns of the conflict are named: "
          + "give 'insert' a closure 'onConflict: { $0.id }'."
      )
    }
  }

  /// Where a clause ends: at the next one, or where the statement does.
  func endOfClause(from start: Int, limit: Int) -> Int {
    end(from: start, limit: limit) { byte, _ in
      byte == Mark.lineOrSpace || byte == Mark.line || byte == Mark.outdent
        || byte == UInt8(ascii: ";")
    }
  }
}
