import DatabaseTypes
import Foundation

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
      calls.formUnion(Self.calls(in: Array(text.utf8)))
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

  /// Returns the names before opening parentheses.
  private static func calls(in text: [UInt8]) -> [String] {
    text.indices.compactMap { index in
      guard text[index] == UInt8(ascii: "("), index > 0 else { return nil }
      let name = text[index - 1] == 0x22 ? quoted(text[..<index]) : plain(text[..<index])
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self).lowercased()
    }
  }

  /// Returns the unquoted name at the end of a text.
  private static func plain(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.lastIndex { byte in
      !(byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || (48...57).contains(byte)
        || (65...90).contains(byte) || (97...122).contains(byte) || byte > 127)
    }
    return start.map { text[($0 + 1)...] } ?? text
  }

  /// Returns the quoted name at the end of a text, in which a doubled quotation mark stands for
  /// one.
  private static func quoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (name, index): ([UInt8], Int) = ([], text.endIndex - 2)
    while index >= text.startIndex {
      if text[index] == 0x22 {
        guard index > text.startIndex, text[index - 1] == 0x22 else { break }
        index -= 1
      }
      name.append(text[index])
      index -= 1
    }
    return Array(name.reversed())[...]
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
