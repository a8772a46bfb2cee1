extension Where {
  /// Selects a column: `SELECT "tags"."title" FROM "tags"`.
  public func select<C: QueryExpression>(
    _ selection: KeyPath<From.TableColumns, C>
  ) -> Select<C.QueryValue, From, ()> where C.QueryValue: QueryRepresentable {
    select.select(selection)
  }

  /// Selects an expression: `SELECT length("tags"."title") FROM "tags"`.
  public func select<C: QueryExpression>(
    _ selection: (From.TableColumns) -> C
  ) -> Select<C.QueryValue, From, ()> where C.QueryValue: QueryRepresentable {
    select.select(selection)
  }

  /// Selects several expressions: `SELECT "tags"."id", "tags"."title" FROM "tags"`.
  public func select<C1: QueryExpression, C2: QueryExpression, each C3: QueryExpression>(
    _ selection: (From.TableColumns) -> (C1, C2, repeat each C3)
  ) -> Select<(C1.QueryValue, C2.QueryValue, repeat (each C3).QueryValue), From, ()>
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    repeat (each C3).QueryValue: QueryRepresentable
  { select.select(selection) }

  /// Leaves out rows that are the same: `SELECT DISTINCT …`.
  public func distinct(_ isDistinct: Bool = true) -> Select<(), From, ()> {
    select.distinct(isDistinct)
  }
}

extension Where {
  /// Makes one row of those with the same value: `GROUP BY "reminders"."priority"`.
  public func group<C: QueryExpression>(
    by grouping: KeyPath<From.TableColumns, C>
  ) -> Select<(), From, ()> where C.QueryValue: QueryRepresentable { select.group(by: grouping) }

  /// Makes one row of those with the same value: `GROUP BY "reminders"."priority"`.
  public func group<C: QueryExpression>(
    by grouping: (From.TableColumns) -> C
  ) -> Select<(), From, ()> where C.QueryValue: QueryRepresentable { select.group(by: grouping) }

  /// Makes one row of those with the same values: `GROUP BY a, b`.
  public func group<C1: QueryExpression, C2: QueryExpression, each C3: QueryExpression>(
    by grouping: (From.TableColumns) -> (C1, C2, repeat each C3)
  ) -> Select<(), From, ()>
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    repeat (each C3).QueryValue: QueryRepresentable
  { select.group(by: grouping) }

  /// Keeps the groups where conditions hold: `HAVING ((count("reminders"."id")) > (3))`.
  public func having(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Select<(), From, ()> { select.having(predicate) }

  /// Orders by a column: `ORDER BY "reminders"."title"`.
  public func order<C: QueryExpression>(
    by ordering: KeyPath<From.TableColumns, C>
  ) -> Select<(), From, ()> where C.QueryValue: QueryRepresentable { select.order(by: ordering) }

  /// Orders by a column in a direction: `ORDER BY "reminders"."dueDate" DESC NULLS LAST`.
  public func order<C: QueryExpression>(
    by ordering: KeyPath<From.TableColumns, C>,
    _ direction: OrderDirection,
    nulls: NullOrdering? = nil
  ) -> Select<(), From, ()> where C.QueryValue: QueryRepresentable {
    select.order(by: ordering, direction, nulls: nulls)
  }

  /// Orders by terms: `ORDER BY "reminders"."isCompleted", "reminders"."dueDate" DESC`.
  public func order(
    @QueryFragmentBuilder<()> by ordering: (From.TableColumns) -> [QueryFragment]
  ) -> Select<(), From, ()> { select.order(by: ordering) }

  /// Keeps a number of rows at most: `LIMIT 10`; `nil` changes nothing.
  public func limit(_ maxLength: Int?) -> Select<(), From, ()> { select.limit(maxLength) }

  /// Keeps a number of rows at most, after leaving out others: `LIMIT 10 OFFSET 20`.
  public func limit(_ maxLength: Int?, offset: Int?) -> Select<(), From, ()> {
    select.limit(maxLength, offset: offset)
  }

  /// Keeps a number of rows at most: `LIMIT 10`; `nil` changes nothing.
  public func limit(
    @QueryFragmentBuilder<Int> _ maxLength: (From.TableColumns) -> [QueryFragment]
  ) -> Select<(), From, ()> { select.limit(maxLength) }

  /// Leaves out the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public func offset(_ offset: Int?) -> Select<(), From, ()> { select.offset(offset) }

  /// Leaves out the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public func offset(
    @QueryFragmentBuilder<Int> _ offset: (From.TableColumns) -> [QueryFragment]
  ) -> Select<(), From, ()> { select.offset(offset) }

  /// The number of rows: `SELECT count(*) FROM "reminders"`.
  public var count: Select<Int, From, ()> { select.count }

  /// The number of rows: `SELECT count(*) FROM "reminders"`.
  public func count(filter: Never? = nil) -> Select<Int, From, ()> { count }

  /// The number of some rows: `SELECT count(*) FILTER (WHERE …) FROM "reminders"`.
  ///
  /// - Parameter filter: What rows to count.
  public func count(
    filter: (From.TableColumns) -> some QueryExpression<Bool>
  ) -> Select<Int, From, ()> { select.count(filter: filter) }
}
