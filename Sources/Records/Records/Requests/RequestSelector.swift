import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// A builder of a request's select list, which records the row that each column belongs to.
struct RequestSelector {
  struct Item {
    /// The item as it is written in the list.
    let written: QueryFragment
    /// The item without its name.
    let expression: QueryFragment
  }

  let context: _ExpressionContext
  private(set) var list: [Item] = []
  /// Whether the list selects all columns of one table.
  private(set) var isStar = false
  /// Whether the list contains an aggregate, so that all rows give one.
  private(set) var isAggregate = false
  /// Whether the list contains names that conditions may use.
  private(set) var hasNames = false

  /// The `WITH` clause of the statement.
  private let commonTables: QueryFragment

  init(context: _ExpressionContext, commonTables: QueryFragment) {
    self.context = context
    self.commonTables = commonTables
  }

  /// Lists the selection of a request.
  mutating func select(_ root: RequestNode) throws -> RowShape {
    let isAlone = !root.hasFurtherColumns
    if isAlone, root.selection.count == 1, case .allColumns(let excluded) = root.selection[0].kind,
      excluded.isEmpty
    {
      // SQLite expands the columns.
      list = [Item(written: "*", expression: "*")]
      isStar = true
      return RowShape(key: nil)
    }
    var shape = try rows(root, key: nil, isIncluded: true, isOptional: false)
    try hide(root, in: &shape)
    return shape
  }

  /// Appends the hidden columns by which rows are assigned to their owners.
  ///
  /// - Returns: The places of these columns among the others, if they are there already, and there
  ///   is hardly any room left; nothing is appended then.
  mutating func link(_ columns: [QueryFragment], of root: RequestNode) throws -> [Int]? {
    if columns.isEmpty { return nil }
    let names = try isStar ? self.columns(of: root.clauses.table) : []
    if max(names.count, list.count) > Self.roomyCount {
      let selected =
        isStar
        ? names.map { QueryFragment(column: $0, of: root.name) } : list.map(\.written)
      let places = columns.compactMap { selected.firstIndex(of: $0) }
      if places.count == columns.count { return places }
    }
    append(columns)
    return nil
  }

  /// The number of columns that leaves enough room for hidden ones: SQLite returns at most 2,000,
  /// PostgreSQL 1,664.
  private static let roomyCount = 1_600

  private mutating func append(_ columns: [QueryFragment]) {
    list += columns.map { Item(written: $0, expression: $0) }
  }

  /// Lists the columns of a table, and those of the tables that are joined to it.
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
        let column = QueryFragment(quote: "⟨without \(excluded.map(\.text).sorted())⟩")
        list.append(Item(written: column, expression: column))
      }
      for name in names where !excluded.contains(.foldingASCII(name)) {
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

  /// Lists the columns by which prefetched rows are found.
  private mutating func hide(_ node: RequestNode, in shape: inout RowShape) throws {
    for (child, pairs) in node.prefetched {
      let columns = pairs.map { QueryFragment(column: $0.origin, of: node.name) }
      shape.prefetches.append(
        RowShape.Prefetch(
          key: child.key,
          columns: place(of: columns),
          steps: child.steps,
          pairs: pairs
        )
      )
    }
    for (index, (_, joined, _)) in node.joined.enumerated() {
      try hide(joined, in: &shape.children[index].shape)
    }
  }

  /// Returns the place of columns at the end of the list, or where they are already if there is
  /// hardly any room left.
  private mutating func place(of columns: [QueryFragment]) -> Range<Int> {
    let written = list.count > Self.roomyCount ? list.map(\.written) : []
    if let first = columns.first, let start = written.firstIndex(of: first),
      written[start...].starts(with: columns)
    {
      return start..<start + columns.count
    }
    append(columns)
    return list.count - columns.count..<list.count
  }
}

extension RequestNode {
  /// The selection of the table.
  var selection: [SQLSelection] {
    (clauses.selection ?? clauses.table.selection()) + clauses.annotations
  }

  /// Whether columns are selected in addition to the table's own.
  fileprivate var hasFurtherColumns: Bool {
    !prefetched.isEmpty || !joined.isEmpty
  }
}
