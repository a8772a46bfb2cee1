import DatabaseTypes

/// The words that a piece of SQL consists of.
///
/// It errs on the side of finding too much: words in texts and comments count as well.
package struct FragmentWords: Sendable {
  /// The words outside identifiers, and the names that are called as functions, in lower case.
  package private(set) var words: Set<String> = []
  /// Whether it reads the current time.
  package private(set) var readsClock = false
  /// Whether the right side of an `IN` is a table.
  package private(set) var hasMemberTable = false
}

extension FragmentWords {
  /// Reads fragments.
  package init(_ fragments: [QueryFragment]) {
    for fragment in fragments { add(fragment) }
  }

  private mutating func add(_ fragment: QueryFragment) {
    let code = fragment.code
    var index = 0
    while index < code.count {
      switch code[index] {
      case Mark.identifier, Mark.table, Mark.source:
        let name = skipName(code, &index)
        if Self.isCall(code[index...]) {
          words.insert(
            String(decoding: name.filter { $0 != Mark.escape }, as: UTF8.self).lowercased()
          )
        }
      // The elements of a list are not rows of a table, although SQLite reads them with a subquery.
      case Mark.hint:
        let part = MarkedSQL.partsOfLists.first { Self.isNext($0, code, at: index) }
        index += part?.utf8CodeUnitCount ?? 2
      case Mark.escape: index += 2
      case Mark.dateText:
        // Without arguments, it is the current time.
        if index + 1 < code.count, code[index + 1] == Mark.dateTextEnd { readsClock = true }
        index += 1
      case let byte where byte.isWordByte: addWord(code, &index)
      default: index += 1
      }
    }
    for case .text(let text) in fragment.bindings where Self.textsOfNow.contains(text.lowercased())
    {
      readsClock = true
    }
  }

  private static func isNext(_ sql: StaticString, _ code: [UInt8], at index: Int) -> Bool {
    sql.withUTF8Buffer { code[index...].starts(with: $0) }
  }

  /// Moves the index past a name, and returns the name.
  private func skipName(_ code: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    let mark = code[index]
    let start = index + 1
    index = start
    while index < code.count, code[index] != mark {
      index += code[index] == Mark.escape ? 2 : 1
    }
    let end = Swift.min(index, code.count)
    index = end + 1
    return code[start..<end]
  }

  private static func isCall(_ code: ArraySlice<UInt8>) -> Bool {
    code.first == UInt8(ascii: "(") || code.first == Mark.call
  }

  private mutating func addWord(_ code: [UInt8], _ index: inout Int) {
    let start = index
    while index < code.count, code[index].isWordByte { index += 1 }
    let word = String(decoding: code[start..<index], as: UTF8.self).lowercased()
    words.insert(word)
    if word == "now" || Self.textsOfNow.contains(word) && Self.isFirstArgument(code[..<start]) {
      readsClock = true
    }
    if word == "strftime", Self.argumentCount(code[index...]) == 1 { readsClock = true }
    guard word == "in" || Self.clockFunctions.contains(word) else { return }
    var rest = code[index...].drop { byte in
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || Mark.isLayout(byte)
    }
    if rest.first == Mark.hint { rest = rest.dropFirst(2) }
    let isCall = Self.isCall(rest)
    if word == "in" { return hasMemberTable = hasMemberTable || !isCall }
    rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    if isCall, rest.first == UInt8(ascii: ")") { readsClock = true }
  }

  /// The texts by which a date function that has one of them as its first argument reads the clock,
  /// in lower case. https://www.sqlite.org/lang_datefunc.html
  private static let textsOfNow: Set<String> = ["now", "subsec", "subsecond"]

  /// Returns whether a text begins the arguments of a call, after what precedes its contents.
  private static func isFirstArgument(_ before: ArraySlice<UInt8>) -> Bool {
    let call = before.dropLast().reversed().drop { $0 == UInt8(ascii: " ") || Mark.isLayout($0) }
    return before.last == UInt8(ascii: "'")
      && (call.first == UInt8(ascii: "(") || call.first == Mark.call)
  }

  /// Returns the number of arguments in the parentheses that follow.
  private static func argumentCount(_ code: ArraySlice<UInt8>) -> Int {
    var (count, depth, isQuoted) = (0, 0, false)
    for byte in code {
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      if isQuoted { continue }
      switch byte {
      case UInt8(ascii: "("), Mark.call:
        depth += 1
        if depth == 1 { count = 1 }
      case UInt8(ascii: ")"):
        depth -= 1
        if depth <= 0 { return count }
      case UInt8(ascii: ",") where depth == 1: count += 1
      default: if depth == 0, byte != UInt8(ascii: " ") { return 0 }
      }
    }
    return count
  }

  private static let clockFunctions = SQLFunction.names(.clock)
}

extension UInt8 {
  var isWordByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (65...90).contains(self)
      || (97...122).contains(self) || self > 127
  }
}
