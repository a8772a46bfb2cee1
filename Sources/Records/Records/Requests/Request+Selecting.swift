public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

extension SelectionRequest {
  /// Selects columns and expressions, replacing earlier ones.
  ///
  /// ```swift
  /// Item.select(Column("name"), Column("quantity") * 2)
  /// // SELECT "item"."name", ("item"."quantity") * (2) FROM "item"
  /// ```
  public func select(_ selection: any SQLSelectable...) -> Self { select(selection) }

  /// Selects columns and expressions, replacing earlier ones.
  public func select(_ selection: [any SQLSelectable]) -> Self {
    let selection = selection.map(\.sqlSelection)
    return with {
      $0.selection = selection
      $0.annotations = []
    }
  }

  /// Selects columns and expressions, written as SQL.
  public func select(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    select(SQLExpression(sql: sql, arguments: arguments))
  }

  /// Selects columns and expressions, written as SQL with values.
  public func select(literal sql: SQL) -> Self { select(sql) }

  /// Selects columns and expressions in addition to earlier ones.
  public func annotated(with selection: any SQLSelectable...) -> Self {
    annotated(with: selection)
  }

  /// Selects columns and expressions in addition to earlier ones.
  public func annotated(with selection: [any SQLSelectable]) -> Self {
    let selection = selection.map(\.sqlSelection)
    return with { $0.annotations += selection }
  }
}

extension AggregatingRequest {
  /// Groups the rows by expressions, replacing earlier groups.
  public func group(_ expressions: any SQLExpressible...) -> Self { group(expressions) }

  /// Groups the rows by expressions, replacing earlier groups.
  public func group(_ expressions: [any SQLExpressible]) -> Self {
    let groups = expressions.map { RequestGroup.expression($0.sqlExpression) }
    return with { $0.groups = groups }
  }

  /// Groups the rows by expressions, written as SQL.
  public func group(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    group(SQLExpression(sql: sql, arguments: arguments))
  }

  /// Groups the rows by expressions, written as SQL with values.
  public func group(literal sql: SQL) -> Self { group(sql) }

  /// Keeps the groups for which a condition, written as SQL with values, holds.
  public func having(literal sql: SQL) -> Self {
    var condition = sql.sqlExpression
    condition.isAggregate = true
    return having(condition)
  }

  /// Keeps the groups for which a condition and all earlier ones hold.
  ///
  /// A condition on associated rows needs no groups: `Author.having(Author.books.count > 3)`.
  public func having(_ predicate: some SQLExpressible) -> Self {
    let predicate = predicate.sqlExpression
    return with { $0.having.append(predicate) }
  }

  /// Keeps the groups for which a typed condition holds.
  public func having<Predicate: QueryExpression>(_ predicate: Predicate) -> Self
  where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    let fragment = predicate.queryFragment
    return with { $0.having.append(SQLExpression(fragment: fragment)) }
  }

  /// Keeps the groups for which a condition, written as SQL, holds.
  public func having(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    var condition = SQLExpression(sql: sql, arguments: arguments)
    condition.isAggregate = true
    return having(condition)
  }
}

extension OrderedRequest {
  /// Orders by terms, replacing an earlier order.
  ///
  /// ```swift
  /// Item.order(Column("quantity").desc, Column("name"))
  /// // SELECT * FROM "item" ORDER BY "item"."quantity" DESC, "item"."name"
  /// ```
  public func order(_ terms: any SQLOrderingTerm...) -> Self { order(terms) }

  /// Orders by terms, replacing an earlier order.
  public func order(_ terms: [any SQLOrderingTerm]) -> Self {
    let terms = terms.map { RequestOrder.Term.term($0.sqlOrdering) }
    return with { $0.order = RequestOrder(terms: terms) }
  }

  /// Orders by terms of a table's typed columns, replacing an earlier order.
  public func order(
    @QueryFragmentBuilder<()> by terms: (RowDecoder.TableColumns) -> [QueryFragment]
  ) -> Self where RowDecoder: Table {
    let terms = terms(RowDecoder.columns).map { fragment in
      RequestOrder.Term.term(SQLOrdering(text: SQLExpression(fragment: fragment)))
    }
    return with { $0.order = RequestOrder(terms: terms) }
  }

  /// Orders by terms, written as SQL, replacing an earlier order.
  public func order(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    let term = SQLOrdering(text: SQLExpression(sql: sql, arguments: arguments))
    return with { $0.order = RequestOrder(terms: [.term(term)]) }
  }

  /// Orders by terms, written as SQL with values, replacing an earlier order.
  public func order(literal sql: SQL) -> Self {
    let term = SQLOrdering(text: sql.sqlExpression)
    return with { $0.order = RequestOrder(terms: [.term(term)]) }
  }

  /// Reverses the order; without an order it changes nothing.
  public func reversed() -> Self { with { $0.order.isReversed.toggle() } }

  /// Removes the order.
  public func unordered() -> Self { with { $0.order = RequestOrder() } }

  /// Orders rows that are equal in the order by their primary key.
  public func withStableOrder() -> Self { with { $0.order.terms.append(.primaryKey) } }
}

extension DerivableRequest {
  /// Removes duplicate rows.
  public func distinct() -> Self { with { $0.isDistinct = true } }

  /// Adds a common table expression to the request: `WITH "recent" AS (SELECT …)`.
  public func with<Row>(_ table: CommonTableExpression<Row>) -> Self {
    with { $0.commonTables.append(table.table) }
  }
}
