import DatabaseTypes
import SQLSyntax

/// The columns and the constraints in the text of a `CREATE TABLE`.
///
/// SQLite keeps the names of constraints nowhere else, and reports only that of a `CHECK`.
struct DeclaredConstraints {
  /// The kind of a constraint.
  enum Kind { case primaryKey, unique, check, foreignKey }

  /// A constraint of a column or of the table.
  struct Constraint {
    let kind: Kind
    /// The name after `CONSTRAINT`.
    let name: String?
    /// The columns; for a `CHECK`, all names in it, which may be columns.
    let columns: [String]
    /// The expression of a `CHECK`.
    var expression = ""
  }

  /// The names of the columns.
  private(set) var columns: [String] = []
  /// The constraints, in the order of the text.
  private(set) var constraints: [Constraint] = []

  private let text: SQLTokens
  private var tokens: ArraySlice<SQLTextToken>
  /// The column that is being defined; `nil` within the constraints of the table.
  private var column: String?
  /// The name of the next constraint.
  private var name: String?

  /// Reads the text of a `CREATE TABLE`.
  init(_ sql: String) {
    text = SQLTokens(sql, grammar: .sqlite)
    tokens = ArraySlice(text).drop { $0.kind != .openParenthesis }.dropFirst()
    readDefinitions()
  }

  /// Returns the name of the only constraint of a kind on columns, in any order.
  func name(of kind: Kind, on columns: [String]) -> String? {
    let wanted = Set(columns.map { ByteText.foldingASCII($0) })
    let found = constraints.filter { constraint in
      constraint.kind == kind && Set(constraint.columns.map { ByteText.foldingASCII($0) }) == wanted
    }
    return found.count == 1 ? found.first?.name : nil
  }

  /// Returns the columns that a `CHECK` reads; none if it is not known which one was meant.
  ///
  /// - Parameter check: Its name or its expression, as SQLite reports it.
  func columns(ofCheck check: String) -> [String] {
    let found = constraints.filter { constraint in
      constraint.kind == .check && (constraint.name ?? constraint.expression) == check
    }
    guard found.count == 1, let found = found.first else { return [] }
    let names = Set(found.columns.map { ByteText.foldingASCII($0) })
    return columns.filter { names.contains(ByteText.foldingASCII($0)) }
  }
}

// MARK: - Reading

extension DeclaredConstraints {
  private static let tableConstraints: Set = [
    "constraint", "primary", "unique", "check", "foreign",
  ]

  private mutating func readDefinitions() {
    var isStart = true
    while let token = tokens.first, token.kind != .closeParenthesis {
      if token.kind == .comma {
        tokens.removeFirst()
        (isStart, column, name) = (true, nil, nil)
      } else if token.kind == .openParenthesis {
        _ = readGroup()
      } else {
        readWord(token, isStart: isStart)
        isStart = false
      }
    }
  }

  private mutating func readWord(_ token: SQLTextToken, isStart: Bool) {
    let word = token.kind == .word ? text.text(of: token).lowercased() : ""
    tokens.removeFirst()
    if isStart, !Self.tableConstraints.contains(word) {
      column = text.name(of: token)
      columns += column.map { [$0] } ?? []
      return
    }
    switch word {
    case "constraint": name = tokens.popFirst().flatMap(text.name(of:))
    case "primary": add(.primaryKey)
    case "unique": add(.unique)
    case "foreign": add(.foreignKey)
    case "references" where column != nil: add(.foreignKey)
    case "check": addCheck()
    // What else can have a name.
    case "not", "null", "default", "collate", "generated", "as": name = nil
    default: break
    }
  }

  private mutating func add(_ kind: Kind) {
    let columns = column.map { [$0] } ?? readColumns()
    constraints.append(Constraint(kind: kind, name: name, columns: columns))
    name = nil
  }

  private mutating func addCheck() {
    let group = readGroup()
    var check = Constraint(kind: .check, name: name, columns: Self.names(in: group, of: text))
    if let first = group.first, let last = group.last {
      let bytes = text.bytes[first.range.lowerBound..<last.range.upperBound]
      check.expression = String(decoding: bytes, as: UTF8.self)
    }
    constraints.append(check)
    name = nil
  }

  /// Reads the columns of a constraint of the table: the first name of each element of a list.
  private mutating func readColumns() -> [String] {
    tokens = tokens.drop { $0.kind == .word }
    var (names, isStart) = ([String](), true)
    for token in readGroup() {
      if isStart, let name = text.name(of: token) { names.append(name) }
      isStart = token.kind == .comma
    }
    return names
  }

  /// Reads what is in the next parentheses.
  private mutating func readGroup() -> ArraySlice<SQLTextToken> {
    guard tokens.first?.kind == .openParenthesis else { return [] }
    var depth = 0
    let end = tokens.firstIndex { token in
      if token.kind == .openParenthesis { depth += 1 }
      if token.kind == .closeParenthesis { depth -= 1 }
      return depth == 0
    }
    let group = tokens[(tokens.startIndex + 1)..<(end ?? tokens.endIndex)]
    tokens = tokens[(end.map { $0 + 1 } ?? tokens.endIndex)...]
    return group
  }

  /// Returns the names in an expression that are not those of functions, collations and types.
  private static func names(in group: ArraySlice<SQLTextToken>, of text: SQLTokens) -> [String] {
    var (names, rest) = ([String](), group)
    while let token = rest.popFirst() {
      if text.isWord(token, "collate") {
        _ = rest.popFirst()
      } else if text.isWord(token, "as") {
        rest = rest.drop { $0.kind != .closeParenthesis }
      } else if let name = text.name(of: token), rest.first?.kind != .openParenthesis,
        rest.first?.kind != .point
      {
        names.append(name)
      }
    }
    return names
  }
}
