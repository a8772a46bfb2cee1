import DatabaseTypes
import SQLSyntax
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

  private let syntax: SQLGrammar

  /// Parses a condition; `nil` if it cannot be parsed.
  init?(_ condition: QueryFragment, _ syntax: SQLGrammar = .sqlite) {
    let (sql, bindings) = condition.render()
    var reader = ConditionReader(sql, bindings, syntax)
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
  private let tokens: SQLTokens
  private var rest: ArraySlice<SQLTextToken>
  private var bindings: ArraySlice<QueryBinding>

  init(_ sql: String, _ bindings: [QueryBinding], _ syntax: SQLGrammar) {
    tokens = SQLTokens(sql, grammar: syntax, comments: true)
    rest = Array(tokens)[...]
    self.bindings = bindings[...]
  }

  var isAtEnd: Bool { rest.isEmpty && bindings.isEmpty }

  /// Reads to the end, or to the parenthesis that closes a group.
  mutating func read() -> [ConditionTree.Node]? {
    var nodes: [ConditionTree.Node] = []
    while let token = rest.first, token.kind != .closeParenthesis, token.kind != .closeBracket {
      rest.removeFirst()
      guard append(token, to: &nodes) else { return nil }
    }
    return nodes
  }

  /// Appends what a token means.
  ///
  /// - Returns: `false` for what cannot be parsed: comments, other spellings of parameters, texts
  ///   and names, and more than one statement.
  private mutating func append(_ token: SQLTextToken, to nodes: inout [ConditionTree.Node]) -> Bool
  {
    let first = tokens.bytes[token.range.lowerBound]
    var node: ConditionTree.Node?
    switch token.kind {
    case .openParenthesis: node = group(.closeParenthesis)
    case .openBracket: node = group(.closeBracket)
    case .word, .number: node = .word(tokens.text(of: token).lowercased())
    case .quotedName where first == UInt8(ascii: "\""):
      node = token.isTerminated ? tokens.name(of: token).map { .name($0) } : nil
    case .quotedName where first == UInt8(ascii: "`"): node = token.isTerminated ? .other : nil
    case .text where first == UInt8(ascii: "'"): node = token.isTerminated ? .other : nil
    case .bytes: node = token.isTerminated ? .other : nil
    case .comma, .point: node = .symbol(tokens.text(of: token))
    case .parameter: node = token.range.count == 1 ? value() : nil
    case .sign where tokens.bytes[token.range].contains(UInt8(ascii: "?")):
      return appendSignOfValue(token, to: &nodes)
    case .sign: node = Self.sign(tokens.text(of: token))
    default: break
    }
    if let node { nodes.append(node) }
    return node != nil
  }

  private mutating func group(_ end: SQLTextToken.Kind) -> ConditionTree.Node? {
    guard let nodes = read(), rest.popFirst()?.kind == end else { return nil }
    return .group(nodes)
  }

  private mutating func value() -> ConditionTree.Node? {
    (try? bindings.popFirst()?.databaseValue()).map { .value($0) }
  }

  /// Appends the bound values whose `?` PostgreSQL would read as a part of an operator: `=?`.
  private mutating func appendSignOfValue(
    _ token: SQLTextToken,
    to nodes: inout [ConditionTree.Node]
  ) -> Bool {
    let sign = tokens.text(of: token)
    // A numbered parameter may refer to another one's value.
    let next = rest.first.flatMap { $0.range.lowerBound == token.range.upperBound ? $0 : nil }
    if sign.last == "?", next?.kind == .number || next?.kind == .word { return false }
    for (index, part) in sign.split(separator: "?", omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        guard let value = value() else { return false }
        nodes.append(value)
      }
      if !part.isEmpty { nodes.append(Self.sign(String(part))) }
    }
    return true
  }

  private static func sign(_ text: String) -> ConditionTree.Node {
    comparisons.contains(text) ? .symbol(text) : .other
  }

  private static let comparisons: Set<String> = [
    "=", "==", "<", ">", "<=", ">=", "<>", "!=", "<<", ">>",
  ]
}
