import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// Writes a request as SQL.
///
/// First all tables get their names, then each part is written where it stands.
struct RequestWriter {
  private var context: _ExpressionContext
  /// The names that tables have, in lower case.
  private var taken: Set<String>

  /// Begins a statement.
  ///
  /// - Parameter isCorrelated: Whether the tables of the statement around it must not be hidden by its own.
  init(_ place: _RequestContext, isCorrelated: Bool = false) {
    context = place.expressionContext
    taken = Set(context.aliases.values.map { $0.table.lowercased() })
    if isCorrelated { taken.formUnion(context.tables) }
  }

  /// Writes a request.
  ///
  /// - Parameter linking: What is selected besides, and which conditions hold besides, told by the tree of its tables.
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
    selector.append(link?.columns ?? [])
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
    written.linkCount = link?.columns.count ?? 0
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

/// What a statement selects and demands besides, so that its rows can be given to others.
struct RequestLink {
  var columns: [QueryFragment]
  var conditions: [QueryFragment]
}

// MARK: - Tables

/// A table of a statement, with those that are joined to it.
final class RequestNode {
  let clauses: _RequestClauses
  /// The name by which columns refer to it.
  let name: String
  var joined: [(child: AssociationChild, node: RequestNode, pairs: [AssociationPair])] = []
  /// What is fetched afterwards.
  var prefetched: [(child: AssociationChild, pairs: [AssociationPair])] = []
  /// Whether its rows are put into groups, by something else than their key.
  var isGrouped = false

  init(_ clauses: _RequestClauses, name: String) {
    self.clauses = clauses
    self.name = name
  }
}

extension RequestWriter {
  /// Names a table and those that are joined to it.
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

  /// What names stand for among the columns of a table.
  func context(of node: RequestNode) -> _ExpressionContext { context.within(node) }

  /// The same for what belongs to each row, also where rows are put into groups.
  func context(ofRowOf node: RequestNode) -> _ExpressionContext {
    var context = context.within(node)
    context.isOfGroup = false
    return context
  }

  /// The tables, where all of them can be told apart by the live engine.
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

  /// What stands after `FROM`.
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
        // Rows of both tables are there, or of none.
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
  /// What names stand for among the columns of a table.
  func within(_ node: RequestNode) -> _ExpressionContext {
    var context = self
    context.table = node.name
    context.tableName = node.clauses.table.name
    context.encoding = node.clauses.table.encoding
    context.node = node
    context.isOfGroup = node.isGrouped
    return context
  }
}

extension RequestNode {
  /// The table as it is introduced.
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

  /// Whether something is selected, or demanded, that is made of an association's rows.
  fileprivate var countsAssociations: Bool {
    selection.contains(where: \.isOfAssociation)
      || clauses.having.contains(where: \.isOfAssociation)
      || joined.contains { $0.node.countsAssociations }
  }

  /// Whether several joined rows may belong to one of its own.
  var joinsMany: Bool { joined.contains { $0.child.step.mayBeMany || $0.node.joinsMany } }

  /// Whether a table joined to it has to have a row.
  fileprivate var hasRequired: Bool {
    joined.contains { $0.child.kind.isRequired || $0.node.hasRequired }
  }
}

// MARK: - Clauses

extension RequestWriter {
  private func groups(_ root: RequestNode, isAggregate: Bool) throws -> [QueryFragment] {
    if root.clauses.groups.isEmpty, !isAggregate, root.countsAssociations, root.joinsMany {
      // The rows that are joined must not multiply those that have a number of them.
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

  /// The order of the request, and then those of the tables that are joined.
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

  /// The tables that the statement names first.
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
  /// A truth value, `1` or `0`, as the database writes it.
  static func truth(_ value: Bool) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(hint: .truth)
    fragment.append(value ? "1" : "0")
    return fragment
  }

  /// A statement without rows.
  static var noRows: QueryFragment { "SELECT NULL WHERE \(.truth(false))" }

  /// A statement whose rows another one reads: `(SELECT …)`, with a name where the database wants one.
  static func rows(of query: QueryFragment) -> QueryFragment {
    var fragment: QueryFragment = "(\(query))"
    fragment.append(hint: .unnamedRows)
    return fragment
  }

  /// The text of a call: ``call(_:_:)`` with one argument.
  static func distinctCount(_ key: QueryFragment) -> QueryFragment {
    .aggregate("count", distinct: true, [key])
  }

  /// Fragments with commas between them.
  init(list fragments: [QueryFragment]) {
    self.init()
    append(list: fragments)
  }

  /// Conditions that all have to hold: `(a) AND (b)`.
  init(conjunction conditions: [QueryFragment]) {
    self = conditions.map { "(\($0))" as QueryFragment }.joined(separator: " AND ")
  }
}
