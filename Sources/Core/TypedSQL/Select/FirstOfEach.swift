extension Where {
  /// Keeps the first row of each group, such as the latest message of each room.
  ///
  /// Rows with the same value are a group, and so are those without a value. Earlier conditions
  /// decide which rows are in the groups; later ones, which of the first rows are kept. Where the
  /// order leaves rows equal, the primary key decides, in the direction of the last term.
  ///
  /// ```swift
  /// Message.where { !$0.isDraft }.first(ofEach: \.roomID) { $0.sentAt.desc() }
  /// // SELECT … FROM "messages" WHERE (("messages"."id") IN (
  /// //   SELECT "livesql_key" FROM (
  /// //     SELECT "messages"."id" AS "livesql_key", row_number() OVER (
  /// //       PARTITION BY "messages"."roomID"
  /// //       ORDER BY "messages"."sentAt" DESC, "messages"."id" DESC
  /// //     ) AS "livesql_row" FROM "messages" WHERE (NOT ("messages"."isDraft"))
  /// //   ) AS "livesql_first" WHERE "livesql_row" = 1
  /// // ))
  /// ```
  ///
  /// The result can be ordered, limited, joined, updated and deleted. The database reads each row
  /// that meets the earlier conditions once. An index on the column of the groups and those of the
  /// order spares it from sorting them, and makes a live query read single rows.
  ///
  /// A table without a primary key is read by the row numbers of SQLite; PostgreSQL has none, so
  /// running the statement throws an error there that says so.
  ///
  /// - Parameters:
  ///   - group: The column whose values tell the groups apart.
  ///   - order: The order of the rows of a group.
  public func first<Group: QueryExpression>(
    ofEach group: KeyPath<From.TableColumns, Group>,
    @QueryFragmentBuilder<()> by order: (From.TableColumns) -> [QueryFragment]
  ) -> Self where Group.QueryValue: QueryRepresentable {
    first(of: [From.columns[keyPath: group].queryFragment], by: order(From.columns))
  }

  /// Keeps the first row of each group of rows with the same values of expressions.
  ///
  /// ```swift
  /// Message.all.first(ofEach: { ($0.roomID, $0.authorID) }) { $0.sentAt.desc() }
  /// // … row_number() OVER (
  /// //   PARTITION BY "messages"."roomID", "messages"."authorID" ORDER BY …
  /// // ) …
  /// ```
  ///
  /// - Parameters:
  ///   - groups: The expressions whose values tell the groups apart.
  ///   - order: The order of the rows of a group.
  public func first<each Group: QueryExpression>(
    ofEach groups: (From.TableColumns) -> (repeat each Group),
    @QueryFragmentBuilder<()> by order: (From.TableColumns) -> [QueryFragment]
  ) -> Self where repeat (each Group).QueryValue: QueryRepresentable {
    first(of: groupFragments(repeat each groups(From.columns)), by: order(From.columns))
  }

  private func first(of groups: [QueryFragment], by order: [QueryFragment]) -> Self {
    let all = asSelect().clauses
    guard all.scope != .empty else { return Where(scope: .empty) }
    let hasOnlyConditions = all == _SelectClauses(scope: all.scope, where: all.where)
    return Where(
      predicates: [all.isFirst(of: groups, by: order, in: From.self)],
      scope: hasOnlyConditions ? .unscoped : scope
    )
  }
}

extension Select where Columns == (), Joins == () {
  /// Keeps the first row of each group, such as the latest message of each room.
  ///
  /// The rows of the groups are those of the statement so far, with its limit; its order remains.
  ///
  /// ```swift
  /// Message.order(by: \.roomID).first(ofEach: \.roomID) { $0.sentAt.desc() }
  /// // … WHERE (("messages"."id") IN (SELECT …)) ORDER BY "messages"."roomID"
  /// ```
  ///
  /// - Parameters:
  ///   - group: The column whose values tell the groups apart.
  ///   - order: The order of the rows of a group.
  public consuming func first<Group: QueryExpression>(
    ofEach group: KeyPath<From.TableColumns, Group>,
    @QueryFragmentBuilder<()> by order: (From.TableColumns) -> [QueryFragment]
  ) -> Self where Group.QueryValue: QueryRepresentable {
    first(of: [From.columns[keyPath: group].queryFragment], by: order(From.columns))
  }

  /// Keeps the first row of each group of rows with the same values of expressions.
  ///
  /// - Parameters:
  ///   - groups: The expressions whose values tell the groups apart.
  ///   - order: The order of the rows of a group.
  public consuming func first<each Group: QueryExpression>(
    ofEach groups: (From.TableColumns) -> (repeat each Group),
    @QueryFragmentBuilder<()> by order: (From.TableColumns) -> [QueryFragment]
  ) -> Self where repeat (each Group).QueryValue: QueryRepresentable {
    first(of: groupFragments(repeat each groups(From.columns)), by: order(From.columns))
  }

  private consuming func first(of groups: [QueryFragment], by order: [QueryFragment]) -> Self {
    let all = clauses.scoped(by: From.self)
    guard all.scope != .empty else { return Select(clauses: all) }
    var first = all
    if all.joins.isEmpty { first.where = [] }
    first.where.append(all.isFirst(of: groups, by: order, in: From.self))
    (first.distinct, first.group, first.having, first.limit) = (false, [], [], nil)
    return Select(clauses: first)
  }
}

extension PrimaryKeyedTable {
  /// Selects the first row of each group, such as the latest message of each room.
  ///
  /// Rows without a value are a group as well. Of rows that the order leaves equal, the primary key
  /// decides, in the direction of the last term.
  ///
  /// ```swift
  /// Message.first(ofEach: \.roomID) { $0.sentAt.desc() }
  /// // SELECT … FROM "messages" WHERE (("messages"."id") IN (SELECT …))
  /// ```
  ///
  /// - Parameters:
  ///   - group: The column whose values tell the groups apart.
  ///   - order: The order of the rows of a group.
  public static func first<Group: QueryExpression>(
    ofEach group: KeyPath<TableColumns, Group>,
    @QueryFragmentBuilder<()> by order: (TableColumns) -> [QueryFragment]
  ) -> Where<Self> where Group.QueryValue: QueryRepresentable {
    Where<Self>().first(ofEach: group, by: order)
  }

  /// Selects the first row of each group of rows with the same values of expressions.
  ///
  /// - Parameters:
  ///   - groups: The expressions whose values tell the groups apart.
  ///   - order: The order of the rows of a group.
  public static func first<each Group: QueryExpression>(
    ofEach groups: (TableColumns) -> (repeat each Group),
    @QueryFragmentBuilder<()> by order: (TableColumns) -> [QueryFragment]
  ) -> Where<Self> where repeat (each Group).QueryValue: QueryRepresentable {
    Where<Self>().first(ofEach: groups, by: order)
  }
}

private func groupFragments<each Group: QueryExpression>(_ groups: repeat each Group)
  -> [QueryFragment]
{
  var fragments: [QueryFragment] = []
  for group in repeat each groups { fragments.append(group.queryFragment) }
  return fragments
}

// MARK: - SQL

extension _SelectClauses {
  /// Returns the condition that a row is the first of its group among the statement's rows:
  /// `("messages"."id") IN (SELECT … WHERE "livesql_row" = 1)`.
  ///
  /// - Precondition: The scope is written out, and is not empty.
  fileprivate func isFirst<From: Table>(
    of groups: [QueryFragment],
    by order: [QueryFragment],
    in table: From.Type
  ) -> QueryFragment {
    let key = Self.keyColumns(of: table)
    var ranked = rowsToRank(key: key, of: table)
    ranked.columns = zip(key, Self.keyNames(count: key.count)).map { column, name in
      SelectedColumn(SQLQueryExpression<Never>("\(column) AS \(quote: name)"))
    }
    let window = WindowClause(
      partition: groups,
      order: Self.terms(order, endingWith: key),
      frame: nil
    )
    ranked.columns.append(
      SelectedColumn(
        SQLQueryExpression<Never>("row_number()\(window.fragment) AS \(quote: Self.rowName)")
      )
    )
    var first: QueryFragment = "SELECT "
    first.append(list: Self.keyNames(count: key.count).map { QueryFragment(quote: $0) })
    first.appendLineOrSpace()
    first.append(sql: "FROM ")
    first.append(scope: ranked.query(from: table))
    first.append(" AS \(quote: "livesql_first")")
    first.appendLineOrSpace()
    first.append("WHERE \(quote: Self.rowName) = 1")
    return Self.isMember(key, of: first)
  }

  /// Returns the statement's rows as rows of one table with conditions.
  private func rowsToRank<From: Table>(key: [QueryFragment], of table: From.Type) -> Self {
    var rows = self
    rows.scope = .unscoped
    guard limit != nil || distinct || !group.isEmpty || !having.isEmpty else {
      rows.order = []
      return rows
    }
    // Window functions come before DISTINCT and LIMIT, so these are in a statement of their own.
    rows.columns = key.map { SelectedColumn(SQLQueryExpression<Never>($0)) }
    return _SelectClauses(
      from: from,
      where: [Self.isMember(key, of: rows.query(from: table))]
    )
  }

  /// Returns the condition that a key is in the result of a statement.
  private static func isMember(_ key: [QueryFragment], of statement: QueryFragment)
    -> QueryFragment
  {
    var condition = QueryFragment()
    condition.append(sql: "(")
    condition.append(list: key)
    condition.append(sql: ")")
    condition.append(sql: SQLOperator.in.sql)
    condition.append(scope: statement)
    return condition
  }

  private static var rowName: String { "livesql_row" }

  private static func keyNames(count: Int) -> [String] {
    count == 1 ? ["livesql_key"] : (1...max(count, 1)).map { "livesql_key\($0)" }
  }

  /// Returns the columns that identify a row: the primary key, or SQLite's row number.
  private static func keyColumns<From: Table>(of table: From.Type) -> [QueryFragment] {
    guard let keyed = table as? any PrimaryKeyedTable.Type else { return [.rowid(of: table)] }
    return keyed.keyColumns
  }

  /// Returns terms of an order that leaves no two rows equal.
  private static func terms(_ order: [QueryFragment], endingWith key: [QueryFragment])
    -> [QueryFragment]
  {
    let terms = order.map(OrderTerm.init)
    let named = terms.map(\.expression)
    let isDescending = terms.last?.isDescending ?? false
    return order
      + key.filter { !named.contains($0) }.map { isDescending ? $0 + " DESC" : $0 }
  }
}

extension PrimaryKeyedTable {
  /// The columns of the key, one by one.
  fileprivate static var keyColumns: [QueryFragment] {
    columns.primaryKey._allTableColumns.map(\.queryFragment)
  }
}
