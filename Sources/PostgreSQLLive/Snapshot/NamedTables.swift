import DatabaseTypes

/// The names in a statement that may be tables or views.
///
/// These are the names after `FROM`, `JOIN`, and the commas between them.
///
/// It may include names of other things; the server is asked about all of them.
struct NamedTables {
  /// The names in the server's form, quoted: `"schema"."table"`.
  private(set) var names: Set<ByteText> = []
  /// All names and keywords, quoted or not, as the server spells them.
  private(set) var words: Set<String> = []
  private let code: [UInt8]
  private var index = 0
  /// The state of each open parenthesis.
  private var scopes = [Scope()]

  private struct Scope {
    /// Whether a comma is followed by a table.
    var isFrom = false
    /// Whether the next name is that of a table.
    var wantsTable = false
  }

  /// Parses SQL in the form that is sent to the server.
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
      // Where a table is expected, parentheses contain joined tables or a statement.
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
  /// The longest runs of the characters of which operators consist, also within texts and comments.
  ///
  /// Each operator in the statement is a part of one.
  var symbols: Set<String> {
    Set(code.split { !Self.ofOperators.contains($0) }.map { String(decoding: $0, as: UTF8.self) })
  }

  // https://www.postgresql.org/docs/current/sql-createoperator.html
  private static let ofOperators = Set("+-*/<>=~!@#%^&|`?".utf8)

  private mutating func readWord() {
    let word = plainName()
    // `E'…'` has different rules for its end than other string literals.
    if word == "e", byte() == UInt8(ascii: "'") { return skipText(withEscapes: true) }
    words.insert(word)
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
    defer { words.formUnion(parts) }
    while byte() == UInt8(ascii: "."), let next = byte(1), next == 0x22 || next.isStartOfName {
      index += 1
      parts.append(byte() == 0x22 ? quotedName() : plainName())
    }
    guard scope.wantsTable else { return }
    scope.wantsTable = false
    // Before a schema there can only be the current database. In `extract(year FROM s.t.c)`, which
    // looks alike, the server would take a schema for a database, and fail.
    let name = parts.suffix(2).map { $0.quoted(by: "\"") }.joined(separator: ".")
    names.insert(ByteText(name))
  }

  /// Reads an unquoted name, whose ASCII letters become lower case.
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

// MARK: - Skipped text

extension NamedTables {
  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < code.count ? code[index + offset] : nil
  }

  /// Skips a string literal, a comment, a number, a parameter or a symbol.
  private mutating func skip() {
    switch (code[index], byte(1)) {
    case (UInt8(ascii: "'"), _): skipText(withEscapes: false)
    case (UInt8(ascii: "-"), UInt8(ascii: "-")):
      while let byte = byte(), byte != 0x0A, byte != 0x0D { index += 1 }
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

  /// Skips a comment, in which other comments may be nested.
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

  /// Skips a parameter, `$1`, or a dollar-quoted string, `$mark$ … $mark$`.
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
