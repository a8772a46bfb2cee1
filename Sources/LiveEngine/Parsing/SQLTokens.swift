package import DatabaseTypes
import TypedSQL

/// A token of SQL text: a word, a name, a text, a number or an operator.
struct SQLToken: Sendable {
  /// The kind of a token, in the detail that a parser of clauses needs.
  enum Kind: Sendable, Equatable {
    /// An unquoted word, in lower case: a keyword or a name.
    case word(String)
    /// A quoted name, without the quotes.
    case name(String)
    /// A parameter, with its value.
    case parameter(QueryBinding)
    case open
    case close
    case comma
    case point
    /// A text, a number, an operator.
    case other
  }

  fileprivate(set) var kind: Kind
  /// The token's code in a fragment.
  let code: [UInt8]
  /// Whether it is separated from the previous token.
  let hasSpaceBefore: Bool
  /// The marks before it that another database needs again: a space that is a mark, a hint.
  var marks: [UInt8] = []
  /// The rules by which it was read.
  var syntax = SQLSyntax.sqlite

  /// Returns whether it is a certain keyword.
  func isWord(_ word: StaticString) -> Bool {
    if case .word(let text) = kind { text == "\(word)" } else { false }
  }

  /// The name, if it can be one.
  var identifier: String? {
    switch kind {
    case .name(let name): name
    case .word: syntax.folded(code)
    default: nil
    }
  }

  /// The contents of a text between apostrophes; `nil` if it is no such text.
  ///
  /// SQLite reads a text as a name where only a name can stand: `FROM item AS 'i'`, `'i'.id`.
  /// https://www.sqlite.org/lang_keywords.html
  var text: String? {
    guard kind == .other, syntax == .sqlite, code.first == UInt8(ascii: "'") else { return nil }
    var tokenizer = SQLTokenizer(code, syntax)
    return tokenizer.quoted(UInt8(ascii: "'"))
  }
}

extension [SQLToken] {
  /// Makes a name of a text next to a point or after `AS`, now that the last token is read.
  fileprivate mutating func nameQuotedTexts() {
    guard count > 1 else { return }
    let (before, last) = (self[count - 2], self[count - 1])
    if last.kind == .point, let name = before.text { self[count - 2].kind = .name(name) }
    guard before.kind == .point || before.isWord("as"), let name = last.text else { return }
    self[count - 1].kind = .name(name)
  }
}

/// The values of named and numbered parameters in SQL text.
package struct ParameterValues: Sendable {
  private let positional: [DatabaseValue]
  private let named: [String: DatabaseValue]

  /// Creates values of parameters by their position, or by their name without its sigil.
  package init(_ positional: [DatabaseValue] = [], named: [String: DatabaseValue] = [:]) {
    self.positional = positional
    self.named = named
  }

  func value(_ number: Int) -> DatabaseValue? {
    positional.indices.contains(number - 1) ? positional[number - 1] : nil
  }

  func value(_ name: String) -> DatabaseValue? { named[name] }
}

/// A tokenizer of SQL text, by SQLite's rules. https://www.sqlite.org/lang_keywords.html
///
/// It accepts what SQLite accepts, and gives up on anything else: unreadable text is run as it is.
struct SQLTokenizer {
  let code: [UInt8]
  private let syntax: SQLSyntax
  private var bindings: ArraySlice<QueryBinding>
  private let values: ParameterValues
  /// The number of the last parameter that was assigned one.
  private var parameterCount = 0
  var index = 0
  private var hasSpaceBefore = false
  private var marks: [UInt8] = []

  init(_ query: QueryFragment, _ values: ParameterValues, _ syntax: SQLSyntax) {
    code = query.code
    bindings = query.bindings[...]
    (self.values, self.syntax) = (values, syntax)
  }

  /// Creates a tokenizer of a token's code.
  fileprivate init(_ code: [UInt8], _ syntax: SQLSyntax) {
    (self.code, self.syntax) = (code, syntax)
    (bindings, values) = ([], ParameterValues())
  }

  /// Returns all tokens, without a final semicolon; `nil` if one cannot be read.
  mutating func tokens() -> [SQLToken]? {
    var tokens: [SQLToken] = []
    while index < code.count {
      if code[index] == Mark.word { marks.append(Mark.word) }
      if skipSpace() {
        hasSpaceBefore = true
        continue
      }
      if code[index] == Mark.hint {
        marks += code[index..<Swift.min(index + 2, code.count)]
        index += 2
        continue
      }
      if code[index] == UInt8(ascii: ";") { return isAtEndAfterSemicolon() ? tokens : nil }
      let start = index
      let isPostgres = syntax == .postgres
      guard let kind = isPostgres ? postgresToken() : token(), index > start else { return nil }
      // A text with other escapes is rewritten with those that all later readers know.
      let token = (isPostgres ? plainText(from: start) : nil) ?? Array(code[start..<index])
      tokens.append(
        SQLToken(
          kind: kind,
          code: token,
          hasSpaceBefore: hasSpaceBefore,
          marks: marks,
          syntax: syntax
        )
      )
      if syntax == .sqlite { tokens.nameQuotedTexts() }
      hasSpaceBefore = false
      if !marks.isEmpty { marks = [] }
    }
    return bindings.isEmpty ? tokens : nil
  }

  func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < code.count ? code[index + offset] : nil
  }

  private mutating func isAtEndAfterSemicolon() -> Bool {
    index += 1
    while index < code.count { if !skipSpace() { return false } }
    return bindings.isEmpty
  }

  /// Skips what separates tokens: spaces, line breaks, comments and layout marks.
  private mutating func skipSpace() -> Bool {
    if syntax == .postgres, skipPostgresComment() { return true }
    guard let byte = byte() else { return false }
    if Mark.isLayout(byte) || byte == 0x20 || (0x09...0x0D).contains(byte) {
      index += 1
      return true
    }
    // To SQLite, a byte order mark is a space where a token may begin.
    if syntax == .sqlite, byte == 0xEF, self.byte(1) == 0xBB, self.byte(2) == 0xBF {
      index += 3
      return true
    }
    if byte == UInt8(ascii: "-"), self.byte(1) == byte {
      while let byte = self.byte(), byte != UInt8(ascii: "\n") { index += 1 }
      return true
    }
    guard byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "*") else { return false }
    index += 2
    while let byte = self.byte() {
      index += 1
      if byte == UInt8(ascii: "*"), self.byte() == UInt8(ascii: "/") {
        index += 1
        break
      }
    }
    return true
  }
}

// MARK: - Kinds

extension SQLTokenizer {
  mutating func token() -> SQLToken.Kind? {
    guard let byte = byte() else { return nil }
    switch byte {
    case Mark.binding:
      index += 1
      return bindings.popFirst().map { .parameter($0) }
    case Mark.identifier, Mark.table, Mark.source: return marked(byte).map { .name($0) }
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(byte).map { .name($0) }
    case UInt8(ascii: "["): return quoted(UInt8(ascii: "]")).map { .name($0) }
    case UInt8(ascii: "'"): return quoted(byte).map { _ in .other }
    case UInt8(ascii: "?"): return numbered()
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"): return named()
    case UInt8(ascii: "("), Mark.call: return single(.open)
    case UInt8(ascii: ")"): return single(.close)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: "."):
      return self.byte(1)?.isDigit == true ? number() : single(.point)
    case let byte where byte.isDigit: return number()
    case let byte where byte.isWordStart: return word()
    case let byte where "=<>!+-*/%&|~".utf8.contains(byte): return symbol()
    case let byte where Mark.isDateText(byte): return single(.other)
    default: return nil
    }
  }

  mutating func single(_ kind: SQLToken.Kind) -> SQLToken.Kind {
    index += 1
    return kind
  }

  private mutating func marked(_ mark: UInt8) -> String? {
    var bytes: [UInt8] = []
    index += 1
    while let byte = byte(), byte != mark {
      if byte == Mark.escape { index += 1 }
      guard let byte = self.byte() else { return nil }
      bytes.append(byte)
      index += 1
    }
    index += 1
    return index <= code.count ? String(decoding: bytes, as: UTF8.self) : nil
  }

  mutating func quoted(_ quote: UInt8) -> String? {
    var bytes: [UInt8] = []
    index += 1
    while let byte = byte() {
      index += byte == Mark.escape ? 2 : 1
      if byte == quote {
        guard self.byte() == quote, quote != UInt8(ascii: "]") else {
          return String(decoding: bytes, as: UTF8.self)
        }
        index += 1
      }
      bytes.append(byte)
    }
    return nil
  }

  /// Reads `?`, which takes the number after the greatest one so far, or `?3`.
  ///
  /// https://www.sqlite.org/c3ref/bind_blob.html
  private mutating func numbered() -> SQLToken.Kind? {
    index += 1
    let start = index
    while byte()?.isDigit == true { index += 1 }
    let digits = String(decoding: code[start..<index], as: UTF8.self)
    guard let number = digits.isEmpty ? parameterCount + 1 : Int(digits) else { return nil }
    parameterCount = max(parameterCount, number)
    return values.value(number).map { .parameter(QueryBinding($0)) }
  }

  private mutating func named() -> SQLToken.Kind? {
    index += 1
    let start = index
    while byte()?.isWordPart == true { index += 1 }
    let name = String(decoding: code[start..<index], as: UTF8.self)
    return values.value(name).map { .parameter(QueryBinding($0)) }
  }

  private mutating func number() -> SQLToken.Kind? {
    while let byte = byte(), byte.isWordPart || byte == UInt8(ascii: ".") {
      index += 1
      let isExponent = byte | 0x20 == UInt8(ascii: "e")
      if isExponent, let sign = self.byte(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      {
        index += 1
      }
    }
    return .other
  }

  private mutating func word() -> SQLToken.Kind? {
    let start = index
    while byte()?.isWordPart == true { index += 1 }
    let word = String(decoding: code[start..<index], as: UTF8.self).lowercased()
    // A blob literal: `x'00'`.
    if word == "x", byte() == UInt8(ascii: "'") {
      return quoted(UInt8(ascii: "'")).map { _ in .other }
    }
    return .word(word)
  }

  private mutating func symbol() -> SQLToken.Kind? {
    let three = ["->>"], two = ["||", "<<", ">>", "<=", ">=", "==", "!=", "<>", "->"]
    let rest = code[index...]
    for symbols in [three, two] {
      if let found = symbols.first(where: { rest.starts(with: $0.utf8) }) {
        index += found.utf8.count
        return .other
      }
    }
    index += 1
    return .other
  }
}

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }

  fileprivate var isWordStart: Bool {
    self == UInt8(ascii: "_") || (65...90).contains(self) || (97...122).contains(self) || self > 127
  }

  var isWordPart: Bool { isWordStart || isDigit || self == UInt8(ascii: "$") }
}
