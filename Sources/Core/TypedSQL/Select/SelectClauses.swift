/// The clauses of a `SELECT`, as fragments.
public struct _SelectClauses: Hashable, Sendable {
  var scope = StatementScope.unscoped
  var distinct = false
  /// The selected columns, one element for each expression; empty for all columns.
  var columns: [SelectedColumn] = []
  /// The source in `FROM`, if it is not the table.
  var from: QueryFragment?
  var joins: [JoinClause] = []
  var `where`: [QueryFragment] = []
  var group: [QueryFragment] = []
  var having: [QueryFragment] = []
  var order: [QueryFragment] = []
  var limit: LimitClause?
}

/// The rows of a table that a statement is about, before its own conditions.
@usableFromInline package enum StatementScope: Hashable, Sendable {
  /// The rows of the table's `all`.
  case `default`
  /// All rows.
  case unscoped
  /// No rows: the statement is not run.
  case empty
}

/// A selected expression.
struct SelectedColumn: Hashable, Sendable {
  /// The SQL in the list of columns, which may name or convert it for its reader.
  var selection: QueryFragment
  /// The SQL elsewhere, if it is different.
  var plain: QueryFragment?

  var expression: QueryFragment { plain ?? selection }

  init(_ expression: some QueryExpression) {
    selection = expression._selectionFragment
    let plain = expression.queryFragment
    if plain != selection { self.plain = plain }
  }
}

/// A joined table.
struct JoinClause: Hashable, Sendable {
  var kind: JoinKind
  /// The table, with its alias.
  var table: QueryFragment
  /// The columns that are selected if no others are.
  var columns: QueryFragment
  /// The rule by which rows are joined: a condition, `USING (…)` or nothing.
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

/// The maximum number of rows, and the number of rows that are skipped before them.
struct LimitClause: Hashable, Sendable {
  var maxLength: QueryFragment?
  var offset: QueryFragment?
}

// MARK: - Merging

extension _SelectClauses {
  /// Returns the clauses preceded by those of the table's `all`.
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

  /// Returns whether the table's default scope has nothing to add.
  func isScoped<From: Table>(by from: From.Type) -> Bool {
    scope != .default || from.all._selectsAll
  }

  /// Whether it selects all rows in any order.
  private var isTrivial: Bool {
    scope == .unscoped && !distinct && from == nil && `where`.isEmpty && joins.isEmpty
      && columns.isEmpty && group.isEmpty && having.isEmpty && order.isEmpty && limit == nil
  }

  /// Adds the clauses of another statement, without repeating any.
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

  /// Appends fragments; an empty array is replaced by them as a whole.
  static func append(_ added: [QueryFragment], to fragments: inout [QueryFragment]) {
    if fragments.isEmpty { fragments = added } else { fragments += added }
  }

  private static func merge(_ added: [QueryFragment], into fragments: inout [QueryFragment]) {
    if fragments.isEmpty { return fragments = added }
    for fragment in added where !fragments.contains(fragment) { fragments.append(fragment) }
  }

  /// Adds an expression to the selected columns.
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
  /// Returns the SQL, which is empty if there is nothing to run.
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
    // Indexes are used because a loop over the joins would copy each of them.
    for index in joins.indices { joins[index].append(to: &query) }
    appendConditions(to: &query)
    return query
  }

  /// Returns an estimate of the SQL's size in bytes, large enough that the buffer rarely moves.
  private func capacity<From: Table>(from: From.Type) -> Int {
    var count = 128
    count += `where`.byteCount + group.byteCount + having.byteCount + order.byteCount
    for index in joins.indices { count += joins[index].byteCount }
    for index in columns.indices { count += columns[index].selection.code.count + 2 }
    return columns.isEmpty ? count + From.TableColumns._columnList.code.count : count
  }

  /// Returns the SQL of the selected columns.
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
    query.append(clause: order, after: MarkedSQL.orderClause)
    limit?.append(to: &query)
  }
}

extension LimitClause {
  func append(to query: inout QueryFragment) {
    query.appendLineOrSpace()
    query.append(sql: "LIMIT ")
    // SQL has no OFFSET without a LIMIT; a negative LIMIT means none.
    query.append(maxLength ?? "-1")
    guard let offset else { return }
    query.append(sql: " OFFSET ")
    query.append(offset)
  }
}

extension [QueryFragment] {
  /// An estimate of the size of their SQL in bytes, including separators.
  fileprivate var byteCount: Int {
    var count = 0
    for index in indices { count += self[index].code.count + 8 }
    return count
  }
}

extension JoinClause {
  /// An estimate of the size of its SQL in bytes, including its columns.
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

  /// Appends a line with a keyword and a list, unless the list is empty.
  package mutating func append(clause fragments: [QueryFragment], after keyword: StaticString) {
    guard !fragments.isEmpty else { return }
    appendLineOrSpace()
    append(sql: keyword)
    append(list: fragments)
  }

  /// Appends a line with a keyword and conditions that must all hold: `WHERE (a) AND (b)`.
  package mutating func append(conditions: [QueryFragment], after keyword: StaticString) {
    guard !conditions.isEmpty else { return }
    appendLineOrSpace()
    append(sql: keyword)
    append(conjunction: conditions)
  }

  /// Appends conditions that must all hold: `(a) AND (b)`.
  ///
  /// SQLite limits the depth of an expression to 1,000, and each `AND` in a row adds up to two. So
  /// very many conditions, as on a key of a thousand columns, are nested in halves.
  package mutating func append(conjunction conditions: [QueryFragment]) {
    guard conditions.count > 250 else {
      for index in conditions.indices {
        if index > 0 { append(sql: " AND ") }
        append(parenthesized: conditions[index])
      }
      return
    }
    let middle = conditions.count / 2
    append(sql: "(")
    append(conjunction: Array(conditions[..<middle]))
    append(sql: ") AND (")
    append(conjunction: Array(conditions[middle...]))
    append(sql: ")")
  }
}

extension _SelectClauses {
  /// The conditions of a statement for rows of one table; `nil` if it has other clauses, which do
  /// not say of a single row whether it belongs to the result.
  ///
  /// The order is no matter.
  package var conditionsOnRow: [QueryFragment]? {
    guard scope == .unscoped, !distinct, columns.isEmpty, from == nil, joins.isEmpty,
      group.isEmpty, having.isEmpty, limit == nil
    else { return nil }
    return `where`
  }
}

extension QueryFragment {
  /// Returns the fragment without the schema of a table before its columns: `"t"."c"` for
  /// `"main"."t"."c"`.
  package func withoutSchema<T: Table>(of table: T.Type) -> QueryFragment {
    guard let schema = T.schemaName else { return self }
    var (prefix, name) = (QueryFragment(), QueryFragment())
    prefix.append(table: schema)
    prefix.append(sql: ".")
    name.append(table: T.tableName)
    var fragment = self
    fragment.code.replace(prefix.code + name.code, with: name.code)
    return fragment
  }
}
