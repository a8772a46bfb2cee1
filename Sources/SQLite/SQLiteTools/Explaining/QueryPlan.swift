import SQLiteDatabase

/// A plan for running a statement: the tree of `EXPLAIN QUERY PLAN`, with warnings about slow
/// steps.
///
/// https://www.sqlite.org/eqp.html
public struct QueryPlan: Sendable, Hashable {
  /// A step, with the steps inside it.
  public struct Node: Sendable, Hashable {
    /// SQLite's description of the step.
    public let detail: String
    /// A warning if the step is slow.
    public let warning: Warning?
    /// The steps inside this one.
    public let children: [Node]
  }

  /// A warning about a step whose cost grows with the number of rows.
  public enum Warning: Sendable, Hashable {
    /// The step reads every row of a table.
    case fullScan(table: String)
    /// The step reads every entry of an index.
    case fullIndexScan(table: String)
    /// The step sorts rows, or removes duplicates, in a temporary B-tree.
    case temporarySort(purpose: String)
    /// The step builds an index for this run, and then discards it.
    case automaticIndex(table: String)
  }

  /// The SQL, on several lines, with placeholders in place of values.
  public let sql: String
  /// The outermost steps.
  public let roots: [Node]
}

extension QueryPlan {
  /// Creates a tree from the rows of `EXPLAIN QUERY PLAN`.
  package init(_ rows: [(id: Int64, parent: Int64, detail: String)], of sql: String = "") {
    self.sql = sql
    // Scans of intermediate results are not scans of tables.
    let parts = Set(rows.compactMap { Self.partName($0.detail) })
    var children: [Int64: [(id: Int64, detail: String)]] = [:]
    let ids = Set(rows.map(\.id))
    for row in rows {
      // A step is an outermost one if its parent is missing or is the step itself.
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

  /// Returns the name of the intermediate result that a step prepares.
  ///
  /// Examples are `MATERIALIZE totals` and `CO-ROUTINE recent`.
  private static func partName(_ detail: String) -> String? {
    ["MATERIALIZE ", "CO-ROUTINE "].lazy
      .filter { detail.hasPrefix($0) }.map { String(detail.dropFirst($0.count)) }.first
  }

  /// All warnings, in the order of the steps.
  public var warnings: [Warning] {
    func warnings(of node: Node) -> [Warning] {
      [node.warning].compactMap(\.self) + node.children.flatMap(warnings)
    }
    return roots.flatMap(warnings)
  }
}

extension QueryPlan.Warning {
  /// Creates a warning if SQLite's description of a step shows that it is slow.
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

  /// Returns the table or its alias: the text between the verb and `USING`.
  private static func tableName(_ detail: String) -> String {
    var rest = detail.drop { $0 != " " }.dropFirst()
    // SQLite before 3.36 writes `SCAN TABLE orders`.
    if rest.hasPrefix("TABLE ") { rest = rest.dropFirst("TABLE ".count) }
    for end in [" USING ", " VIRTUAL TABLE "] {
      if let range = rest.firstRange(of: end) { rest = rest[..<range.lowerBound] }
    }
    return String(rest)
  }

  /// The name of the warning, for programs.
  package var kind: String {
    switch self {
    case .fullScan: "fullScan"
    case .fullIndexScan: "fullIndexScan"
    case .temporarySort: "temporarySort"
    case .automaticIndex: "automaticIndex"
    }
  }

  /// The meaning of the warning, for people.
  public var explanation: String {
    switch self {
    case .fullScan(let table): "full scan: reads every row of \(table)"
    case .fullIndexScan(let table): "full scan: reads every entry of an index of \(table)"
    case .temporarySort(let purpose): "temporary sort for \(purpose)"
    case .automaticIndex(let table):
      "SQLite builds an index on \(table) for each run; create one"
    }
  }
}
