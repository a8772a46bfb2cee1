public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

extension SelectionRequest {
  /// Selects columns and expressions, in place of those before.
  ///
  /// ```swift
  /// Item.select(Column("name"), Column("quantity") * 2)
  /// // SELECT "item"."name", ("item"."quantity") * (2) FROM "item"
  /// ```
  public func select(_ selection: any SQLSelectable...) -> Self { select(selection) }

  /// Selects columns and expressions, in place of those before.
  public func select(_ selection: [any SQLSelectable]) -> Self {
    let selection = selection.map(\.sqlSelection)
    return with {
      $0.selection = selection
      $0.annotations = []
    }
  }

  /// Selects what SQL says.
  public func select(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    select(SQLExpression(sql: sql, arguments: arguments))
  }

  /// Selects what SQL with values in it says.
  public func select(literal sql: SQL) -> Self { select(sql) }

  /// Selects columns and expressions besides those before.
  public func annotated(with selection: any SQLSelectable...) -> Self {
    annotated(with: selection)
  }

  /// Selects columns and expressions besides those before.
  public func annotated(with selection: [any SQLSelectable]) -> Self {
    let selection = selection.map(\.sqlSelection)
    return with { $0.annotations += selection }
  }
}

extension AggregatingRequest {
  /// Puts rows with the same values into a group, in place of the groups before.
  public func group(_ expressions: any SQLExpressible...) -> Self { group(expressions) }

  /// Puts rows with the same values into a group, in place of the groups before.
  public func group(_ expressions: [any SQLExpressible]) -> Self {
    let groups = expressions.map { RequestGroup.expression($0.sqlExpression) }
    return with { $0.groups = groups }
  }

  /// Puts rows with the same values into a group, by SQL.
  public func group(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    group(SQLExpression(sql: sql, arguments: arguments))
  }

  /// Puts rows with the same values into a group, by SQL with values in it.
  public func group(literal sql: SQL) -> Self { group(sql) }

  /// Keeps the groups where a condition in SQL holds, with values in it.
  public func having(literal sql: SQL) -> Self {
    var condition = sql.sqlExpression
    condition.isAggregate = true
    return having(condition)
  }

  /// Keeps the groups where a condition holds, and all conditions before.
  ///
  /// A condition on an association's rows needs no groups: `Author.having(Author.books.count > 3)`.
  public func having(_ predicate: some SQLExpressible) -> Self {
    let predicate = predicate.sqlExpression
    return with { $0.having.append(predicate) }
  }

  /// Keeps the groups where a typed condition holds.
  public func having<Predicate: QueryExpression>(_ predicate: Predicate) -> Self
  where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    let fragment = predicate.queryFragment
    return with { $0.having.append(SQLExpression(fragment: fragment)) }
  }

  /// Keeps the groups where a condition in SQL holds.
  public func having(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    var condition = SQLExpression(sql: sql, arguments: arguments)
    condition.isAggregate = true
    return having(condition)
  }
}

extension OrderedRequest {
  /// Orders by terms, in place of the order before.
  ///
  /// ```swift
  /// Item.order(Column("quantity").desc, Column("name"))
  /// // SELECT * FROM "item" ORDER BY "item"."quantity" DESC, "item"."name"
  /// ```
  public func order(_ terms: any SQLOrderingTerm...) -> Self { order(terms) }

  /// Orders by terms, in place of the order before.
  public func order(_ terms: [any SQLOrderingTerm]) -> Self {
    let terms = terms.map { RequestOrder.Term.term($0.sqlOrdering) }
    return with { $0.order = RequestOrder(terms: terms) }
  }

  /// Orders by terms of a table's typed columns, in place of the order before.
  public func order(
    @QueryFragmentBuilder<()> by terms: (RowDecoder.TableColumns) -> [QueryFragment]
  ) -> Self where RowDecoder: Table {
    let terms = terms(RowDecoder.columns).map { fragment in
      RequestOrder.Term.term(SQLOrdering(text: SQLExpression(fragment: fragment)))
    }
    return with { $0.order = RequestOrder(terms: terms) }
  }

  /// Orders by terms in SQL, in place of the order before.
  public func order(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    let term = SQLOrdering(text: SQLExpression(sql: sql, arguments: arguments))
    return with { $0.order = RequestOrder(terms: [.term(term)]) }
  }

  /// Orders by terms in SQL with values in it, in place of the order before.
  public func order(literal sql: SQL) -> Self {
    let term = SQLOrdering(text: sql.sqlExpression)
    return with { $0.order = RequestOrder(terms: [.term(term)]) }
  }

  /// Turns the order around; without an order it changes nothing.
  public func reversed() -> Self { with { $0.order.isReversed.toggle() } }

  /// Leaves the order out.
  public func unordered() -> Self { with { $0.order = RequestOrder() } }

  /// Orders rows that are the same for the order by their primary key.
  public func withStableOrder() -> Self { with { $0.order.terms.append(.primaryKey) } }
}

extension DerivableRequest {
  /// Leaves out rows that are the same as another.
  public func distinct() -> Self { with { $0.isDistinct = true } }

  /// Names a table for the request that is made of another one: `WITH "recent" AS (SELECT …)`.
  public func with<Row>(_ table: CommonTableExpression<Row>) -> Self {
    with { $0.commonTables.append(table.table) }
  }
}
