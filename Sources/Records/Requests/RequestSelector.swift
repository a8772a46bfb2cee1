import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// Lists what a request selects, and notes to which row each column belongs.
struct RequestSelector {
  struct Item {
    /// As it stands in the list.
    let written: QueryFragment
    /// Without its name.
    let expression: QueryFragment
  }

  let context: _ExpressionContext
  private(set) var list: [Item] = []
  /// Whether it selects all columns of one table.
  private(set) var isStar = false
  /// Whether one row comes of all.
  private(set) var isAggregate = false
  /// Whether there are names that conditions may use.
  private(set) var hasNames = false

  /// What the statement names first.
  private let commonTables: QueryFragment

  init(context: _ExpressionContext, commonTables: QueryFragment) {
    self.context = context
    self.commonTables = commonTables
  }

  /// Lists what a request selects.
  mutating func select(_ root: RequestNode) throws -> RowShape {
    let isAlone = !root.hasColumnsBesides
    if isAlone, root.selection.count == 1, case .allColumns(let excluded) = root.selection[0].kind,
      excluded.isEmpty
    {
      // SQLite knows the columns.
      list = [Item(written: "*", expression: "*")]
      isStar = true
      return RowShape(key: nil)
    }
    var shape = try rows(root, key: nil, isIncluded: true, isOptional: false)
    try hide(root, in: &shape)
    return shape
  }

  /// Lists columns that are for no reader.
  mutating func append(_ columns: [QueryFragment]) {
    list += columns.map { Item(written: $0, expression: $0) }
  }

  /// Lists the columns of a table, and of those that are joined to it.
  private mutating func rows(
    _ node: RequestNode,
    key: String?,
    isIncluded: Bool,
    isOptional: Bool
  ) throws -> RowShape {
    var shape = RowShape(key: key)
    shape.isOptional = isOptional
    let start = list.count
    if isIncluded { for selection in node.selection { try add(selection, node) } }
    for (child, joined, _) in node.joined where child.kind.isAnnotation {
      for selection in joined.selection { try add(selection, joined) }
    }
    if start < list.count { shape.columns.append(start..<list.count) }
    for (child, joined, _) in node.joined {
      let inner = try rows(
        joined,
        key: child.key,
        isIncluded: child.kind.isIncluded,
        isOptional: isOptional || !child.kind.isRequired
      )
      shape.children.append(RowShape.Child(shape: inner, isIncluded: child.kind.isIncluded))
    }
    return shape
  }

  private mutating func add(_ selection: SQLSelection, _ node: RequestNode) throws {
    if selection.isAggregate { isAggregate = true }
    switch selection.kind {
    case .inContext(let make):
      for selection in try make(context.within(node)) { try add(selection, node) }
    case .allColumns(let excluded):
      let names = try columns(of: node.clauses.table)
      if context.isSymbolic, !excluded.isEmpty {
        let column = QueryFragment(quote: "⟨without \(excluded.sorted())⟩")
        list.append(Item(written: column, expression: column))
      }
      for name in names where !excluded.contains(name.lowercased()) {
        let column = QueryFragment(column: name, of: node.name)
        list.append(Item(written: column, expression: column))
      }
    case .expression(let expression, let name):
      let fragment = try expression._fragment(in: context.within(node))
      let written = name.map { fragment + " AS \(quote: $0)" } ?? fragment
      if name != nil { hasNames = true }
      list.append(Item(written: written, expression: fragment))
    }
  }

  private func columns(of table: RequestedTable) throws -> [String] {
    guard let common = table.commonTable else { return try context.schema.columns(of: table.name) }
    if !common.columns.isEmpty { return common.columns }
    return try context.schema.columns(of: commonTables + "SELECT * FROM \(quote: common.name)")
  }

  /// Lists the columns by which rows are found that are fetched afterwards.
  private mutating func hide(_ node: RequestNode, in shape: inout RowShape) throws {
    for (child, pairs) in node.prefetched {
      let start = list.count
      for pair in pairs {
        let column = QueryFragment(column: pair.origin, of: node.name)
        list.append(Item(written: column, expression: column))
      }
      shape.prefetches.append(
        RowShape.Prefetch(
          key: child.key,
          columns: start..<list.count,
          steps: child.steps,
          pairs: pairs
        )
      )
    }
    for (index, (_, joined, _)) in node.joined.enumerated() {
      try hide(joined, in: &shape.children[index].shape)
    }
  }
}

extension RequestNode {
  /// What is selected of the table.
  var selection: [SQLSelection] {
    (clauses.selection ?? clauses.table.selection()) + clauses.annotations
  }

  /// Whether anything is selected but the table's own columns.
  fileprivate var hasColumnsBesides: Bool {
    !prefetched.isEmpty || !joined.isEmpty
  }
}
