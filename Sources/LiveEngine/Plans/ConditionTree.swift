import DatabaseTypes
import TypedSQL

/// A condition of a statement, parsed into names, values and parentheses.
///
/// It can be parsed only if its meaning does not depend on its surroundings: its parentheses are
/// closed, and nothing is commented out.
struct ConditionTree {
  /// A piece of SQL.
  enum Node: Equatable {
    /// The contents of parentheses.
    case group([Node])
    /// A name in double quotes.
    case name(String)
    /// A bound value.
    case value(DatabaseValue)
    /// An unquoted word, in lower case.
    case word(String)
    /// A comma, a point, or a comparison operator.
    case symbol(String)
    /// Anything else.
    case other
  }

  let nodes: [Node]

  private let syntax: SQLSyntax

  /// Parses a condition; `nil` if it cannot be parsed.
  init?(_ condition: QueryFragment, _ syntax: SQLSyntax = .sqlite) {
    let (sql, bindings) = condition.render()
    var reader = ConditionReader(Array(sql.utf8), bindings, syntax)
    guard let nodes = reader.read(), reader.isAtEnd else { return nil }
    (self.nodes, self.syntax) = (nodes, syntax)
  }
}

extension ConditionTree {
  /// Whether no word outside of parentheses could end the expression or change its surroundings.
  var hasNoClause: Bool {
    !nodes.contains {
      guard case .word(let word) = $0 else { return false }
      return Self.clauseWords.contains(word)
        || syntax == .postgres && Self.postgresClauseWords.contains(word)
    }
  }

  /// Whether it is a single expression and not a list.
  var isOneExpression: Bool { hasNoClause && !nodes.contains(.symbol(",")) && !nodes.isEmpty }

  private static let clauseWords: Set<String> = [
    "all", "distinct", "except", "from", "group", "having", "intersect", "limit", "offset", "order",
    "returning", "select", "set", "union", "values", "where", "window", "with",
  ]

  /// Those that begin other clauses in PostgreSQL.
  private static let postgresClauseWords: Set<String> = [
    "fetch", "for", "into", "only", "tablesample", "using",
  ]
}

/// A reader of the text of a condition.
private struct ConditionReader {
  private let text: [UInt8]
  private let isPostgres: Bool
  private var bindings: ArraySlice<QueryBinding>
  private var index = 0

  init(_ text: [UInt8], _ bindings: [QueryBinding], _ syntax: SQLSyntax) {
    self.text = text
    self.bindings = bindings[...]
    isPostgres = syntax == .postgres
  }

  var isAtEnd: Bool { index == text.count && bindings.isEmpty }

  private var byte: UInt8? { index < text.count ? text[index] : nil }
  private var nextByte: UInt8? { index + 1 < text.count ? text[index + 1] : nil }

  /// Reads to the end, or to the parenthesis that closes a group.
  mutating func read() -> [ConditionTree.Node]? {
    var nodes: [ConditionTree.Node] = []
    while let byte, byte != UInt8(ascii: ")"), byte != UInt8(ascii: "]") || !isPostgres {
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
    if isPostgres, let node = postgresNode(byte) { return node }
    switch byte {
    case UInt8(ascii: "("): return group(UInt8(ascii: ")"))
    // What ends a text with escapes is decided by another rule.
    case UInt8(ascii: "e") where isPostgres && nextByte == UInt8(ascii: "'"),
      UInt8(ascii: "E") where isPostgres && nextByte == UInt8(ascii: "'"):
      return nil
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

  /// What only PostgreSQL has: arrays and their elements, casts, operators of other signs.
  private mutating func postgresNode(_ byte: UInt8) -> ConditionTree.Node? {
    if byte == UInt8(ascii: "[") { return group(UInt8(ascii: "]")) }
    guard ":@#`".utf8.contains(byte) else { return nil }
    index += 1
    return .other
  }

  private mutating func group(_ end: UInt8) -> ConditionTree.Node? {
    index += 1
    guard let nodes = read(), byte == end else { return nil }
    index += 1
    return .group(nodes)
  }

  private mutating func value() -> ConditionTree.Node? {
    index += 1
    // A numbered parameter may refer to another one's value.
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
