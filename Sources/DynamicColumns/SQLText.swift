public import DatabaseTypes
package import TypedSQL

extension QueryFragment {
  /// Creates SQL from text, with values in place of its parameters.
  ///
  /// - Parameters:
  ///   - sql: The text; parameters are written `?`, `?1`, `:name`, `@name` or `$name`.
  ///   - values: The values of parameters without a name.
  ///   - named: The values of parameters with a name.
  /// - Throws: ``SQLArgumentError`` if the parameters and values do not match.
  package init(
    sql: String,
    _ values: [QueryBinding],
    named: [String: QueryBinding] = [:]
  ) throws(SQLArgumentError) {
    self.init()
    var reader = SQLTextReader(sql)
    var used = 0
    while let piece = reader.next() {
      switch piece {
      case .text(let text): append(QueryFragment(text))
      case .parameter(nil):
        used += 1
        guard used <= values.count else { throw SQLArgumentError(.tooFew) }
        append(values[used - 1])
      case .parameter(let name?):
        if let number = Int(name), values.indices.contains(number - 1) {
          used = Swift.max(used, number)
          append(values[number - 1])
        } else if let value = named[name] {
          append(value)
        } else {
          throw SQLArgumentError(.missing(name))
        }
      }
    }
    if used < values.count { throw SQLArgumentError(.tooMany) }
  }
}

/// An error for arguments of SQL text that do not match its parameters.
public struct SQLArgumentError: Hashable, _SelfDescribingError {
  enum Problem: Hashable {
    case tooFew
    case tooMany
    case missing(String)
  }

  let problem: Problem

  init(_ problem: Problem) { self.problem = problem }

  /// A message that says what does not match.
  public var description: String {
    switch problem {
    case .tooFew:
      "The SQL text of a request has more parameters than arguments. Pass a value for each `?`."
    case .tooMany:
      "The SQL text of a request has fewer parameters than arguments. Remove the other values."
    case .missing(let name):
      "There is no argument for the parameter “\(name)” of a request. Add it to the arguments."
    }
  }
}

/// A reader that finds the parameters of SQL text.
private struct SQLTextReader {
  enum Piece {
    case text(String)
    case parameter(String?)
  }

  private let text: [UInt8]
  private var index = 0

  init(_ sql: String) { text = Array(sql.utf8) }

  /// Returns the next piece, or `nil` at the end.
  mutating func next() -> Piece? {
    guard index < text.count else { return nil }
    if let name = parameter() { return .parameter(name.isEmpty ? nil : name) }
    let start = index
    repeat { skip() } while index < text.count && !isParameter
    return .text(String(decoding: text[start..<index], as: UTF8.self))
  }

  private var isParameter: Bool {
    switch text[index] {
    case UInt8(ascii: "?"): true
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      index + 1 < text.count && text[index + 1].isNameByte
    default: false
    }
  }

  private mutating func parameter() -> String? {
    guard isParameter else { return nil }
    index += 1
    let start = index
    while index < text.count, text[index].isNameByte { index += 1 }
    return String(decoding: text[start..<index], as: UTF8.self)
  }

  /// Skips a character, a quoted text or a comment.
  private mutating func skip() {
    let byte = text[index]
    index += 1
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skip(to: [byte])
    case UInt8(ascii: "["): skip(to: [UInt8(ascii: "]")])
    case UInt8(ascii: "-") where text[index...].first == byte: skip(to: [UInt8(ascii: "\n")])
    case UInt8(ascii: "/") where text[index...].first == UInt8(ascii: "*"):
      skip(to: Array("*/".utf8))
    case let byte where byte.isNameByte:
      // A dollar sign may stand within a name.
      while index < text.count, text[index].isNameByte || text[index] == UInt8(ascii: "$") {
        index += 1
      }
    default: break
    }
  }

  private mutating func skip(to end: [UInt8]) {
    while index < text.count, !text[index...].starts(with: end) { index += 1 }
    index = Swift.min(index + end.count, text.count)
  }
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (65...90).contains(self)
      || (97...122).contains(self) || self > 127
  }
}
