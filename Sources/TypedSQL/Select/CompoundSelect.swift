/// The rows of several statements: `SELECT … UNION SELECT …`.
///
/// It can be ordered and limited as a whole. `Shape` says what a row is decoded as.
public struct CompoundSelect<QueryValue, Shape: RowShape>: PartialSelectStatement, Sendable {
  /// The table that is selected from: none.
  public typealias From = Never

  var rows: QueryFragment
  var order: [QueryFragment] = []
  var limit: LimitClause?
  private var rowsEndInFrom = false

  /// The SQL; empty where there is nothing to run.
  public var query: QueryFragment {
    var query = rows
    guard !query.isEmpty else { return query }
    query.append(clause: order, after: "ORDER BY ")
    limit?.append(to: &query)
    return query
  }

  /// Whether its text ends in a `FROM` clause.
  public var _endsInFrom: Bool { rowsEndInFrom && order.isEmpty && limit == nil }

  init(_ operation: QueryFragment, _ lhs: some Statement, _ rhs: some Statement) {
    rows = lhs._compoundOperand
    let other = rhs._compoundOperand
    rowsEndInFrom = other.isEmpty ? lhs._endsInFrom : rhs._endsInFrom
    if rows.isEmpty || other.isEmpty {
      rows.append(other)
    } else {
      rows.appendLineOrSpace()
      rows.append(operation.indented())
      rows.appendLineOrSpace()
      rows.append(other)
    }
  }
}

extension PartialSelectStatement where QueryValue: QueryRepresentable {
  /// The rows of both statements: `SELECT … UNION SELECT …`.
  ///
  /// - Parameters:
  ///   - all: Whether to keep rows that are the same: `UNION ALL`.
  ///   - other: A statement with a column of the same type.
  public func union(
    all: Bool = false,
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, ValueRow<QueryValue>> {
    CompoundSelect(all ? "UNION ALL" : "UNION", self, other)
  }

  /// The rows that both statements have: `SELECT … INTERSECT SELECT …`.
  public func intersect(
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, ValueRow<QueryValue>> {
    CompoundSelect("INTERSECT", self, other)
  }

  /// The rows that the other statement has not: `SELECT … EXCEPT SELECT …`.
  public func except(
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, ValueRow<QueryValue>> {
    CompoundSelect("EXCEPT", self, other)
  }
}

extension PartialSelectStatement {
  /// The rows of both statements: `SELECT … UNION SELECT …`.
  ///
  /// - Parameters:
  ///   - all: Whether to keep rows that are the same: `UNION ALL`.
  ///   - other: A statement with columns of the same types.
  public func union<V1: QueryRepresentable, V2: QueryRepresentable, each V3: QueryRepresentable>(
    all: Bool = false,
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, TupleRow<V1, V2, repeat each V3>>
  where QueryValue == (V1, V2, repeat each V3) {
    CompoundSelect(all ? "UNION ALL" : "UNION", self, other)
  }

  /// The rows that both statements have: `SELECT … INTERSECT SELECT …`.
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

  /// The rows that the other statement has not: `SELECT … EXCEPT SELECT …`.
  public func except<V1: QueryRepresentable, V2: QueryRepresentable, each V3: QueryRepresentable>(
    _ other: some PartialSelectStatement<QueryValue>
  ) -> CompoundSelect<QueryValue, TupleRow<V1, V2, repeat each V3>>
  where QueryValue == (V1, V2, repeat each V3) {
    CompoundSelect("EXCEPT", self, other)
  }
}

extension SelectStatement where QueryValue == (), Joins == () {
  /// The rows of both statements: `SELECT … UNION SELECT …`.
  ///
  /// - Parameters:
  ///   - all: Whether to keep rows that are the same: `UNION ALL`.
  ///   - other: A statement on the same table.
  public func union(
    all: Bool = false,
    _ other: some SelectStatement<(), From, ()>
  ) -> CompoundSelect<From, ValueRow<From>> {
    CompoundSelect(all ? "UNION ALL" : "UNION", self, other)
  }

  /// The rows that both statements have: `SELECT … INTERSECT SELECT …`.
  public func intersect(
    _ other: some SelectStatement<(), From, ()>
  ) -> CompoundSelect<From, ValueRow<From>> {
    CompoundSelect("INTERSECT", self, other)
  }

  /// The rows that the other statement has not: `SELECT … EXCEPT SELECT …`.
  public func except(
    _ other: some SelectStatement<(), From, ()>
  ) -> CompoundSelect<From, ValueRow<From>> {
    CompoundSelect("EXCEPT", self, other)
  }
}

extension SelectStatement where QueryValue == () {
  /// The rows of both statements: `SELECT … UNION SELECT …`.
  ///
  /// - Parameters:
  ///   - all: Whether to keep rows that are the same: `UNION ALL`.
  ///   - other: A statement on the same tables.
  public func union(
    all: Bool = false,
    _ other: some SelectStatement<(), From, Joins>
  ) -> CompoundSelect<(), Shape> {
    CompoundSelect(all ? "UNION ALL" : "UNION", self, other)
  }

  /// The rows that both statements have: `SELECT … INTERSECT SELECT …`.
  public func intersect(
    _ other: some SelectStatement<(), From, Joins>
  ) -> CompoundSelect<(), Shape> {
    CompoundSelect("INTERSECT", self, other)
  }

  /// The rows that the other statement has not: `SELECT … EXCEPT SELECT …`.
  public func except(
    _ other: some SelectStatement<(), From, Joins>
  ) -> CompoundSelect<(), Shape> {
    CompoundSelect("EXCEPT", self, other)
  }
}

// MARK: - Order and limit

extension CompoundSelect {
  /// Orders the rows by what is selected, in its order: `ORDER BY 2 DESC`.
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

  /// Keeps a number of rows at most: `LIMIT 10`; `nil` changes nothing.
  public func limit(_ maxLength: Int?) -> Self {
    guard let maxLength else { return self }
    var copy = self
    copy.limit = LimitClause(maxLength: maxLength.queryFragment, offset: limit?.offset)
    return copy
  }

  /// Leaves out the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
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
  /// The fragment with a table's columns named without the table, as the order of a compound statement wants them.
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

extension Statement {
  /// The statement as a part of a compound one.
  ///
  /// SQL wants no order and no limit there, but in a subquery.
  fileprivate var _compoundOperand: QueryFragment {
    let query = query
    guard _isOrderedOrLimited, !query.isEmpty else { return query }
    var fragment: QueryFragment = "SELECT * FROM "
    fragment.append(queryFragment)
    return fragment
  }

  private var _isOrderedOrLimited: Bool {
    func isOrderedOrLimited(_ select: some SelectStatement) -> Bool {
      let clauses = select.asSelect().clauses
      return clauses.limit != nil || !clauses.order.isEmpty
    }
    if let select = self as? any SelectStatement { return isOrderedOrLimited(select) }
    return (self as? any _OrderedCompound)?.isOrderedOrLimited ?? false
  }
}

private protocol _OrderedCompound {
  var isOrderedOrLimited: Bool { get }
}

extension CompoundSelect: _OrderedCompound {
  var isOrderedOrLimited: Bool { limit != nil || !order.isEmpty }
}
