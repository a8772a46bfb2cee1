import SQLiteDatabase

/// How SQLite will run a statement: the tree of `EXPLAIN QUERY PLAN`, with what is slow in it.
///
/// https://www.sqlite.org/eqp.html
public struct QueryPlan: Sendable, Hashable {
  /// A step, and the steps inside it.
  public struct Node: Sendable, Hashable {
    /// SQLite's words.
    public let detail: String
    /// What is slow about the step; `nil` where nothing is.
    public let warning: Warning?
    /// The steps inside.
    public let children: [Node]
  }

  /// Something that costs more the more rows there are.
  public enum Warning: Sendable, Hashable {
    /// Every row of a table is read.
    case fullScan(table: String)
    /// Every entry of an index is read.
    case fullIndexScan(table: String)
    /// Rows are sorted, or made distinct, in a temporary tree.
    case temporarySort(purpose: String)
    /// An index is made for this run, and thrown away after it.
    case automaticIndex(table: String)
  }

  /// The SQL text, in lines, with placeholders in place of values.
  public let sql: String
  /// The outermost steps.
  public let roots: [Node]
}

extension QueryPlan {
  /// Makes a tree of the rows of `EXPLAIN QUERY PLAN`.
  package init(_ rows: [(id: Int64, parent: Int64, detail: String)], of sql: String = "") {
    self.sql = sql
    // Results of parts of the statement are scanned too; they are not tables.
    let parts = Set(rows.compactMap { Self.partName($0.detail) })
    var children: [Int64: [(id: Int64, detail: String)]] = [:]
    let ids = Set(rows.map(\.id))
    for row in rows {
      // A step whose parent is not there, or is itself, is an outermost one.
      let parent = ids.contains(row.parent) && row.parent < row.id ? row.parent : -1
      children[parent, default: []].append((row.id, row.detail))
    }
    func nodes(of parent: Int64) -> [Node] {
      (children[parent] ?? []).map { row in
        Node(
          detail: row.detail,
          warning: Warning(row.detail, parts: parts),
          children: nodes(of: row.id)
        )
      }
    }
    roots = nodes(of: -1)
  }

  /// The name of the part that a step prepares: `MATERIALIZE totals`, `CO-ROUTINE recent`.
  private static func partName(_ detail: String) -> String? {
    ["MATERIALIZE ", "CO-ROUTINE "].lazy
      .filter { detail.hasPrefix($0) }.map { String(detail.dropFirst($0.count)) }.first
  }

  /// All that is slow, in the order of the steps.
  public var warnings: [Warning] {
    func warnings(of node: Node) -> [Warning] {
      [node.warning].compactMap(\.self) + node.children.flatMap(warnings)
    }
    return roots.flatMap(warnings)
  }
}

extension QueryPlan.Warning {
  /// Finds what is slow in SQLite's words for a step.
  package init?(_ detail: String, parts: Set<String>) {
    if detail.hasPrefix("USE TEMP B-TREE FOR ") {
      self = .temporarySort(purpose: String(detail.dropFirst("USE TEMP B-TREE FOR ".count)))
      return
    }
    let name = Self.tableName(detail)
    if detail.contains(" USING AUTOMATIC ") {
      self = .automaticIndex(table: name)
      return
    }
    guard detail.hasPrefix("SCAN "), detail != "SCAN CONSTANT ROW", !parts.contains(name),
      !detail.contains(" VIRTUAL TABLE "), !name.hasPrefix("("), !detail.hasPrefix("SCAN SUBQUERY ")
    else { return nil }
    let isIndex = detail.contains(" USING INDEX ") || detail.contains(" USING COVERING INDEX ")
    self = isIndex ? .fullIndexScan(table: name) : .fullScan(table: name)
  }

  /// The table, or the name that stands for it: what is between the verb and `USING`.
  private static func tableName(_ detail: String) -> String {
    var rest = detail.drop { $0 != " " }.dropFirst()
    // Libraries before 3.36 write `SCAN TABLE orders`.
    if rest.hasPrefix("TABLE ") { rest = rest.dropFirst("TABLE ".count) }
    for end in [" USING ", " VIRTUAL TABLE "] {
      if let range = rest.firstRange(of: end) { rest = rest[..<range.lowerBound] }
    }
    return String(rest)
  }

  /// A name for programs.
  package var kind: String {
    switch self {
    case .fullScan: "fullScan"
    case .fullIndexScan: "fullIndexScan"
    case .temporarySort: "temporarySort"
    case .automaticIndex: "automaticIndex"
    }
  }

  /// What it means, for people.
  public var explanation: String {
    switch self {
    case .fullScan(let table): "full scan: reads every row of \(table)"
    case .fullIndexScan(let table): "full scan: reads every entry of an index of \(table)"
    case .temporarySort(let purpose): "temporary sort for \(purpose)"
    case .automaticIndex(let table):
      "an index on \(table) is made for each run; create one that stays"
    }
  }
}
