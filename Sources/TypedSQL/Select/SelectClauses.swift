/// The clauses of a `SELECT`, as fragments.
public struct _SelectClauses: Hashable, Sendable {
  var scope = StatementScope.unscoped
  var distinct = false
  /// What is selected, one element for each expression; nothing for all columns.
  var columns: [SelectedColumn] = []
  /// What stands in `FROM`, if it is not the table.
  var from: QueryFragment?
  var joins: [JoinClause] = []
  var `where`: [QueryFragment] = []
  var group: [QueryFragment] = []
  var having: [QueryFragment] = []
  var order: [QueryFragment] = []
  var limit: LimitClause?
}

/// Which of a table's rows a statement is about, before its own conditions.
@usableFromInline package enum StatementScope: Hashable, Sendable {
  /// Those of the table's `all`.
  case `default`
  /// All rows.
  case unscoped
  /// None: the statement is not run.
  case empty
}

/// An expression that is selected.
struct SelectedColumn: Hashable, Sendable {
  /// The SQL in the list of columns: named or wrapped for its reader.
  var selection: QueryFragment
  /// The SQL elsewhere, if it differs.
  var plain: QueryFragment?

  var expression: QueryFragment { plain ?? selection }

  init(_ expression: some QueryExpression) {
    selection = expression._selectionFragment
    let plain = expression.queryFragment
    if plain != selection { self.plain = plain }
  }
}

/// A table that is joined.
struct JoinClause: Hashable, Sendable {
  var kind: JoinKind
  /// The table, with its alias.
  var table: QueryFragment
  /// The columns that are selected where no others are.
  var columns: QueryFragment
  /// What rows belong together: a condition, `USING (…)` or nothing.
  var constraint: QueryFragment
  /// Whether the constraint is a condition, which is written after `ON`.
  var isCondition = false
}

@usableFromInline
enum JoinKind: Hashable, Sendable {
  case inner, left, right, full, cross

  var keyword: StaticString {
    switch self {
    case .inner: "JOIN "
    case .left: "LEFT JOIN "
    case .right: "RIGHT JOIN "
    case .full: "FULL JOIN "
    case .cross: "CROSS JOIN "
    }
  }
}

/// How many rows there may be, and how many before them are left out.
struct LimitClause: Hashable, Sendable {
  var maxLength: QueryFragment?
  var offset: QueryFragment?
}

// MARK: - Merging

extension _SelectClauses {
  /// The clauses with those of the table's `all` before them.
  consuming func scoped<From: Table>(by from: From.Type) -> Self {
    guard scope == .default else { return self }
    let all = from.all
    guard !all._selectsAll else {
      scope = .unscoped
      return self
    }
    var base = all._selectClauses
    if base.scope == .default { base.scope = .unscoped }
    guard !base.isTrivial else {
      scope = .unscoped
      return self
    }
    base.merge(self)
    return base
  }

  /// Whether there is nothing to be added by the scope of the table.
  func isScoped<From: Table>(by from: From.Type) -> Bool {
    scope != .default || from.all._selectsAll
  }

  /// Whether it selects all rows in any order.
  private var isTrivial: Bool {
    scope == .unscoped && !distinct && from == nil && `where`.isEmpty && joins.isEmpty
      && columns.isEmpty && group.isEmpty && having.isEmpty && order.isEmpty && limit == nil
  }

  /// Adds the clauses of another statement; what is there already is not repeated.
  mutating func merge(_ other: Self) {
    if other.scope == .empty { scope = .empty }
    distinct = distinct || other.distinct
    columns += other.columns
    from = other.from ?? from
    joins += other.joins
    Self.merge(other.where, into: &`where`)
    Self.merge(other.group, into: &group)
    Self.merge(other.having, into: &having)
    Self.merge(other.order, into: &order)
    if let otherLimit = other.limit {
      limit = LimitClause(
        maxLength: otherLimit.maxLength ?? limit?.maxLength,
        offset: otherLimit.offset ?? limit?.offset
      )
    }
  }

  /// Adds fragments; the first ones as they are.
  static func append(_ added: [QueryFragment], to fragments: inout [QueryFragment]) {
    if fragments.isEmpty { fragments = added } else { fragments += added }
  }

  private static func merge(_ added: [QueryFragment], into fragments: inout [QueryFragment]) {
    if fragments.isEmpty { return fragments = added }
    for fragment in added where !fragments.contains(fragment) { fragments.append(fragment) }
  }

  /// Adds an expression to what is selected.
  mutating func select(_ column: some QueryExpression) { columns.append(SelectedColumn(column)) }

  mutating func limit(_ maxLength: QueryFragment) {
    limit = LimitClause(maxLength: maxLength, offset: limit?.offset)
  }

  mutating func offset(_ offset: QueryFragment) {
    limit = LimitClause(maxLength: limit?.maxLength, offset: offset)
  }
}

// MARK: - Rendering

extension _SelectClauses {
  /// The SQL; empty where there is nothing to run.
  ///
  /// - Precondition: The scope is written out.
  func query<From: Table>(from: From.Type) -> QueryFragment {
    guard scope != .empty else { return QueryFragment() }
    var query = QueryFragment()
    query.code.reserveCapacity(capacity(from: from))
    query.append(sql: distinct ? "SELECT DISTINCT " : "SELECT ")
    appendColumns(to: &query, from: from)
    query.appendLineOrSpace()
    query.append(sql: "FROM ")
    query.append(self.from ?? from.aliasedTableFragment)
    // By their indexes: a loop over the joins copies each.
    for index in joins.indices { joins[index].append(to: &query) }
    appendConditions(to: &query)
    return query
  }

  /// About as many bytes as the SQL has: rather more, so that it never has to move.
  private func capacity<From: Table>(from: From.Type) -> Int {
    var count = 128
    count += `where`.byteCount + group.byteCount + having.byteCount + order.byteCount
    for index in joins.indices { count += joins[index].byteCount }
    for index in columns.indices { count += columns[index].selection.code.count + 2 }
    return columns.isEmpty ? count + From.TableColumns._columnList.code.count : count
  }

  /// What is selected.
  func selectList<From: Table>(of from: From.Type) -> QueryFragment {
    var list = QueryFragment()
    appendColumns(to: &list, from: from)
    return list
  }

  private func appendColumns<From: Table>(to query: inout QueryFragment, from: From.Type) {
    guard columns.isEmpty else {
      for (index, column) in columns.enumerated() {
        if index > 0 { query.append(sql: ", ") }
        query.append(column.selection)
      }
      return
    }
    query.append(From.TableColumns._columnList)
    for index in joins.indices where !joins[index].columns.isEmpty {
      query.append(sql: ", ")
      query.append(joins[index].columns)
    }
  }

  private func appendConditions(to query: inout QueryFragment) {
    query.append(conditions: `where`, after: "WHERE ")
    query.append(clause: group, after: "GROUP BY ")
    query.append(conditions: having, after: "HAVING ")
    query.append(clause: order, after: "ORDER BY ")
    limit?.append(to: &query)
  }
}

extension LimitClause {
  func append(to query: inout QueryFragment) {
    query.appendLineOrSpace()
    query.append(sql: "LIMIT ")
    // SQL has no OFFSET without a LIMIT; a negative one is none.
    query.append(maxLength ?? "-1")
    guard let offset else { return }
    query.append(sql: " OFFSET ")
    query.append(offset)
  }
}

extension [QueryFragment] {
  /// About as many bytes as their SQL has, with what stands between them.
  fileprivate var byteCount: Int {
    var count = 0
    for index in indices { count += self[index].code.count + 8 }
    return count
  }
}

extension JoinClause {
  /// About as many bytes as its SQL has, with its columns.
  fileprivate var byteCount: Int {
    columns.code.count + table.code.count + constraint.code.count + 16
  }

  func append(to query: inout QueryFragment) {
    query.appendLineOrSpace()
    query.append(sql: kind.keyword)
    query.append(table)
    guard isCondition || !constraint.isEmpty else { return }
    query.append(sql: isCondition ? " ON " : " ")
    query.append(constraint)
  }
}

extension QueryFragment {
  /// Appends fragments with commas between them.
  package mutating func append(list fragments: [QueryFragment]) {
    for index in fragments.indices {
      if index > 0 { append(sql: ", ") }
      append(fragments[index])
    }
  }

  /// A line with a keyword and a list, where the list is not empty.
  package mutating func append(clause fragments: [QueryFragment], after keyword: StaticString) {
    guard !fragments.isEmpty else { return }
    appendLineOrSpace()
    append(sql: keyword)
    append(list: fragments)
  }

  /// A line with a keyword and conditions that all have to hold: `WHERE (a) AND (b)`.
  package mutating func append(conditions: [QueryFragment], after keyword: StaticString) {
    guard !conditions.isEmpty else { return }
    appendLineOrSpace()
    append(sql: keyword)
    append(conjunction: conditions)
  }

  /// Conditions that all have to hold: `(a) AND (b)`.
  package mutating func append(conjunction conditions: [QueryFragment]) {
    for index in conditions.indices {
      if index > 0 { append(sql: " AND ") }
      append(parenthesized: conditions[index])
    }
  }
}
