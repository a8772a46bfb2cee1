extension Select {
  /// Keeps the rows in which a column is true: `WHERE ("reminders"."isCompleted")`.
  public consuming func `where`<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    with { $0.where.append(From.columns[keyPath: keyPath].queryFragment) }
  }

  /// Keeps the rows that meet conditions, in addition to existing ones: `WHERE (a) AND (b)`.
  public consuming func `where`<each J: Table>(
    @QueryFragmentBuilder<Bool> _ predicate: (
      From.TableColumns, repeat (each J).TableColumns
    ) -> [QueryFragment]
  ) -> Self where Joins == (repeat each J) {
    with { _SelectClauses.append(predicate(From.columns, repeat (each J).columns), to: &$0.where) }
  }

  /// Keeps the rows in which a column is true, like `where`.
  public consuming func filter<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> { self.where(keyPath) }

  /// Keeps the rows that meet conditions, like `where`.
  public consuming func filter<each J: Table>(
    @QueryFragmentBuilder<Bool> _ predicate: (
      From.TableColumns, repeat (each J).TableColumns
    ) -> [QueryFragment]
  ) -> Self where Joins == (repeat each J) { self.where(predicate) }
}

extension Select {
  /// Groups the rows with the same value: `GROUP BY "reminders"."priority"`.
  public consuming func group<C: QueryExpression>(by grouping: KeyPath<From.TableColumns, C>)
    -> Self
  where C.QueryValue: QueryRepresentable {
    with { $0.group.append(From.columns[keyPath: grouping].queryFragment) }
  }

  /// Groups the rows with the same value: `GROUP BY "reminders"."priority"`.
  public consuming func group<C: QueryExpression, each J: Table>(
    by grouping: (From.TableColumns, repeat (each J).TableColumns) -> C
  ) -> Self where C.QueryValue: QueryRepresentable, Joins == (repeat each J) {
    with { $0.group.append(grouping(From.columns, repeat (each J).columns).queryFragment) }
  }

  /// Groups the rows with the same value of an SQL expression:
  /// `GROUP BY date("reminders"."dueDate")`.
  @_disfavoredOverload  // An expression with a type uses the overload that checks it.
  public consuming func group<each J: Table>(
    by grouping: (From.TableColumns, repeat (each J).TableColumns) -> SQLQueryExpression<Any>
  ) -> Self where Joins == (repeat each J) {
    with { $0.group.append(grouping(From.columns, repeat (each J).columns).queryFragment) }
  }

  /// Groups the rows with the same values: `GROUP BY a, b`.
  public consuming func group<
    C1: QueryExpression,
    C2: QueryExpression,
    each C3: QueryExpression,
    each J: Table
  >(
    by grouping: (From.TableColumns, repeat (each J).TableColumns) -> (C1, C2, repeat each C3)
  ) -> Self
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    repeat (each C3).QueryValue: QueryRepresentable, Joins == (repeat each J)
  { self.grouping(grouping) }

  private consuming func grouping<each E: QueryExpression, each J: Table>(
    _ grouping: (From.TableColumns, repeat (each J).TableColumns) -> (repeat each E)
  ) -> Self where Joins == (repeat each J) {
    let columns = grouping(From.columns, repeat (each J).columns)
    for column in repeat each columns { clauses.group.append(column.queryFragment) }
    return self
  }

  /// Keeps the groups for which a column is true: `HAVING "reminders"."isCompleted"`.
  public consuming func having<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    with { $0.having.append(From.columns[keyPath: keyPath].queryFragment) }
  }

  /// Keeps the groups that meet conditions: `HAVING ((count("reminders"."id")) > (3))`.
  public consuming func having<each J: Table>(
    @QueryFragmentBuilder<Bool> _ predicate: (
      From.TableColumns, repeat (each J).TableColumns
    ) -> [QueryFragment]
  ) -> Self where Joins == (repeat each J) {
    with { $0.having += predicate(From.columns, repeat (each J).columns) }
  }
}

extension Select {
  /// Orders the rows by a column, after existing terms: `ORDER BY "reminders"."title"`.
  public consuming func order<C: QueryExpression>(by ordering: KeyPath<From.TableColumns, C>)
    -> Self
  where C.QueryValue: QueryRepresentable {
    with { $0.order.append(From.columns[keyPath: ordering].queryFragment) }
  }

  /// Orders the rows by a column in a direction: `ORDER BY "reminders"."dueDate" DESC NULLS LAST`.
  public consuming func order<C: QueryExpression>(
    by ordering: KeyPath<From.TableColumns, C>,
    _ direction: OrderDirection,
    nulls: NullOrdering? = nil
  ) -> Self where C.QueryValue: QueryRepresentable {
    with {
      $0.order.append(
        _OrderingTerm(From.columns[keyPath: ordering], direction, nulls: nulls).queryFragment
      )
    }
  }

  /// Orders the rows by terms, after existing ones.
  ///
  /// ```swift
  /// Reminder.all.order { ($0.isCompleted, $0.dueDate.desc(nulls: .first)) }
  /// // … ORDER BY "reminders"."isCompleted", "reminders"."dueDate" DESC NULLS FIRST
  /// ```
  public consuming func order<each J: Table>(
    @QueryFragmentBuilder<()> by ordering: (
      From.TableColumns, repeat (each J).TableColumns
    ) -> [QueryFragment]
  ) -> Self where Joins == (repeat each J) {
    with { _SelectClauses.append(ordering(From.columns, repeat (each J).columns), to: &$0.order) }
  }

  /// Limits the number of rows: `LIMIT 10`; `nil` changes nothing.
  public consuming func limit(_ maxLength: Int?) -> Self {
    guard let maxLength else { return self }
    return with { $0.limit(maxLength.queryFragment) }
  }

  /// Skips rows and limits the number of those that follow: `LIMIT 10 OFFSET 20`.
  public consuming func limit(_ maxLength: Int?, offset: Int?) -> Self {
    limit(maxLength).offset(offset)
  }

  /// Limits the number of rows: `LIMIT 10`; `nil` changes nothing.
  public consuming func limit<each J: Table>(
    @QueryFragmentBuilder<Int> _ maxLength: (
      From.TableColumns, repeat (each J).TableColumns
    ) -> [QueryFragment]
  ) -> Self where Joins == (repeat each J) {
    guard let number = maxLength(From.columns, repeat (each J).columns).last else { return self }
    return with { $0.limit(number) }
  }

  /// Skips the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public consuming func offset(_ offset: Int?) -> Self {
    guard let offset else { return self }
    return with { $0.offset(offset.queryFragment) }
  }

  /// Skips the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public consuming func offset<each J: Table>(
    @QueryFragmentBuilder<Int> _ offset: (
      From.TableColumns, repeat (each J).TableColumns
    ) -> [QueryFragment]
  ) -> Self where Joins == (repeat each J) {
    guard let number = offset(From.columns, repeat (each J).columns).last else { return self }
    return with { $0.offset(number) }
  }
}
