extension Where {
  /// Selects a column: `SELECT "tags"."title" FROM "tags"`.
  public func select<C: QueryExpression>(
    _ selection: KeyPath<From.TableColumns, C>
  ) -> Select<C.QueryValue, From, (), ValueRow<C.QueryValue>>
  where C.QueryValue: QueryRepresentable {
    select.select(selection)
  }

  /// Selects an expression: `SELECT length("tags"."title") FROM "tags"`.
  public func select<C: QueryExpression>(
    _ selection: (From.TableColumns) -> C
  ) -> Select<C.QueryValue, From, (), ValueRow<C.QueryValue>>
  where C.QueryValue: QueryRepresentable {
    select.select(selection)
  }

  /// Selects two expressions: `SELECT "tags"."id", "tags"."title" FROM "tags"`.
  public func select<C1: QueryExpression, C2: QueryExpression>(
    _ selection: (From.TableColumns) -> (C1, C2)
  ) -> Select<(C1.QueryValue, C2.QueryValue), From, (), TupleRow<C1.QueryValue, C2.QueryValue>>
  where C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable {
    select.select(selection)
  }

  /// Selects three expressions: `SELECT a, b, c FROM …`.
  public func select<C1: QueryExpression, C2: QueryExpression, C3: QueryExpression>(
    _ selection: (From.TableColumns) -> (C1, C2, C3)
  ) -> Select<
    (C1.QueryValue, C2.QueryValue, C3.QueryValue), From, (),
    TupleRow<C1.QueryValue, C2.QueryValue, C3.QueryValue>
  >
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    C3.QueryValue: QueryRepresentable
  { select.select(selection) }

  /// Selects four or more expressions: `SELECT a, b, c, d, … FROM …`.
  public func select<
    C1: QueryExpression,
    C2: QueryExpression,
    C3: QueryExpression,
    C4: QueryExpression,
    each C5: QueryExpression
  >(
    _ selection: (From.TableColumns) -> (C1, C2, C3, C4, repeat each C5)
  ) -> Select<
    (C1.QueryValue, C2.QueryValue, C3.QueryValue, C4.QueryValue, repeat (each C5).QueryValue), From,
    (),
    TupleRow<
      C1.QueryValue, C2.QueryValue, C3.QueryValue, C4.QueryValue, repeat (each C5).QueryValue
    >
  >
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    C3.QueryValue: QueryRepresentable, C4.QueryValue: QueryRepresentable,
    repeat (each C5).QueryValue: QueryRepresentable
  { select.select(selection) }

  /// Removes duplicate rows: `SELECT DISTINCT …`.
  public func distinct(_ isDistinct: Bool = true) -> SelectOf<From> {
    select.distinct(isDistinct)
  }
}

extension Where {
  /// Groups the rows with the same value: `GROUP BY "reminders"."priority"`.
  public func group<C: QueryExpression>(
    by grouping: KeyPath<From.TableColumns, C>
  ) -> SelectOf<From> where C.QueryValue: QueryRepresentable { select.group(by: grouping) }

  /// Groups the rows with the same value: `GROUP BY "reminders"."priority"`.
  public func group<C: QueryExpression>(
    by grouping: (From.TableColumns) -> C
  ) -> SelectOf<From> where C.QueryValue: QueryRepresentable { select.group(by: grouping) }

  /// Groups the rows with the same value of an SQL expression:
  /// `GROUP BY date("reminders"."dueDate")`.
  @_disfavoredOverload  // An expression with a type uses the overload that checks it.
  public func group(
    by grouping: (From.TableColumns) -> SQLQueryExpression<Any>
  ) -> SelectOf<From> { select.group(by: grouping) }

  /// Groups the rows with the same values: `GROUP BY a, b`.
  public func group<C1: QueryExpression, C2: QueryExpression, each C3: QueryExpression>(
    by grouping: (From.TableColumns) -> (C1, C2, repeat each C3)
  ) -> SelectOf<From>
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    repeat (each C3).QueryValue: QueryRepresentable
  { select.group(by: grouping) }

  /// Keeps the groups for which a column is true: `HAVING "reminders"."isCompleted"`.
  public func having<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> SelectOf<From> where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    select.having(keyPath)
  }

  /// Keeps the groups that meet conditions: `HAVING ((count("reminders"."id")) > (3))`.
  public func having(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> SelectOf<From> { select.having(predicate) }

  /// Orders the rows by a column: `ORDER BY "reminders"."title"`.
  public func order<C: QueryExpression>(
    by ordering: KeyPath<From.TableColumns, C>
  ) -> SelectOf<From> where C.QueryValue: QueryRepresentable { select.order(by: ordering) }

  /// Orders the rows by a column in a direction: `ORDER BY "reminders"."dueDate" DESC NULLS LAST`.
  public func order<C: QueryExpression>(
    by ordering: KeyPath<From.TableColumns, C>,
    _ direction: OrderDirection,
    nulls: NullOrdering? = nil
  ) -> SelectOf<From> where C.QueryValue: QueryRepresentable {
    select.order(by: ordering, direction, nulls: nulls)
  }

  /// Orders the rows by terms: `ORDER BY "reminders"."isCompleted", "reminders"."dueDate" DESC`.
  public func order(
    @QueryFragmentBuilder<()> by ordering: (From.TableColumns) -> [QueryFragment]
  ) -> SelectOf<From> { select.order(by: ordering) }

  /// Limits the number of rows: `LIMIT 10`; `nil` changes nothing.
  public func limit(_ maxLength: Int?) -> SelectOf<From> { select.limit(maxLength) }

  /// Skips rows and limits the number of those that follow: `LIMIT 10 OFFSET 20`.
  public func limit(_ maxLength: Int?, offset: Int?) -> SelectOf<From> {
    select.limit(maxLength, offset: offset)
  }

  /// Limits the number of rows: `LIMIT 10`; `nil` changes nothing.
  public func limit(
    @QueryFragmentBuilder<Int> _ maxLength: (From.TableColumns) -> [QueryFragment]
  ) -> SelectOf<From> { select.limit(maxLength) }

  /// Skips the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public func offset(_ offset: Int?) -> SelectOf<From> { select.offset(offset) }

  /// Skips the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public func offset(
    @QueryFragmentBuilder<Int> _ offset: (From.TableColumns) -> [QueryFragment]
  ) -> SelectOf<From> { select.offset(offset) }

  /// The number of rows: `SELECT count(*) FROM "reminders"`.
  public var count: Select<Int, From, (), ValueRow<Int>> { select.count }

  /// Selects the number of rows: `SELECT count(*) FROM "reminders"`.
  public func count(filter: Never? = nil) -> Select<Int, From, (), ValueRow<Int>> { count }

  /// Selects the number of certain rows: `SELECT count(*) FILTER (WHERE …) FROM "reminders"`.
  ///
  /// - Parameter filter: The rows to count.
  public func count(
    filter: (From.TableColumns) -> some QueryExpression<Bool>
  ) -> Select<Int, From, (), ValueRow<Int>> { select.count(filter: filter) }
}
