/// What a piece of SQL is made of, as far as its words tell.
///
/// It errs to one side: words in texts and comments count too.
package struct FragmentWords: Sendable {
  /// The words outside of identifiers, in lower case.
  package private(set) var words: Set<String> = []
  /// Whether it asks what time it is.
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
      case Mark.identifier, Mark.table, Mark.source: skipName(code, &index)
      // The elements of a list are no rows of a table, though SQLite reads them by a subquery.
      case Mark.hint where Self.readsList(code, at: index):
        index += MarkedSQL.elementsOfList.utf8CodeUnitCount
      case Mark.escape, Mark.hint: index += 2
      case Mark.dateText:
        // Without arguments it is the time.
        if index + 1 < code.count, code[index + 1] == Mark.dateTextEnd { readsClock = true }
        index += 1
      case let byte where byte.isWordByte: addWord(code, &index)
      default: index += 1
      }
    }
    for case .text(let text) in fragment.bindings where Self.meansNow(text.lowercased()) {
      readsClock = true
    }
  }

  private static func readsList(_ code: [UInt8], at index: Int) -> Bool {
    MarkedSQL.elementsOfList.withUTF8Buffer { code[index...].starts(with: $0) }
  }

  private mutating func skipName(_ code: [UInt8], _ index: inout Int) {
    let mark = code[index]
    index += 1
    while index < code.count, code[index] != mark {
      index += code[index] == Mark.escape ? 2 : 1
    }
    index += 1
  }

  private mutating func addWord(_ code: [UInt8], _ index: inout Int) {
    let start = index
    while index < code.count, code[index].isWordByte { index += 1 }
    let word = String(decoding: code[start..<index], as: UTF8.self).lowercased()
    words.insert(word)
    if Self.meansNow(word) { readsClock = true }
    if word == "strftime", Self.argumentCount(code[index...]) == 1 { readsClock = true }
    guard word == "in" || Self.clockFunctions.contains(word) else { return }
    var rest = code[index...].drop { byte in
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || Mark.isLayout(byte)
    }
    if rest.first == Mark.hint { rest = rest.dropFirst(2) }
    let isCall = rest.first == UInt8(ascii: "(") || rest.first == Mark.call
    if word == "in" { return hasMemberTable = hasMemberTable || !isCall }
    rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    if isCall, rest.first == UInt8(ascii: ")") { readsClock = true }
  }

  /// Whether a function of dates that gets this text may ask the clock.
  ///
  /// `subsec` alone means now, too. https://www.sqlite.org/lang_datefunc.html
  private static func meansNow(_ text: String) -> Bool {
    text.contains("now") || text.contains("subsec")
  }

  /// How many arguments stand in the parentheses that come next.
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

  private static let clockFunctions: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch",
  ]
}

extension UInt8 {
  var isWordByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (65...90).contains(self)
      || (97...122).contains(self) || self > 127
  }
}
