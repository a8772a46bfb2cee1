package import DatabaseTypes
import SQLSyntax
import TypedSQL

/// A token of SQL text: a word, a name, a text, a number or an operator.
struct SQLToken: Sendable {
  /// The kind of a token, as far as a parser of clauses needs it.
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
  var syntax = SQLGrammar.sqlite

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
    let tokens = SQLTokens(code, grammar: .sqlite, marks: Mark.ofTokens)
    return tokens.first { _ in true }.flatMap(tokens.content).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The name, where only a name can stand: of a table, or of a selected expression.
  var nameOrText: String? { identifier ?? text }
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

/// A tokenizer of SQL text and of fragments, which gives parameters their values.
///
/// It gives up on what the database would refuse, and on what later readers could not know:
/// unreadable text is run as it is.
struct SQLTokenizer {
  private let source: SQLTokens
  private var bindings: ArraySlice<QueryBinding>
  private let values: ParameterValues
  /// The number of the last parameter that was assigned one.
  private var parameterCount = 0

  init(_ query: QueryFragment, _ values: ParameterValues, _ syntax: SQLGrammar) {
    source = SQLTokens(query.code, grammar: syntax, marks: Mark.ofTokens)
    bindings = query.bindings[...]
    self.values = values
  }

  /// Returns all tokens, without a final semicolon; `nil` if one cannot be read.
  mutating func tokens() -> [SQLToken]? {
    var tokens: [SQLToken] = []
    var (end, hasSpaceBefore, isAtEnd, marks) = (0, false, false, [UInt8]())
    for token in source {
      // A second statement follows.
      if isAtEnd { return nil }
      hasSpaceBefore = hasSpaceBefore || token.range.lowerBound > end
      end = token.range.upperBound
      let code = source.bytes[token.range]
      if token.kind == .mark, let mark = code.first, !Mark.isDateText(mark) {
        marks += code
        hasSpaceBefore = hasSpaceBefore || mark == Mark.word
      } else if token.kind == .semicolon {
        isAtEnd = true
      } else {
        guard token.isTerminated, let kind = kind(of: token) else { return nil }
        tokens.append(
          SQLToken(
            kind: kind,
            code: plainText(of: token) ?? Array(code),
            hasSpaceBefore: hasSpaceBefore,
            marks: marks,
            syntax: source.grammar
          )
        )
        if source.grammar == .sqlite { tokens.nameQuotedTexts() }
        hasSpaceBefore = false
        if !marks.isEmpty { marks = [] }
      }
    }
    return bindings.isEmpty ? tokens : nil
  }
}

// MARK: - Kinds

extension SQLTokenizer {
  private mutating func kind(of token: SQLTextToken) -> SQLToken.Kind? {
    switch token.kind {
    case .word: .word(source.text(of: token).lowercased())
    // `U&'…'` and `U&"…"` have escapes of their own.
    case .quotedName, .text: isUnicode(token) ? nil : quoted(token)
    case .markedName: quoted(token)
    case .bytes, .number, .sign, .mark: .other
    case .binding: bindings.popFirst().map { .parameter($0) }
    case .parameter: source.grammar == .sqlite ? parameter(token) : nil
    case .openParenthesis, .openBracket: .open
    case .closeParenthesis, .closeBracket: .close
    case .comma: .comma
    case .point: .point
    case .semicolon, .comment, .other: nil
    }
  }

  private func isUnicode(_ token: SQLTextToken) -> Bool {
    source.bytes[token.range.lowerBound] | 0x20 == UInt8(ascii: "u")
  }

  private func quoted(_ token: SQLTextToken) -> SQLToken.Kind? {
    token.kind == .text ? .other : source.name(of: token).map { .name($0) }
  }

  /// Returns a text of PostgreSQL in plain quotes, which all later readers know.
  ///
  /// - Returns: `nil` for what is no text, is in plain quotes already, or has escapes other than
  ///   those for a line break and the like. No plan reads such a text.
  private func plainText(of token: SQLTextToken) -> [UInt8]? {
    let quote = UInt8(ascii: "'")
    guard token.kind == .text, source.bytes[token.range.lowerBound] != quote,
      let content = source.content(of: token)
    else { return nil }
    return [quote] + content.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }

  /// Returns the value of `?`, which takes the number after the greatest one so far, of `?3`, or of
  /// `:name`.
  ///
  /// https://www.sqlite.org/c3ref/bind_blob.html
  private mutating func parameter(_ token: SQLTextToken) -> SQLToken.Kind? {
    let code = source.bytes[token.range]
    let name = String(decoding: code.dropFirst(), as: UTF8.self)
    guard code.first == UInt8(ascii: "?") else {
      return values.value(name).map { .parameter(QueryBinding($0)) }
    }
    guard let number = name.isEmpty ? parameterCount + 1 : Int(name) else { return nil }
    parameterCount = max(parameterCount, number)
    return values.value(number).map { .parameter(QueryBinding($0)) }
  }
}
