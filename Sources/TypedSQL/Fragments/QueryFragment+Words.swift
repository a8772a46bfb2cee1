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
      case Mark.escape: index += 2
      case Mark.dateText:
        // Without arguments it is the time.
        if index + 1 < code.count, code[index + 1] == Mark.dateTextEnd { readsClock = true }
        index += 1
      case let byte where byte.isWordByte: addWord(code, &index)
      default: index += 1
      }
    }
    for case .text(let text) in fragment.bindings where text.lowercased().contains("now") {
      readsClock = true
    }
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
    guard word == "in" || Self.clockFunctions.contains(word) else { return }
    var rest = code[index...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    let isCall = rest.first == UInt8(ascii: "(")
    if word == "in" { return hasMemberTable = hasMemberTable || !isCall }
    rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    if isCall, rest.first == UInt8(ascii: ")") { readsClock = true }
  }

  private static let clockFunctions: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch",
  ]
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (65...90).contains(self)
      || (97...122).contains(self) || self > 127
  }
}
