import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// A writer of requests as SQL.
///
/// It first names all tables, and then writes each part.
struct RequestWriter {
  private var context: _ExpressionContext
  /// The names that are in use, in lower case.
  private var taken: Set<String>

  /// Creates the writer of a statement.
  ///
  /// - Parameter isCorrelated: Whether the statement must not shadow the tables of the enclosing
  ///   statement.
  init(_ place: _RequestContext, isCorrelated: Bool = false) {
    context = place.expressionContext
    taken = Set(context.aliases.values.map { $0.table.lowercased() })
    if isCorrelated { taken.formUnion(context.tables) }
  }

  /// Writes a request.
  ///
  /// - Parameter linking: Returns further columns to select and further conditions, given the tree
  ///   of tables.
  mutating func write(
    _ clauses: _RequestClauses,
    linking: ((RequestNode, _ExpressionContext) throws -> RequestLink)? = nil
  ) throws -> _WrittenRequest {
    let root = try node(clauses)
    root.isGrouped = clauses.groups.contains { !$0.isPrimaryKey }
    context.tables.formUnion(taken)
    let link = try linking?(root, context)
    let prefix = try prefix(clauses)
    var selector = RequestSelector(context: context, commonTables: prefix)
    let shape = try selector.select(root)
    let linkPlaces = try selector.link(link?.columns ?? [], of: root)
    let list = QueryFragment(list: selector.list.map(\.written))
    let row = context(ofRowOf: root)
    var conditions = try root.clauses.filters.map { try $0._fragment(in: row) }
    conditions += link?.conditions ?? []
    let having = try having(root, &conditions)
    let groups = try groups(root, isAggregate: selector.isAggregate)
    let parts = SelectParts(
      sources: sources(root),
      isDistinct: clauses.isDistinct,
      isEmpty: clauses.isEmpty,
      columns: list,
      expressions: selector.isStar ? [] : selector.list.map(\.expression),
      from: try from(root),
      conditions: conditions,
      groups: groups,
      having: having,
      order: try order(root),
      limit: clauses.limit?.count.map { "\(QueryBinding.int(Int64($0)))" },
      offset: clauses.limit?.offset.map { "\(QueryBinding.int(Int64($0)))" }
    )
    var written = _WrittenRequest(parts: parts)
    written.prefix = prefix
    written.shape = shape.isFlat ? nil : shape
    written.isAggregate = selector.isAggregate && parts.groups.isEmpty
    written.linkPlaces = linkPlaces
    written.linkCount = linkPlaces == nil ? link?.columns.count ?? 0 : 0
    written.hasNamedColumns = selector.hasNames
    return written
  }

  private func having(_ root: RequestNode, _ conditions: inout [QueryFragment]) throws
    -> [QueryFragment]
  {
    let isGrouped = !root.clauses.groups.isEmpty
    var having: [QueryFragment] = []
    for condition in root.clauses.having {
      let fragment = try condition._fragment(in: context(of: root))
      // A condition on the rows of an association is one on each row.
      if isGrouped || condition.isAggregate {
        having.append(fragment)
      } else {
        conditions.append(fragment)
      }
    }
    return having
  }
}

/// The further columns and conditions of a statement, by which its rows are assigned to owners.
struct RequestLink {
  var columns: [QueryFragment]
  var conditions: [QueryFragment]
}

// MARK: - Tables

/// A table of a statement, with the tables that are joined to it.
final class RequestNode {
  let clauses: _RequestClauses
  /// The name by which columns refer to the table.
  let name: String
  var joined: [(child: AssociationChild, node: RequestNode, pairs: [AssociationPair])] = []
  /// The associations whose rows are prefetched.
  var prefetched: [(child: AssociationChild, pairs: [AssociationPair])] = []
  /// Whether the rows of the table are grouped, other than by their key.
  var isGrouped = false

  init(_ clauses: _RequestClauses, name: String) {
    self.clauses = clauses
    self.name = name
  }
}

extension RequestWriter {
  /// Names a table and the tables that are joined to it.
  private mutating func node(_ clauses: _RequestClauses) throws -> RequestNode {
    let node = RequestNode(clauses, name: name(clauses))
    for alias in clauses.aliases {
      context.aliases[alias.id] = (node.name, clauses.table.encoding)
      context.aliasedTables[alias.id] = clauses.table.name
    }
    for child in clauses.children {
      let schema = try context.schema
      let step = child.step
      let pairs = try step.pivot.pairs(
        from: clauses.table.name,
        to: step.clauses.table.name,
        schema
      )
      if child.kind == .prefetched {
        try step.pivot.checkColumns(from: clauses.table.name, to: step.clauses.table.name)
        node.prefetched.append((child, pairs))
      } else {
        node.joined.append((child, try self.node(step.clauses), pairs))
      }
    }
    return node
  }

  private mutating func name(_ clauses: _RequestClauses) -> String {
    let wanted = clauses.aliasName ?? clauses.table.name
    var name = wanted
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(wanted)\(number)"
      number += 1
    }
    return name
  }

  /// Returns the context of expressions on a table.
  func context(of node: RequestNode) -> _ExpressionContext { context.within(node) }

  /// Returns the context of expressions on each row of a table, even if rows are grouped.
  func context(ofRowOf node: RequestNode) -> _ExpressionContext {
    var context = context.within(node)
    context.coversGroup = false
    return context
  }

  /// Returns the tables, if the live engine can distinguish all of them.
  private func sources(_ root: RequestNode) -> [SelectParts.Source]? {
    var sources: [SelectParts.Source]? = []
    func add(_ node: RequestNode, _ kind: SelectParts.Source.Kind) {
      sources?.append(
        SelectParts.Source(kind: kind, table: node.clauses.table.name, alias: node.name)
      )
      for (child, joined, _) in node.joined {
        let isRequired = child.kind.isRequired
        // A join in parentheses is a subquery.
        if !isRequired, joined.hasRequired { return sources = nil }
        add(joined, isRequired ? .inner : .left)
      }
    }
    add(root, .first)
    return sources
  }

  /// Returns the SQL after `FROM`.
  private func from(_ root: RequestNode) throws -> QueryFragment {
    var fragment = root.source
    try appendJoins(of: root, to: &fragment)
    return fragment
  }

  private func appendJoins(of node: RequestNode, to fragment: inout QueryFragment) throws {
    for (child, joined, pairs) in node.joined {
      let isRequired = child.kind.isRequired
      let condition = try joinCondition(node, joined, pairs, child.step.pivot)
      fragment.append(isRequired ? " JOIN " : " LEFT JOIN ")
      if !isRequired, joined.hasRequired {
        // Either both tables have a row, or neither.
        var group = joined.source
        try appendJoins(of: joined, to: &group)
        fragment.append("(\(group)) ON \(condition)")
      } else {
        fragment.append("\(joined.source) ON \(condition)")
        try appendJoins(of: joined, to: &fragment)
      }
    }
  }

  private func joinCondition(
    _ origin: RequestNode,
    _ joined: RequestNode,
    _ pairs: [AssociationPair],
    _ pivot: AssociationPivot
  ) throws -> QueryFragment {
    var conditions = pairs.map { pair in
      let left = QueryFragment(column: pair.destination, of: joined.name)
      return "(\(left)) = (\(QueryFragment(column: pair.origin, of: origin.name)))" as QueryFragment
    }
    let joinedContext = context(of: joined)
    let own = try pivot.condition(
      joinedContext,
      from: (origin.name, origin.clauses.table.encoding),
      to: (joined.name, joined.clauses.table.encoding)
    )
    if let own { conditions.append(own) }
    conditions += try joined.clauses.filters.map { try $0._fragment(in: joinedContext) }
    if joined.clauses.isEmpty { conditions.append(.truth(false)) }
    if conditions.isEmpty { return .truth(true) }
    return conditions.count == 1 ? conditions[0] : QueryFragment(conjunction: conditions)
  }
}

extension _ExpressionContext {
  /// Returns the context of expressions on a table.
  func within(_ node: RequestNode) -> _ExpressionContext {
    var context = self
    context.table = node.name
    context.tableName = node.clauses.table.name
    context.encoding = node.clauses.table.encoding
    context.node = node
    context.coversGroup = node.isGrouped
    return context
  }
}

extension RequestNode {
  /// The table, as `FROM` introduces it.
  fileprivate var source: QueryFragment {
    var fragment = QueryFragment()
    let table = clauses.table.name
    if name == table {
      fragment.append(source: table)
    } else {
      fragment.append(identifier: table)
      fragment.append(" AS ")
      fragment.append(source: name)
    }
    return fragment
  }

  /// Whether the selection or the conditions contain aggregates of associated rows.
  fileprivate var usesAssociationAggregates: Bool {
    selection.contains(where: \.isOfAssociation)
      || clauses.having.contains(where: \.isOfAssociation)
      || joined.contains { $0.node.usesAssociationAggregates }
  }

  /// Whether several joined rows may belong to one row of the table.
  var joinsMany: Bool { joined.contains { $0.child.step.mayLeadToMany || $0.node.joinsMany } }

  /// Whether a joined table must have a row.
  fileprivate var hasRequired: Bool {
    joined.contains { $0.child.kind.isRequired || $0.node.hasRequired }
  }
}

// MARK: - Clauses

extension RequestWriter {
  private func groups(_ root: RequestNode, isAggregate: Bool) throws -> [QueryFragment] {
    if root.clauses.groups.isEmpty, !isAggregate, root.usesAssociationAggregates, root.joinsMany {
      // Joined rows must not multiply the rows for which they are counted.
      return try primaryKey(root)
    }
    let context = context(ofRowOf: root)
    return try root.clauses.groups.flatMap { group in
      switch group {
      case .expression(let expression): return [try expression._fragment(in: context)]
      case .primaryKey: return try primaryKey(root)
      case .whenConnected(let make):
        return try make(context.connection).map { try $0._fragment(in: context) }
      }
    }
  }

  private func primaryKey(_ node: RequestNode) throws -> [QueryFragment] {
    try context.schema.primaryKey(of: node.clauses.table.name)
      .map { QueryFragment(column: $0, of: node.name) }
  }

  /// Returns the order of the request, followed by those of the joined tables.
  private func order(_ node: RequestNode) throws -> [QueryFragment] {
    let context = context(of: node)
    let isReversed = node.clauses.order.isReversed
    let own = try node.clauses.order.terms.flatMap { term in
      switch term {
      case .term(let term):
        return [try (isReversed ? term.reversed : term).fragment(in: context)]
      case .primaryKey:
        return try primaryKey(node).map { isReversed ? $0 + " DESC" : $0 }
      case .whenConnected(let make):
        return try make(context.connection).map { term in
          try (isReversed ? term.reversed : term).fragment(in: context)
        }
      }
    }
    return try own + node.joined.flatMap { try order($0.node) }
  }

  /// Returns the `WITH` clause.
  func prefix(_ clauses: _RequestClauses) throws -> QueryFragment {
    guard !clauses.commonTables.isEmpty else { return QueryFragment() }
    let tables = try clauses.commonTables.map { table in
      let body = try table.body._fragment(in: context)
      let columns = QueryFragment(list: table.columns.map { QueryFragment(quote: $0) })
      let name = QueryFragment(quote: table.name)
      return table.columns.isEmpty
        ? "\(name) AS \(body)" : "\(name)(\(columns)) AS \(body)" as QueryFragment
    }
    let isRecursive = clauses.commonTables.contains(where: \.isRecursive)
    return (isRecursive ? "WITH RECURSIVE " : "WITH ") + QueryFragment(list: tables) + " "
  }
}

extension QueryFragment {
  /// Returns a Boolean, `1` or `0`, as the database writes it.
  static func truth(_ value: Bool) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(hint: .boolean)
    fragment.append(value ? "1" : "0")
    return fragment
  }

  /// A statement without rows.
  static var noRows: QueryFragment { "SELECT NULL WHERE \(.truth(false))" }

  /// Returns a statement as the source of another: `(SELECT …)`, with a name if the database needs
  /// one.
  static func rows(of query: QueryFragment) -> QueryFragment {
    var fragment: QueryFragment = "(\(query))"
    fragment.append(hint: .unnamedRows)
    return fragment
  }

  /// Returns a call of `count` with distinct values: `count(DISTINCT …)`.
  static func distinctCount(_ key: QueryFragment) -> QueryFragment {
    .aggregate(.count, distinct: true, [key])
  }

  /// Creates a list of fragments, separated by commas.
  init(list fragments: [QueryFragment]) {
    self.init()
    append(list: fragments)
  }

  /// Creates a conjunction of conditions: `(a) AND (b)`.
  init(conjunction conditions: [QueryFragment]) {
    self = conditions.map { "(\($0))" as QueryFragment }.joined(separator: " AND ")
  }
}
