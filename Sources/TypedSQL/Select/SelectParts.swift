/// A `SELECT` statement taken apart, for those who ask a part of it again.
///
/// ```swift
/// Reminder.where(\.isFlagged).order(by: \.title)._parts.query(where: ["\"reminders\".\"rowid\" = ?"])
/// ```
package struct SelectParts: Sendable, Hashable {
  /// A table in `FROM`.
  package struct Source: Sendable, Hashable {
    /// How a table is joined to those before it.
    package enum Kind: Sendable, Hashable {
      /// It is the first one.
      case first
      /// Rows without a partner are left out: `JOIN`, `CROSS JOIN`.
      case inner
      /// Rows without a partner are kept: `LEFT JOIN`.
      case left
      /// Rows of this table without a partner are kept: `RIGHT JOIN`.
      case right
      /// Rows without a partner are kept, of which table they are: `FULL JOIN`.
      case outer
    }

    /// How it is joined.
    package let kind: Kind
    /// The schema that the statement names.
    package let schema: String?
    /// The table's name.
    package let table: String
    /// The name by which columns refer to it.
    package let alias: String

    /// Makes a table in `FROM`.
    package init(kind: Kind, schema: String? = nil, table: String, alias: String) {
      self.kind = kind
      self.schema = schema
      self.table = table
      self.alias = alias
    }

    /// A column, after its table as the statement calls it: `"reminders"."id"`, `"main"."reminders"."id"`.
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

  /// The tables; `nil` where one of them is no table with a name, as a subquery.
  package let sources: [Source]?
  /// Whether rows that are the same are left out.
  package private(set) var isDistinct: Bool
  /// Whether it is known to have no rows, and is not run.
  package let isEmpty: Bool
  /// What is selected, as the list of a `SELECT`.
  package private(set) var columns: QueryFragment
  /// What is selected, one by one; empty for all columns.
  package let expressions: [QueryFragment]
  /// What stands after `FROM`.
  package let from: QueryFragment
  /// The conditions.
  package let conditions: [QueryFragment]
  /// The terms of `GROUP BY`.
  package private(set) var groups: [QueryFragment]
  /// The conditions on groups.
  package let having: [QueryFragment]
  /// The terms of `ORDER BY`.
  package private(set) var order: [QueryFragment]
  /// The greatest number of rows.
  package private(set) var limit: QueryFragment?
  /// How many rows are left out before them.
  package let offset: QueryFragment?
  /// The names that text gives to what it selects, in lower case.
  package let names: [String: QueryFragment]
  /// The statements that a compound statement puts together, each by the operator before it; else none.
  package private(set) var arms: [Arm] = []
  /// The statements that text calls by names, in a `WITH`.
  package private(set) var commons: [CommonTable] = []

  /// Makes the parts of a statement that is written by other means.
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
    names: [String: QueryFragment] = [:]
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
  /// A statement of a compound statement.
  package struct Arm: Sendable, Hashable {
    /// How the rows of a statement are put together with those before.
    package enum Operator: String, Sendable {
      case union = "UNION"
      case unionAll = "UNION ALL"
      case except = "EXCEPT"
      case intersect = "INTERSECT"
    }

    /// How it is put together with those before it; `nil` for the first.
    package let `operator`: Operator?
    /// The statement.
    package let parts: SelectParts

    /// Makes a statement of a compound statement.
    package init(_ operator: Operator?, _ parts: SelectParts) {
      self.operator = `operator`
      self.parts = parts
    }
  }

  /// A statement of a `WITH`.
  package struct CommonTable: Sendable, Hashable {
    /// By which name others read its rows.
    package let name: String
    /// The names of its columns; empty where they have those that it gives them itself.
    package let columnNames: [String]
    /// The statement.
    package let parts: SelectParts

    /// Makes a statement of a `WITH`.
    package init(name: String, columnNames: [String], parts: SelectParts) {
      self.name = name
      self.columnNames = columnNames
      self.parts = parts
    }
  }

  /// Makes the parts of a compound statement.
  package init(
    arms: [Arm],
    order: [QueryFragment] = [],
    limit: QueryFragment? = nil,
    offset: QueryFragment? = nil
  ) {
    self.init(sources: nil, columns: "", from: "", order: order, limit: limit, offset: offset)
    self.arms = arms
  }

  /// The same, with statements that it calls by names.
  package func with(_ commons: [CommonTable]) -> SelectParts {
    var parts = self
    parts.commons = commons
    return parts
  }
}

extension SelectStatement {
  /// The statement taken apart, with the scope of its table written out.
  package var _parts: SelectParts {
    SelectParts(_selectClauses.scoped(by: From.self), from: From.self)
  }
}

extension SelectParts {
  /// The same with a limit of one row, unless there is a limit.
  package var limitedToOne: SelectParts {
    guard limit == nil else { return self }
    var parts = self
    parts.limit = "1"
    return parts
  }

  /// The same with other columns.
  package func selecting(_ columns: QueryFragment) -> SelectParts {
    var parts = self
    parts.columns = columns
    return parts
  }

  /// The same with a group for each combination of expressions, in place of `DISTINCT`.
  package func grouped(by expressions: [QueryFragment]) -> SelectParts {
    var parts = self
    parts.isDistinct = false
    parts.groups = expressions
    return parts
  }

  /// The same, grouped and ordered by other terms.
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
    // SQL has no OFFSET without a LIMIT; a negative one is none.
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
    query.append(clause: order, after: "ORDER BY ")
    return query
  }

  private var writtenCommons: QueryFragment {
    let list = commons.map { common -> QueryFragment in
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

  /// The statement with more columns at the end and more conditions, in another order.
  ///
  /// - Parameters:
  ///   - columns: What to select, in place of the statement's own.
  ///   - hidden: Expressions to select after the others.
  ///   - more: Conditions that have to hold besides.
  ///   - conditions: The conditions, in place of the statement's own.
  ///   - groups: The terms of `GROUP BY`.
  ///   - order: The terms of `ORDER BY`, in place of the statement's own.
  ///   - limit: The greatest number of rows, in place of the statement's own.
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
    query.append(clause: order, after: "ORDER BY ")
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
  /// Appends a column of a table: `"reminders"."rowid"`.
  package init(column: String, of table: String) {
    self.init()
    append(table: table)
    append(sql: ".")
    append(identifier: column)
  }

  /// The table that a fragment of `FROM` names; `nil` for what is no table's name, as a subquery or a function.
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

/// Reads names out of a fragment's code.
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
  /// Takes away the SQL at the end, whatever its case.
  ///
  /// - Returns: Whether it was there.
  package mutating func dropSuffix(_ suffix: StaticString) -> Bool {
    let bytes = Array("\(suffix)".utf8)
    let end = code.suffix(bytes.count).map { (65...90).contains($0) ? $0 | 32 : $0 }
    guard end == bytes else { return false }
    code.removeLast(bytes.count)
    return true
  }
}
