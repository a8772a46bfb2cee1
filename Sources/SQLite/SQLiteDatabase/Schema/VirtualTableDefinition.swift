import DatabaseTypes
import SQLSyntax

/// The content of a `CREATE VIRTUAL TABLE` statement: the module and its arguments.
///
/// https://www.sqlite.org/lang_createvtab.html
package struct VirtualTableDefinition: Equatable {
  /// The name of the module, in lower case.
  package let module: String
  /// The arguments as they are written, without surrounding whitespace.
  let arguments: [String]

  /// Parses a statement; fails for other statements.
  package init?(_ sql: String) {
    let tokens = SQLTokens(sql, grammar: .sqlite)
    var rest = Array(tokens).drop { !tokens.isWord($0, "using") }.dropFirst()
    guard let name = rest.popFirst(), let module = tokens.name(of: name) ?? tokens.string(in: name)
    else { return nil }
    self.module = module.lowercased()
    arguments = rest.first?.kind == .openParenthesis ? tokens.list(rest) : []
  }

  /// Returns the value of an argument `name = value`, without quotes.
  func option(_ name: String) -> String? {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, isSameIdentifier(String(parts[0]).trimmed, name) else { continue }
      return String(parts[1]).trimmed.unquoted
    }
    return nil
  }

  /// The arguments without their quotes.
  var names: [String] { arguments.map(\.unquoted) }
}

extension SQLTokens {
  /// Returns the content of a text.
  fileprivate func string(in token: SQLTextToken) -> String? {
    token.kind == .text ? content(of: token).map { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// Returns what is between the commas in the parentheses that open with the first token.
  ///
  /// A comment is a part of what it stands in.
  fileprivate func list(_ tokens: ArraySlice<SQLTextToken>) -> [String] {
    var (items, depth, start) = ([String](), 0, tokens.first?.range.upperBound ?? 0)
    func item(to end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self).trimmed }
    for token in tokens.dropFirst() {
      switch token.kind {
      case .openParenthesis: depth += 1
      case .closeParenthesis where depth == 0: return items + [item(to: token.range.lowerBound)]
      case .closeParenthesis: depth -= 1
      case .comma where depth == 0:
        items.append(item(to: token.range.lowerBound))
        start = token.range.upperBound
      default: break
      }
    }
    return items + [item(to: bytes.count)]
  }
}

extension String {
  fileprivate var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The text without the surrounding quotes, and with doubled quotes replaced by single ones.
  fileprivate var unquoted: String {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.count > 1, let last = scalars.last,
      "'\"`[".unicodeScalars.contains(first), last == (first == "[" ? "]" : first)
    else { return self }
    var (result, isDoubled) = (String.UnicodeScalarView(), false)
    for scalar in scalars.dropFirst().dropLast() {
      if scalar == first, !isDoubled {
        isDoubled = true
        continue
      }
      isDoubled = false
      result.append(scalar)
    }
    return String(result)
  }
}
