import DatabaseTypes
import Foundation
import SQLSyntax

/// The planner's information about a query: the tables that it reads and the functions that it
/// calls.
///
/// If the planner omits a table, the table does not affect the result for now. All partitions of a
/// table may be omitted, and another one may be added later.
struct ExplainedQuery {
  private(set) var tables: Set<TableName> = []
  /// The names of all functions that it calls, including those in views and policies, in lower
  /// case.
  private(set) var calls: Set<String> = []
  /// A remote scan whose tables are not named, as when a foreign server aggregates rows.
  private(set) var remoteScan: String?
  /// Whether some rows are omitted by an expression that the plan does not show.
  private(set) var hasLimit = false
  private var texts: [String] = []

  /// Parses the result of `EXPLAIN (VERBOSE, FORMAT JSON)`.
  init(_ json: String) throws {
    add(try JSONDecoder().decode(Explanation.self, from: Data(json.utf8)))
  }

  /// Returns whether an expression of the plan contains a text.
  func mentions(_ text: String) -> Bool { texts.contains { $0.contains(text) } }

  private mutating func add(_ explanation: Explanation) {
    switch explanation {
    case .text(let text):
      calls.formUnion(Self.calls(in: text))
      texts.append(text)
    case .list(let all): for one in all { add(one) }
    case .node(let members):
      addNode(members)
      for member in members.values { add(member) }
    case .other: break
    }
  }

  private mutating func addNode(_ members: [String: Explanation]) {
    guard let type = members["Node Type"]?.text else { return }
    if type == "Limit" { hasLimit = true }
    if let name = members["Relation Name"]?.text {
      tables.insert(TableName(schema: members["Schema"]?.text ?? "pg_temp", name))
    } else if type == "Foreign Scan" || type == "Custom Scan" && members["Plans"] == nil {
      remoteScan = members["Relations"]?.text ?? type
    }
  }

  /// Returns the names right before opening parentheses.
  private static func calls(in text: String) -> [String] {
    let source = SQLTokens(text, grammar: .postgres)
    let tokens = Array(source)
    return zip(tokens, tokens.dropFirst()).compactMap { name, next in
      guard next.kind == .openParenthesis, name.range.upperBound == next.range.lowerBound else {
        return nil
      }
      return source.name(of: name)?.lowercased()
    }
  }
}

/// A part of a query plan in JSON.
private indirect enum Explanation: Decodable {
  case text(String)
  case list([Explanation])
  case node([String: Explanation])
  case other

  var text: String? { if case .text(let text) = self { text } else { nil } }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Explanation].self) {
      self = .list(list)
    } else if let node = try? container.decode([String: Explanation].self) {
      self = .node(node)
    } else {
      self = .other
    }
  }
}
