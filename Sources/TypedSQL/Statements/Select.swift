/// A `SELECT` statement.
///
/// `Columns` are the types of what it selects, `()` for all columns of `From` and `Joins`.
public struct Select<Columns, From: Table, Joins>: SelectStatement, Sendable {
  /// The type that the value is decoded as.
  public typealias QueryValue = Columns

  var clauses: _SelectClauses

  init(clauses: _SelectClauses) { self.clauses = clauses }

  /// The statement as a `SELECT`.
  public func asSelect() -> Self { self }

  /// Its clauses.
  public var _selectClauses: _SelectClauses { clauses }

  /// The SQL; empty where there is nothing to run.
  public var query: QueryFragment { clauses.query(from: From.self) }
}

/// A `SELECT` statement of all columns of tables.
public typealias SelectOf<From: Table, each Join: Table> = Select<(), From, (repeat each Join)>

/// The clauses of a `SELECT`, as fragments.
public struct _SelectClauses: Hashable, Sendable {
  /// Whether it has no rows and is not run.
  var isEmpty = false
  var distinct = false
  /// What is selected, one fragment for each element; nothing for all columns.
  var columns: [QueryFragment] = []
  var joins: [JoinClause] = []
  var `where`: [QueryFragment] = []
  var group: [QueryFragment] = []
  var having: [QueryFragment] = []
  var order: [QueryFragment] = []
  var limit: LimitClause?
}

/// A table that is joined.
struct JoinClause: Hashable, Sendable {
  /// `LEFT`, …; `nil` for an inner join.
  var kind: JoinKind?
  /// The table, with its alias.
  var table: QueryFragment
  /// The columns that are selected where no others are.
  var columns: QueryFragment
  /// What rows belong together.
  var constraint: QueryFragment
}

enum JoinKind: String, Hashable, Sendable {
  case left = "LEFT"
  case right = "RIGHT"
  case full = "FULL"
}

/// How many rows there may be, and how many before them are left out.
struct LimitClause: Hashable, Sendable {
  var maxLength: QueryFragment
  var offset: QueryFragment?
}

extension _SelectClauses {
  func query<From: Table>(from: From.Type) -> QueryFragment {
    guard !isEmpty else { return QueryFragment() }
    var query = QueryFragment()
    query.code.reserveCapacity(256)
    query.append(sql: distinct ? "SELECT DISTINCT " : "SELECT ")
    appendColumns(to: &query, from: from)
    query.append(.newlineOrSpace)
    query.append(sql: "FROM ")
    query.append(from.aliasedTableFragment)
    for join in joins { join.append(to: &query) }
    appendConditions(to: &query)
    return query
  }

  private func appendColumns<From: Table>(to query: inout QueryFragment, from: From.Type) {
    guard columns.isEmpty else { return query.append(list: columns) }
    query.append(From.columns._selectionFragment)
    for join in joins where !join.columns.isEmpty {
      query.append(sql: ", ")
      query.append(join.columns)
    }
  }

  private func appendConditions(to query: inout QueryFragment) {
    query.append(conditions: `where`, after: "WHERE ")
    query.append(clause: group, after: "GROUP BY ")
    query.append(conditions: having, after: "HAVING ")
    query.append(clause: order, after: "ORDER BY ")
    guard let limit else { return }
    query.appendLineOrSpace()
    query.append(sql: "LIMIT ")
    query.append(limit.maxLength)
    guard let offset = limit.offset else { return }
    query.append(sql: " OFFSET ")
    query.append(offset)
  }
}

extension JoinClause {
  func append(to query: inout QueryFragment) {
    query.appendLineOrSpace()
    switch kind {
    case .left: query.append(sql: "LEFT JOIN ")
    case .right: query.append(sql: "RIGHT JOIN ")
    case .full: query.append(sql: "FULL JOIN ")
    case nil: query.append(sql: "JOIN ")
    }
    query.append(table)
    query.append(sql: " ON ")
    query.append(constraint)
  }
}

extension QueryFragment {
  /// Appends fragments with commas between them.
  mutating func append(list fragments: [QueryFragment]) {
    for (index, fragment) in fragments.enumerated() {
      if index > 0 { append(sql: ", ") }
      append(fragment)
    }
  }

  /// A line with a keyword and a list, where the list is not empty.
  mutating func append(clause fragments: [QueryFragment], after keyword: StaticString) {
    guard !fragments.isEmpty else { return }
    appendLineOrSpace()
    append(sql: keyword)
    append(list: fragments)
  }

  /// A line with a keyword and conditions that all have to hold: `WHERE (a) AND (b)`.
  mutating func append(conditions: [QueryFragment], after keyword: StaticString) {
    guard !conditions.isEmpty else { return }
    appendLineOrSpace()
    append(sql: keyword)
    for (index, condition) in conditions.enumerated() {
      if index > 0 { append(sql: " AND ") }
      append(parenthesized: condition)
    }
  }
}
