import DatabaseTypes
import SQLSyntax

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
  /// The longest runs of the characters of which operators consist, also within texts and comments.
  ///
  /// Each operator in the statement is a part of one.
  let symbols: Set<String>
  /// The state of each open parenthesis.
  private var scopes = [Scope()]
  /// The names of the one that is being read, with its schema.
  private var parts: [String] = []

  private struct Scope {
    /// Whether a comma is followed by a table.
    var isFrom = false
    /// Whether the next name is that of a table.
    var wantsTable = false
  }

  /// Parses SQL in the form that is sent to the server.
  init(_ sql: String) {
    let runs = sql.utf8.split { !Self.ofOperators.contains($0) }
    symbols = Set(runs.map { String(Substring($0)) })
    let tokens = SQLTokens(sql, grammar: .postgres)
    var previous: SQLTextToken.Kind?
    for token in tokens {
      let isName = token.kind == .word || token.kind == .quotedName
      let isPart = isName && previous == .point && !parts.isEmpty
      // A name goes on after a point.
      if token.kind != .point, !isPart { endName() }
      read(token, in: tokens, isPart: isPart)
      previous = token.kind
    }
    endName()
  }

  // https://www.postgresql.org/docs/current/sql-createoperator.html
  private static let ofOperators = Set("+-*/<>=~!@#%^&|`?".utf8)

  private var scope: Scope {
    get { scopes[scopes.count - 1] }
    set { scopes[scopes.count - 1] = newValue }
  }

  private mutating func read(_ token: SQLTextToken, in tokens: SQLTokens, isPart: Bool) {
    switch token.kind {
    case .openParenthesis:
      // Where a table is expected, parentheses contain joined tables or a statement.
      scopes.append(Scope(isFrom: scope.wantsTable, wantsTable: scope.wantsTable))
    case .closeParenthesis:
      if scopes.count > 1 { scopes.removeLast() }
      scope.wantsTable = false
    case .comma: scope.wantsTable = scope.isFrom
    case .word, .quotedName:
      guard let name = tokens.name(of: token) else { return }
      words.insert(name)
      if isPart || token.kind == .quotedName { parts.append(name) } else { read(word: name) }
    default: break
    }
  }

  private mutating func read(word: String) {
    switch word {
    case "from", "join", "table": scope = Scope(isFrom: true, wantsTable: true)
    case "only", "lateral": break
    case let word where Self.endsFrom.contains(word): scope = Scope()
    default: parts = [word]
    }
  }

  private static let endsFrom: Set<String> = [
    "select", "where", "group", "having", "window", "order", "limit", "offset", "fetch", "for",
    "union", "intersect", "except",
  ]

  /// Ends a name that may have a schema.
  private mutating func endName() {
    guard !parts.isEmpty else { return }
    defer { parts = [] }
    guard scope.wantsTable else { return }
    scope.wantsTable = false
    // Before a schema there can only be the current database. In `extract(year FROM s.t.c)`, which
    // looks alike, the server would take a schema for a database, and fail.
    let name = parts.suffix(2).map { $0.quoted(by: "\"") }.joined(separator: ".")
    names.insert(ByteText(name))
  }
}
