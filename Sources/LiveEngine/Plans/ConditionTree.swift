import DatabaseTypes
import TypedSQL

/// A condition of a statement, read as far as names, values and parentheses go.
///
/// It can be read only where it stands for itself whatever stands beside it: parentheses are closed, and nothing is
/// commented out.
struct ConditionTree {
  /// A piece of SQL.
  enum Node: Equatable {
    /// What stands in parentheses.
    case group([Node])
    /// A name in double quotes.
    case name(String)
    /// A bound value.
    case value(DatabaseValue)
    /// A word outside of quotes, in lower case.
    case word(String)
    /// A comma, a point, or an operator that compares.
    case symbol(String)
    /// Anything else.
    case other
  }

  let nodes: [Node]

  /// Reads a condition; `nil` where it cannot be read.
  init?(_ condition: QueryFragment) {
    let (sql, bindings) = condition.render()
    var reader = ConditionReader(Array(sql.utf8), bindings)
    guard let nodes = reader.read(), reader.isAtEnd else { return nil }
    self.nodes = nodes
  }
}

extension ConditionTree {
  /// Whether no word outside of parentheses ends what it is part of, or changes what stands beside it.
  var hasNoClause: Bool {
    !nodes.contains {
      if case .word(let word) = $0 { Self.clauseWords.contains(word) } else { false }
    }
  }

  /// Whether it is one expression, and no list.
  var isOneExpression: Bool { hasNoClause && !nodes.contains(.symbol(",")) && !nodes.isEmpty }

  private static let clauseWords: Set<String> = [
    "all", "distinct", "except", "from", "group", "having", "intersect", "limit", "offset", "order",
    "returning", "select", "set", "union", "values", "where", "window", "with",
  ]
}

/// A reader of the text of a condition.
private struct ConditionReader {
  private let text: [UInt8]
  private var bindings: ArraySlice<QueryBinding>
  private var index = 0

  init(_ text: [UInt8], _ bindings: [QueryBinding]) {
    self.text = text
    self.bindings = bindings[...]
  }

  var isAtEnd: Bool { index == text.count && bindings.isEmpty }

  private var byte: UInt8? { index < text.count ? text[index] : nil }
  private var nextByte: UInt8? { index + 1 < text.count ? text[index + 1] : nil }

  /// Reads to the end, or to the parenthesis that closes a group.
  mutating func read() -> [ConditionTree.Node]? {
    var nodes: [ConditionTree.Node] = []
    while let byte, byte != UInt8(ascii: ")") {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        index += 1
      } else {
        guard let node = node(byte) else { return nil }
        nodes.append(node)
      }
    }
    return nodes
  }

  private mutating func node(_ byte: UInt8) -> ConditionTree.Node? {
    switch byte {
    case UInt8(ascii: "("): return group()
    case UInt8(ascii: "?"): return value()
    case UInt8(ascii: "\""): return quoted(byte).map { .name($0) }
    case UInt8(ascii: "'"), UInt8(ascii: "`"): return quoted(byte).map { _ in .other }
    // Comments, other spellings of parameters and of names, and more than one statement.
    case UInt8(ascii: "-") where nextByte == byte: return nil
    case UInt8(ascii: "/") where nextByte == UInt8(ascii: "*"): return nil
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "#"),
      UInt8(ascii: "["), UInt8(ascii: ";"):
      return nil
    case let byte where byte.isWordByte: return word()
    case let byte where "=<>!,.".utf8.contains(byte): return symbol()
    default:
      index += 1
      return .other
    }
  }

  private mutating func group() -> ConditionTree.Node? {
    index += 1
    guard let nodes = read(), byte == UInt8(ascii: ")") else { return nil }
    index += 1
    return .group(nodes)
  }

  private mutating func value() -> ConditionTree.Node? {
    index += 1
    // A parameter with a number may be another one's value.
    if let byte, byte.isWordByte { return nil }
    guard let value = try? bindings.popFirst()?.databaseValue() else { return nil }
    return .value(value)
  }

  private mutating func quoted(_ quote: UInt8) -> String? {
    var bytes: [UInt8] = []
    index += 1
    while let byte {
      index += 1
      if byte == quote {
        guard self.byte == quote else { return String(decoding: bytes, as: UTF8.self) }
        index += 1
      }
      bytes.append(byte)
    }
    return nil
  }

  private mutating func word() -> ConditionTree.Node {
    let start = index
    while let byte, byte.isWordByte { index += 1 }
    return .word(String(decoding: text[start..<index], as: UTF8.self).lowercased())
  }

  private mutating func symbol() -> ConditionTree.Node {
    let start = index
    index += 1
    let two = text[start...].prefix(2)
    if ["==", "<=", ">=", "<>", "!=", "<<", ">>"].contains(where: { two.elementsEqual($0.utf8) }) {
      index += 1
    }
    return .symbol(String(decoding: text[start..<index], as: UTF8.self))
  }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (65...90).contains(self)
      || (97...122).contains(self) || self > 127
  }
}
