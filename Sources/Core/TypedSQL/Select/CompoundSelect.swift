/// The rows of several statements: `SELECT … UNION SELECT …`.
///
/// It can be ordered and limited as a whole. `Shape` determines what a row is decoded as.
public struct CompoundSelect<QueryValue, Shape: RowShape>: _ShapedStatement, Sendable {
  /// The table that is selected from: none.
  public typealias From = Never

  var rows: QueryFragment
  /// The operation between all of its statements, or `nil` if there are several.
  fileprivate let operation: QueryFragment?
  var order: [QueryFragment] = []
  var limit: LimitClause?
  private var rowsEndInFrom = false

  /// The SQL, which is empty if there is nothing to run.
  public var query: QueryFragment {
    var query = rows
    guard !query.isEmpty else { return query }
    query.append(clause: order, after: MarkedSQL.orderClause)
    limit?.append(to: &query)
    return query
  }

  /// Whether its text ends in a `FROM` clause.
  public var _endsInFrom: Bool { rowsEndInFrom && order.isEmpty && limit == nil }

  init(_ operation: QueryFragment, _ lhs: some Statement, _ rhs: some Statement) {
    let first = lhs.operand(isEnclosed: lhs.isOrderedOrLimited)
    let second = rhs.operand(isEnclosed: rhs.isEnclosed(after: operation))
    // Statements with nothing to run have no rows.
    let isNothing =
      first.isEmpty ? operation.isEmptyIfFirstIsEmpty : second.isEmpty && operation == "INTERSECT"
    rows = isNothing ? QueryFragment() : first.fragment
    rowsEndInFrom = second.isEmpty ? first.endsInFrom : second.endsInFrom
    let before = (lhs as? any Compound)?.operation
    self.operation = before == nil || before == operation ? operation : nil
    guard !isNothing, !second.isEmpty else { return }
    if !first.isEmpty {
      rows.appendLineOrSpace()
      rows.append(operation.indented())
      rows.appendLineOrSpace()
    }
    rows.append(second.fragment)
  }
}

extension QueryFragment {
  /// Whether the compound statement has no rows if its first statement has none.
  fileprivate var isEmptyIfFirstIsEmpty: Bool { self == "INTERSECT" || self == "EXCEPT" }
}

extension _ShapedStatement {
  /// Returns the rows of both statements: `SELECT … UNION SELECT …`.
  ///
  /// - Parameters:
  ///   - all: Whether to keep duplicate rows: `UNION ALL`.
  ///   - other: A statement with rows of the same shape.
  public func union<Other: _ShapedStatement>(
    all: Bool = false,
    _ other: Other
  ) -> CompoundSelect<Shape.Columns, Shape> where Other.Shape == Shape {
    CompoundSelect(all ? "UNION ALL" : "UNION", self, other)
  }

  /// Returns the rows that both statements have: `SELECT … INTERSECT SELECT …`.
  public func intersect<Other: _ShapedStatement>(
    _ other: Other
  ) -> CompoundSelect<Shape.Columns, Shape> where Other.Shape == Shape {
    CompoundSelect("INTERSECT", self, other)
  }

  /// Returns the rows that the other statement does not have: `SELECT … EXCEPT SELECT …`.
  public func except<Other: _ShapedStatement>(
    _ other: Other
  ) -> CompoundSelect<Shape.Columns, Shape> where Other.Shape == Shape {
    CompoundSelect("EXCEPT", self, other)
  }
}

// Rows of values, rows of tables, `WITH` and the like have column types but no shape.

extension PartialSelectStatement where QueryValue: QueryRepresentable {
  /// Returns the rows of both statements: `SELECT … UNION SELECT …`.
  ///
  /// - Parameters:
  ///   - all: Whether to keep duplicate rows: `UNION ALL`.
  ///   - other: A statement with a column of the same type.
  @_disfavoredOverload  // If both statements have a shape, the shapes must match.
  public func union(
    all: Bool = false,
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, ValueRow<QueryValue>> {
    CompoundSelect(all ? "UNION ALL" : "UNION", self, other)
  }

  /// Returns the rows that both statements have: `SELECT … INTERSECT SELECT …`.
  @_disfavoredOverload  // If both statements have a shape, the shapes must match.
  public func intersect(
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, ValueRow<QueryValue>> {
    CompoundSelect("INTERSECT", self, other)
  }

  /// Returns the rows that the other statement does not have: `SELECT … EXCEPT SELECT …`.
  @_disfavoredOverload  // If both statements have a shape, the shapes must match.
  public func except(
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, ValueRow<QueryValue>> {
    CompoundSelect("EXCEPT", self, other)
  }
}

extension PartialSelectStatement {
  /// Returns the rows of both statements: `SELECT … UNION SELECT …`.
  ///
  /// - Parameters:
  ///   - all: Whether to keep duplicate rows: `UNION ALL`.
  ///   - other: A statement with columns of the same types.
  @_disfavoredOverload  // If both statements have a shape, the shapes must match.
  public func union<V1: QueryRepresentable, V2: QueryRepresentable, each V3: QueryRepresentable>(
    all: Bool = false,
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, TupleRow<V1, V2, repeat each V3>>
  where QueryValue == (V1, V2, repeat each V3) {
    CompoundSelect(all ? "UNION ALL" : "UNION", self, other)
  }

  /// Returns the rows that both statements have: `SELECT … INTERSECT SELECT …`.
  @_disfavoredOverload  // If both statements have a shape, the shapes must match.
  public func intersect<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, TupleRow<V1, V2, repeat each V3>>
  where QueryValue == (V1, V2, repeat each V3) {
    CompoundSelect("INTERSECT", self, other)
  }

  /// Returns the rows that the other statement does not have: `SELECT … EXCEPT SELECT …`.
  @_disfavoredOverload  // If both statements have a shape, the shapes must match.
  public func except<V1: QueryRepresentable, V2: QueryRepresentable, each V3: QueryRepresentable>(
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, TupleRow<V1, V2, repeat each V3>>
  where QueryValue == (V1, V2, repeat each V3) {
    CompoundSelect("EXCEPT", self, other)
  }
}

// MARK: - Order and limit

extension CompoundSelect {
  /// Orders the rows by selected columns, which are referred to by position: `ORDER BY 2 DESC`.
  ///
  /// ```swift
  /// Reminder.select(\.title).union(Tag.select(\.title)).order { $0.desc() }
  /// // SELECT "reminders"."title" … UNION SELECT "tags"."title" … ORDER BY 1 DESC
  /// ```
  @_disfavoredOverload
  public func order<each C: QueryExpression>(
    @QueryFragmentBuilder<()> by ordering: (repeat SQLQueryExpression<each C>) -> [QueryFragment]
  ) -> Self where QueryValue == (repeat each C) {
    var position = 1
    func next<T: QueryExpression>(_ type: T.Type) -> SQLQueryExpression<T> {
      defer { position += T._columnWidth }
      return SQLQueryExpression(QueryFragment(String(position)), as: T.self)
    }
    var copy = self
    copy.order += ordering(repeat next((each C).self))
    return copy
  }

  /// Limits the number of rows: `LIMIT 10`; `nil` changes nothing.
  public func limit(_ maxLength: Int?) -> Self {
    guard let maxLength else { return self }
    var copy = self
    copy.limit = LimitClause(maxLength: maxLength.queryFragment, offset: limit?.offset)
    return copy
  }

  /// Skips the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public func offset(_ offset: Int?) -> Self {
    guard let offset else { return self }
    var copy = self
    copy.limit = LimitClause(maxLength: limit?.maxLength, offset: offset.queryFragment)
    return copy
  }
}

extension CompoundSelect where QueryValue: Table {
  /// Orders the rows by a column: `ORDER BY "title" DESC`.
  public func order<Column: TableColumnExpression>(
    by ordering: KeyPath<QueryValue.TableColumns, Column>,
    _ direction: OrderDirection? = nil,
    nulls: NullOrdering? = nil
  ) -> Self {
    let name = SQLQueryExpression<Column.Value>(
      QueryFragment(quote: QueryValue.columns[keyPath: ordering].name)
    )
    var copy = self
    copy.order.append(_OrderingTerm(name, direction, nulls: nulls).queryFragment)
    return copy
  }

  /// Orders the rows by columns: `ORDER BY "title" DESC, "id"`.
  public func order(
    @QueryFragmentBuilder<()> by ordering: (QueryValue.TableColumns) -> [QueryFragment]
  ) -> Self {
    var copy = self
    copy.order += ordering(QueryValue.columns).map { $0.unqualified(by: QueryValue.self) }
    return copy
  }
}

extension QueryFragment {
  /// Returns the fragment with a table's columns unqualified, as the order of a compound statement
  /// requires.
  func unqualified<T: Table>(by table: T.Type) -> QueryFragment {
    var qualifier = QueryFragment()
    if table.tableAlias == nil { qualifier.appendSchema(of: table) }
    qualifier.append(table: table.tableAlias ?? table.tableName)
    qualifier.append(sql: ".")
    var result = self
    result.code = code.replacing(qualifier.code, with: [])
    return result
  }
}

/// A part of a compound statement.
private struct Operand {
  let fragment: QueryFragment
  /// Whether its text ends in a `FROM` clause.
  let endsInFrom: Bool

  var isEmpty: Bool { fragment.isEmpty }
}

extension Statement {
  /// Returns the statement as a part of a compound one.
  ///
  /// - Parameter isEnclosed: Whether it becomes a subquery, since SQL allows no order, limit or
  ///   parentheses in a part.
  fileprivate func operand(isEnclosed: Bool) -> Operand {
    let query = query
    guard isEnclosed, !query.isEmpty else {
      return Operand(fragment: query, endsInFrom: _endsInFrom)
    }
    var fragment: QueryFragment = "SELECT * FROM "
    fragment.append(queryFragment)
    fragment.append(hint: .unnamedRows)
    return Operand(fragment: fragment, endsInFrom: true)
  }

  /// Returns whether it must be enclosed as the second statement.
  ///
  /// SQL evaluates from left to right, and `a EXCEPT (b UNION c)` differs from
  /// `(a EXCEPT b) UNION c`. `WITH` is only allowed before the first statement.
  fileprivate func isEnclosed(after operation: QueryFragment) -> Bool {
    if isOrderedOrLimited || self is any StatementWithTables { return true }
    guard let compound = self as? any Compound else { return false }
    return compound.operation != operation || operation == "EXCEPT"
  }

  /// Whether it has an order or a limit.
  var isOrderedOrLimited: Bool {
    func isOrderedOrLimited(_ select: some SelectStatement) -> Bool {
      let clauses = select.asSelect().clauses
      return clauses.limit != nil || !clauses.order.isEmpty
    }
    if let select = self as? any SelectStatement { return isOrderedOrLimited(select) }
    if let with = self as? any StatementWithTables { return with.isLastOrderedOrLimited }
    return (self as? any Compound)?.isOrdered ?? false
  }
}

/// A statement that begins with `WITH`, whatever its rows.
protocol StatementWithTables {
  /// Whether the statement after the tables has an order or a limit.
  var isLastOrderedOrLimited: Bool { get }
}

/// A compound statement, whatever its rows.
private protocol Compound {
  /// The operation between all of its statements, or `nil` if there are several.
  var operation: QueryFragment? { get }
  /// Whether it is ordered or limited.
  var isOrdered: Bool { get }
}

extension CompoundSelect: Compound {
  var isOrdered: Bool { limit != nil || !order.isEmpty }
}
