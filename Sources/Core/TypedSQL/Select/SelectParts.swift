package import DatabaseTypes

/// The parts of a `SELECT` statement, for code that runs variants of it.
///
/// ```swift
/// Reminder.where(\.isFlagged).order(by: \.title)
///   ._parts.query(where: ["\"reminders\".\"rowid\" = ?"])
/// ```
package struct SelectParts: Sendable, Hashable {
  /// A table in `FROM`.
  package struct Source: Sendable, Hashable {
    /// The kind of join to the tables before it.
    package enum Kind: Sendable, Hashable {
      /// The first table.
      case first
      /// Rows without a match are left out: `JOIN`, `CROSS JOIN`.
      case inner
      /// Rows without a match are kept: `LEFT JOIN`.
      case left
      /// Rows of this table without a match are kept: `RIGHT JOIN`.
      case right
      /// Rows of either table without a match are kept: `FULL JOIN`.
      case outer
    }

    /// The kind of join.
    package let kind: Kind
    /// The schema, if the statement names it.
    package let schema: String?
    /// The table's name.
    package let table: String
    /// The name by which columns refer to the table.
    package let alias: String

    /// Creates a table in `FROM`.
    package init(kind: Kind, schema: String? = nil, table: String, alias: String) {
      self.kind = kind
      self.schema = schema
      self.table = table
      self.alias = alias
    }

    /// Returns a column, qualified as the statement does: `"reminders"."id"`,
    /// `"main"."reminders"."id"`.
    package func column(_ name: String) -> QueryFragment {
      var fragment = QueryFragment()
      if let schema, alias == table {
        fragment.append(table: schema)
        fragment.append(sql: ".")
      }
      fragment.append(column: name, of: alias)
      return fragment
    }
  }

  /// The tables, or `nil` if one of them has no table's name, such as a subquery.
  package let sources: [Source]?
  /// Whether duplicate rows are removed.
  package private(set) var isDistinct: Bool
  /// Whether it is known to have no rows, in which case it is not run.
  package let isEmpty: Bool
  /// The SQL of the selected columns.
  package private(set) var columns: QueryFragment
  /// The selected expressions, one by one; empty for all columns.
  package let expressions: [QueryFragment]
  /// The SQL after `FROM`.
  package let from: QueryFragment
  /// The conditions.
  package private(set) var conditions: [QueryFragment]
  /// The terms of `GROUP BY`.
  package private(set) var groups: [QueryFragment]
  /// The conditions on groups.
  package let having: [QueryFragment]
  /// The terms of `ORDER BY`.
  package private(set) var order: [QueryFragment]
  /// The maximum number of rows.
  package private(set) var limit: QueryFragment?
  /// The number of rows that are skipped before them.
  package let offset: QueryFragment?
  /// The names that SQL text gives to its selected expressions, in lower case.
  package let names: [ByteText: QueryFragment]
  /// The statements of a compound statement, each with the operator before it; otherwise empty.
  package private(set) var arms: [Arm] = []
  /// The statements of a `WITH` clause in SQL text, which it refers to by name.
  package private(set) var commonTables: [CommonTable] = []

  /// Creates the parts of a statement that was not built with this module.
  package init(
    sources: [Source]?,
    isDistinct: Bool = false,
    isEmpty: Bool = false,
    columns: QueryFragment,
    expressions: [QueryFragment] = [],
    from: QueryFragment,
    conditions: [QueryFragment] = [],
    groups: [QueryFragment] = [],
    having: [QueryFragment] = [],
    order: [QueryFragment] = [],
    limit: QueryFragment? = nil,
    offset: QueryFragment? = nil,
    names: [ByteText: QueryFragment] = [:]
  ) {
    self.names = names
    self.sources = sources
    self.isDistinct = isDistinct
    self.isEmpty = isEmpty
    self.columns = columns
    self.expressions = expressions
    self.from = from
    self.conditions = conditions
    self.groups = groups
    self.having = having
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

extension SelectParts {
  /// A statement within a compound statement.
  package struct Arm: Sendable, Hashable {
    /// The operator that combines the rows of a statement with those before it.
    package enum Operator: String, Sendable {
      case union = "UNION"
      case unionAll = "UNION ALL"
      case except = "EXCEPT"
      case intersect = "INTERSECT"
    }

    /// The operator before the statement, or `nil` for the first.
    package let `operator`: Operator?
    /// The statement.
    package let parts: SelectParts

    /// Creates a statement within a compound statement.
    package init(_ operator: Operator?, _ parts: SelectParts) {
      self.operator = `operator`
      self.parts = parts
    }
  }

  /// A statement in a `WITH` clause.
  package struct CommonTable: Sendable, Hashable {
    /// The name by which other statements read its rows.
    package let name: String
    /// The names of its columns, or an empty array if it names them itself.
    package let columnNames: [String]
    /// The statement.
    package let parts: SelectParts

    /// Creates a statement in a `WITH` clause.
    package init(name: String, columnNames: [String], parts: SelectParts) {
      self.name = name
      self.columnNames = columnNames
      self.parts = parts
    }
  }

  /// Creates the parts of a compound statement.
  package init(
    arms: [Arm],
    order: [QueryFragment] = [],
    limit: QueryFragment? = nil,
    offset: QueryFragment? = nil
  ) {
    self.init(sources: nil, columns: "", from: "", order: order, limit: limit, offset: offset)
    self.arms = arms
  }

  /// Returns the parts with statements in a `WITH` clause.
  package func with(_ commonTables: [CommonTable]) -> SelectParts {
    var parts = self
    parts.commonTables = commonTables
    return parts
  }
}

extension SelectStatement {
  /// The parts of the statement, with the default scope of its table written out.
  package var _parts: SelectParts {
    SelectParts(_selectClauses.scoped(by: From.self), from: From.self)
  }
}

extension SelectParts {
  /// The parts with a limit of one row, unless they already have a limit.
  package var limitedToOne: SelectParts {
    guard limit == nil else { return self }
    var parts = self
    parts.limit = "1"
    return parts
  }

  /// Returns the parts with other columns.
  package func selecting(_ columns: QueryFragment) -> SelectParts {
    var parts = self
    parts.columns = columns
    return parts
  }

  /// Returns the parts with a group for each combination of expressions, instead of `DISTINCT`.
  package func grouped(by expressions: [QueryFragment]) -> SelectParts {
    var parts = self
    parts.isDistinct = false
    parts.groups = expressions
    return parts
  }

  /// Returns the parts with other conditions.
  package func with(conditions: [QueryFragment]) -> SelectParts {
    var parts = self
    parts.conditions = conditions
    return parts
  }

  /// Returns the parts with other terms for groups and order.
  package func with(groups: [QueryFragment], order: [QueryFragment]) -> SelectParts {
    var parts = self
    (parts.groups, parts.order) = (groups, order)
    return parts
  }
}

extension SelectParts {
  init<From: Table>(_ clauses: _SelectClauses, from table: From.Type) {
    let first = clauses.from ?? table.aliasedTableFragment
    let sources =
      [first.source(.first)] + clauses.joins.map { $0.table.source(Source.Kind($0.kind)) }
    self.sources = sources.contains { $0 == nil } ? nil : sources.compactMap(\.self)
    isDistinct = clauses.distinct
    isEmpty = clauses.scope == .empty
    columns = clauses.selectList(of: table)
    expressions = clauses.columns.map(\.expression)
    var from = first
    for join in clauses.joins { join.append(to: &from) }
    self.from = from
    conditions = clauses.where
    groups = clauses.group
    having = clauses.having
    order = clauses.order
    limit = clauses.limit?.maxLength
    offset = clauses.limit?.offset
    names = [:]
  }

  /// The SQL of the statement.
  package var statement: QueryFragment {
    var query = arms.isEmpty ? plainStatement : compound
    guard limit != nil || offset != nil else { return query }
    // SQL has no OFFSET without a LIMIT; a negative LIMIT means none.
    query.appendLineOrSpace()
    query.append("LIMIT \(limit ?? "-1")")
    if let offset { query.append(" OFFSET \(offset)") }
    return query
  }

  private var plainStatement: QueryFragment {
    let distinct: QueryFragment? = isDistinct ? "DISTINCT \(columns)" : nil
    return query(columns: distinct, order: order)
  }

  private var compound: QueryFragment {
    var query = writtenCommons
    for arm in arms {
      if let name = arm.operator?.rawValue { query.append(" \(raw: name) ") }
      query.append(arm.parts.statement)
    }
    query.append(clause: order, after: MarkedSQL.orderClause)
    return query
  }

  private var writtenCommons: QueryFragment {
    let list = commonTables.map { common -> QueryFragment in
      let names = common.columnNames.map { QueryFragment(quote: $0) }
      let columns: QueryFragment = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
      return "\(quote: common.name)\(columns) AS (\(common.parts.statement))"
    }
    guard !list.isEmpty else { return QueryFragment() }
    var query = QueryFragment()
    query.append(sql: MarkedSQL.with)
    query.append(list: list)
    query.append(sql: " ")
    return query
  }

  /// Returns the statement with additional columns and conditions, in another order.
  ///
  /// - Parameters:
  ///   - columns: The columns to select, instead of the statement's own.
  ///   - hidden: Expressions to select after the others.
  ///   - more: Additional conditions.
  ///   - conditions: The conditions, instead of the statement's own.
  ///   - groups: The terms of `GROUP BY`.
  ///   - order: The terms of `ORDER BY`, instead of the statement's own.
  ///   - limit: The maximum number of rows, instead of the statement's own.
  package func query(
    columns: QueryFragment? = nil,
    hidden: [QueryFragment] = [],
    where more: [QueryFragment] = [],
    conditions: [QueryFragment]? = nil,
    groupedBy groups: [QueryFragment]? = nil,
    order: [QueryFragment] = [],
    limit: QueryFragment? = nil
  ) -> QueryFragment {
    var query = writtenCommons
    query.append(sql: "SELECT ")
    let columns = columns ?? self.columns
    query.append(list: (columns.isEmpty ? [] : [columns]) + hidden)
    query.append(sql: " FROM ")
    query.append(from)
    query.append(conditions: (conditions ?? self.conditions) + more, after: "WHERE ")
    let groups = groups ?? self.groups
    query.append(clause: groups, after: "GROUP BY ")
    if !groups.isEmpty { query.append(conditions: having, after: "HAVING ") }
    query.append(clause: order, after: MarkedSQL.orderClause)
    if let limit {
      query.appendLineOrSpace()
      query.append(sql: "LIMIT ")
      query.append(limit)
    }
    return query
  }
}

extension SelectParts.Source.Kind {
  fileprivate init(_ kind: JoinKind) {
    self =
      switch kind {
      case .inner, .cross: .inner
      case .left: .left
      case .right: .right
      case .full: .outer
      }
  }
}

extension QueryFragment {
  /// Creates a column qualified by a table: `"reminders"."rowid"`.
  package init(column: String, of table: String) {
    self.init()
    append(table: table)
    append(sql: ".")
    append(identifier: column)
  }

  /// Returns the table that a source in `FROM` names, or `nil` for others, such as a subquery or a
  /// function.
  fileprivate func source(_ kind: SelectParts.Source.Kind) -> SelectParts.Source? {
    var reader = CodeReader(code: code)
    guard let (firstMark, first) = reader.name() else { return nil }
    var (mark, table, schema) = (firstMark, first, nil as String?)
    if reader.skip(".") {
      guard let next = reader.name() else { return nil }
      (schema, mark, table) = (first, next.mark, next.name)
    }
    var alias = table
    if mark == Mark.identifier {
      guard reader.skip(" AS "), let name = reader.name() else { return nil }
      alias = name.name
    }
    guard reader.isAtEnd else { return nil }
    return SelectParts.Source(kind: kind, schema: schema, table: table, alias: alias)
  }
}

/// A reader of the names in a fragment's code.
private struct CodeReader {
  let code: [UInt8]
  var index = 0

  init(code: [UInt8]) { self.code = code }

  var isAtEnd: Bool { index == code.count }

  mutating func skip(_ text: StaticString) -> Bool {
    let bytes = "\(text)".utf8
    guard code[index...].starts(with: bytes) else { return false }
    index += bytes.count
    return true
  }

  mutating func name() -> (mark: UInt8, name: String)? {
    guard index < code.count, [Mark.identifier, Mark.table, Mark.source].contains(code[index])
    else { return nil }
    let mark = code[index]
    var (bytes, next) = ([UInt8](), index + 1)
    while next < code.count, code[next] != mark {
      if code[next] == Mark.escape { next += 1 }
      guard next < code.count else { return nil }
      bytes.append(code[next])
      next += 1
    }
    guard next < code.count else { return nil }
    index = next + 1
    return (mark, String(decoding: bytes, as: UTF8.self))
  }
}

extension QueryFragment {
  /// Removes SQL from the end, ignoring case.
  ///
  /// - Returns: Whether the fragment ended with it.
  package mutating func dropSuffix(_ suffix: StaticString) -> Bool {
    let bytes = Array("\(suffix)".utf8)
    let end = code.suffix(bytes.count).map { (65...90).contains($0) ? $0 | 32 : $0 }
    guard end == bytes else { return false }
    code.removeLast(bytes.count)
    return true
  }
}
