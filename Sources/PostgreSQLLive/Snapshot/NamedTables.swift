/// The names of tables and views that a statement has where tables stand: after `FROM`, `JOIN`, and commas between those.
///
/// It errs to one side: a name of something else may be among them, and all are asked of the server.
struct NamedTables {
  /// The names as the server reads them, each in quotes: `"schema"."table"`.
  private(set) var names: Set<String> = []
  private let code: [UInt8]
  private var index = 0
  /// For each open parenthesis what stands in it.
  private var scopes = [Scope()]

  private struct Scope {
    /// Whether a comma is followed by a table.
    var isFrom = false
    /// Whether the next name is that of a table.
    var wantsTable = false
  }

  /// Reads SQL as the server gets it.
  init(_ sql: String) {
    code = Array(sql.utf8)
    while index < code.count { read() }
  }

  private var scope: Scope {
    get { scopes[scopes.count - 1] }
    set { scopes[scopes.count - 1] = newValue }
  }

  private mutating func read() {
    switch code[index] {
    case UInt8(ascii: "("):
      // Where a table is wanted, tables are joined in parentheses, or a statement stands there.
      scopes.append(Scope(isFrom: scope.wantsTable, wantsTable: scope.wantsTable))
      index += 1
    case UInt8(ascii: ")"):
      if scopes.count > 1 { scopes.removeLast() }
      scope.wantsTable = false
      index += 1
    case UInt8(ascii: ","):
      scope.wantsTable = scope.isFrom
      index += 1
    case UInt8(ascii: "\""): readName(quotedName())
    case let byte where byte.isStartOfName: readWord()
    default: skip()
    }
  }
}

// MARK: - Names

extension NamedTables {
  private mutating func readWord() {
    let word = plainName()
    // `E'…'` has another rule for what ends it than other texts.
    if word == "e", byte() == UInt8(ascii: "'") { return skipText(withEscapes: true) }
    switch word {
    case "from", "join", "table": scope = Scope(isFrom: true, wantsTable: true)
    case "only", "lateral": break
    case let word where Self.endsFrom.contains(word): scope = Scope()
    default: readName(word)
    }
  }

  private static let endsFrom: Set<String> = [
    "select", "where", "group", "having", "window", "order", "limit", "offset", "fetch", "for",
    "union", "intersect", "except",
  ]

  /// Reads the rest of a name that may have a schema.
  private mutating func readName(_ first: String) {
    var parts = [first]
    while byte() == UInt8(ascii: "."), let next = byte(1), next == 0x22 || next.isStartOfName {
      index += 1
      parts.append(byte() == 0x22 ? quotedName() : plainName())
    }
    guard scope.wantsTable else { return }
    scope.wantsTable = false
    names.insert(
      parts.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ".")
    )
  }

  /// A name outside of quotes is in lower case, as far as the letters are ASCII's.
  private mutating func plainName() -> String {
    let start = index
    while let byte = byte(), byte.isPartOfName { index += 1 }
    let letters = code[start..<index].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: letters, as: UTF8.self)
  }

  private mutating func quotedName() -> String {
    var bytes: [UInt8] = []
    index += 1
    while let byte = byte() {
      index += 1
      if byte == 0x22 {
        guard self.byte() == 0x22 else { break }
        index += 1
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - What is skipped

extension NamedTables {
  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < code.count ? code[index + offset] : nil
  }

  /// Skips a text, a comment, a number, a parameter or a sign.
  private mutating func skip() {
    switch (code[index], byte(1)) {
    case (UInt8(ascii: "'"), _): skipText(withEscapes: false)
    case (UInt8(ascii: "-"), UInt8(ascii: "-")):
      while let byte = byte(), byte != UInt8(ascii: "\n") { index += 1 }
    case (UInt8(ascii: "/"), UInt8(ascii: "*")): skipComment()
    case (UInt8(ascii: "$"), _): skipDollar()
    case (let digit, _) where (48...57).contains(digit):
      while let byte = byte(), byte.isPartOfName || byte == UInt8(ascii: ".") { index += 1 }
    default: index += 1
    }
  }

  private mutating func skipText(withEscapes: Bool) {
    index += 1
    while let byte = byte() {
      index += withEscapes && byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "'") {
        guard self.byte() == byte else { return }
        index += 1
      }
    }
  }

  /// Comments stand in comments.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      switch (byte(), byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, index) = (depth + 1, index + 2)
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, index) = (depth - 1, index + 2)
      default: index += 1
      }
    } while depth > 0 && index < code.count
  }

  /// Skips a parameter, `$1`, or a text between two marks, `$mark$ … $mark$`.
  private mutating func skipDollar() {
    let start = index
    index += 1
    while let byte = byte(), byte.isPartOfName, byte != UInt8(ascii: "$") { index += 1 }
    guard byte() == UInt8(ascii: "$"), !(48...57).contains(code[start + 1]) else { return }
    index += 1
    let mark = code[start..<index]
    while index < code.count, !code[index...].starts(with: mark) { index += 1 }
    index = min(index + mark.count, code.count)
  }
}

extension UInt8 {
  fileprivate var isStartOfName: Bool {
    self == UInt8(ascii: "_") || (65...90).contains(self) || (97...122).contains(self) || self > 127
  }

  fileprivate var isPartOfName: Bool {
    isStartOfName || (48...57).contains(self) || self == UInt8(ascii: "$")
  }
}
