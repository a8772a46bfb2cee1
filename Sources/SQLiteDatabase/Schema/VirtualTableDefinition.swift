import DatabaseTypes

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
    var reader = DefinitionReader(sql)
    guard reader.skipThrough(word: "using"), let name = reader.name() else { return nil }
    module = name.lowercased()
    arguments = reader.arguments()
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

/// A reader of words, quoted names and lists in parentheses.
private struct DefinitionReader {
  /// The scalars: SQL has no characters of several.
  private let text: [Character]
  private var index = 0

  init(_ sql: String) { text = sql.unicodeScalars.map(Character.init) }

  /// Continues after a word outside of quotes.
  mutating func skipThrough(word: String) -> Bool {
    while index < text.count {
      if skipComment() { continue }
      if "'\"`[".contains(text[index]) {
        skipQuoted()
      } else if text[index].isWord {
        if readWord().lowercased() == word { return true }
      } else {
        index += 1
      }
    }
    return false
  }

  /// Reads a name, quoted or not.
  mutating func name() -> String? {
    skipBlanks()
    guard index < text.count else { return nil }
    guard "'\"`[".contains(text[index]) else { return text[index].isWord ? readWord() : nil }
    let start = index
    skipQuoted()
    return String(text[start..<index]).unquoted
  }

  /// Reads the comma-separated arguments in the parentheses that follow.
  mutating func arguments() -> [String] {
    skipBlanks()
    guard index < text.count, text[index] == "(" else { return [] }
    index += 1
    var (arguments, start, depth) = ([String](), index, 0)
    while index < text.count, depth > 0 || text[index] != ")" {
      if skipComment() { continue }
      switch text[index] {
      case "'", "\"", "`", "[": skipQuoted()
      case "," where depth == 0:
        arguments.append(String(text[start..<index]).trimmed)
        index += 1
        start = index
      case let character:
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        index += 1
      }
    }
    return arguments + [String(text[start..<index]).trimmed]
  }

  private mutating func skipBlanks() {
    while index < text.count {
      if skipComment() { continue }
      guard text[index].isWhitespace else { return }
      index += 1
    }
  }

  /// Continues after a comment, if one begins here.
  private mutating func skipComment() -> Bool {
    let rest = text[index...]
    if rest.starts(with: "--") {
      index = rest.firstIndex(of: "\n") ?? text.count
    } else if rest.starts(with: "/*") {
      index = rest.dropFirst(2).firstRange(of: Array("*/"))?.upperBound ?? text.count
    } else {
      return false
    }
    return true
  }

  private mutating func readWord() -> String {
    let start = index
    while index < text.count, text[index].isWord { index += 1 }
    return String(text[start..<index])
  }

  /// Continues after a quoted text; a doubled quote ends one and begins another.
  private mutating func skipQuoted() {
    let end: Character = text[index] == "[" ? "]" : text[index]
    index += 1
    while index < text.count, text[index] != end { index += 1 }
    index = min(index + 1, text.count)
  }
}

extension Character {
  fileprivate var isWord: Bool { self == "_" || isLetter || isNumber }
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
