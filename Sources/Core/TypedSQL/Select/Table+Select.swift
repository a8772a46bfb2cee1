extension Table {
  /// Keeps the rows in which a column is true: `WHERE ("reminders"."isCompleted")`.
  public static func `where`<Predicate: QueryExpression>(
    _ keyPath: KeyPath<TableColumns, Predicate>
  ) -> Where<Self> where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    Where<Self>().where(keyPath)
  }

  /// Keeps the rows that meet all conditions: `WHERE (a) AND (b)`.
  ///
  /// ```swift
  /// Reminder.where {
  ///   for word in words { $0.title.like("%\(word)%") }
  ///   if hidesCompleted { !$0.isCompleted }
  /// }
  /// ```
  public static func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (TableColumns) -> [QueryFragment]
  ) -> Where<Self> { Where<Self>().where(predicate) }

  /// Keeps the rows in which a column is true, like `where`.
  public static func filter<Predicate: QueryExpression>(
    _ keyPath: KeyPath<TableColumns, Predicate>
  ) -> Where<Self> where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    Where<Self>().where(keyPath)
  }

  /// Keeps the rows that meet all conditions, like `where`.
  public static func filter(
    @QueryFragmentBuilder<Bool> _ predicate: (TableColumns) -> [QueryFragment]
  ) -> Where<Self> { Where<Self>().where(predicate) }
}

extension Table {
  /// Selects a column: `SELECT "tags"."title" FROM "tags"`.
  public static func select<C: QueryExpression>(
    _ selection: KeyPath<TableColumns, C>
  ) -> Select<C.QueryValue, Self, (), ValueRow<C.QueryValue>>
  where C.QueryValue: QueryRepresentable {
    Where<Self>().select(selection)
  }

  /// Selects an expression: `SELECT length("tags"."title") FROM "tags"`.
  public static func select<C: QueryExpression>(
    _ selection: (TableColumns) -> C
  ) -> Select<C.QueryValue, Self, (), ValueRow<C.QueryValue>>
  where C.QueryValue: QueryRepresentable {
    Where<Self>().select(selection)
  }

  /// Selects two expressions: `SELECT "tags"."id", "tags"."title" FROM "tags"`.
  public static func select<C1: QueryExpression, C2: QueryExpression>(
    _ selection: (TableColumns) -> (C1, C2)
  ) -> Select<(C1.QueryValue, C2.QueryValue), Self, (), TupleRow<C1.QueryValue, C2.QueryValue>>
  where C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable {
    Where<Self>().select(selection)
  }

  /// Selects three expressions: `SELECT a, b, c FROM …`.
  public static func select<C1: QueryExpression, C2: QueryExpression, C3: QueryExpression>(
    _ selection: (TableColumns) -> (C1, C2, C3)
  ) -> Select<
    (C1.QueryValue, C2.QueryValue, C3.QueryValue), Self, (),
    TupleRow<C1.QueryValue, C2.QueryValue, C3.QueryValue>
  >
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    C3.QueryValue: QueryRepresentable
  { Where<Self>().select(selection) }

  /// Selects four or more expressions: `SELECT a, b, c, d, … FROM …`.
  public static func select<
    C1: QueryExpression,
    C2: QueryExpression,
    C3: QueryExpression,
    C4: QueryExpression,
    each C5: QueryExpression
  >(
    _ selection: (TableColumns) -> (C1, C2, C3, C4, repeat each C5)
  ) -> Select<
    (C1.QueryValue, C2.QueryValue, C3.QueryValue, C4.QueryValue, repeat (each C5).QueryValue), Self,
    (),
    TupleRow<
      C1.QueryValue, C2.QueryValue, C3.QueryValue, C4.QueryValue, repeat (each C5).QueryValue
    >
  >
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    C3.QueryValue: QueryRepresentable, C4.QueryValue: QueryRepresentable,
    repeat (each C5).QueryValue: QueryRepresentable
  { Where<Self>().select(selection) }

  /// Removes duplicate rows: `SELECT DISTINCT …`.
  public static func distinct(_ isDistinct: Bool = true) -> SelectOf<Self> {
    Where<Self>().distinct(isDistinct)
  }
}

extension Table {
  /// Groups the rows with the same value: `GROUP BY "reminders"."priority"`.
  public static func group<C: QueryExpression>(
    by grouping: KeyPath<TableColumns, C>
  ) -> SelectOf<Self> where C.QueryValue: QueryRepresentable {
    Where<Self>().group(by: grouping)
  }

  /// Groups the rows with the same value: `GROUP BY "reminders"."priority"`.
  public static func group<C: QueryExpression>(
    by grouping: (TableColumns) -> C
  ) -> SelectOf<Self> where C.QueryValue: QueryRepresentable {
    Where<Self>().group(by: grouping)
  }

  /// Groups the rows with the same value of an SQL expression:
  /// `GROUP BY date("reminders"."dueDate")`.
  @_disfavoredOverload  // An expression with a type uses the overload that checks it.
  public static func group(
    by grouping: (TableColumns) -> SQLQueryExpression<Any>
  ) -> SelectOf<Self> { Where<Self>().group(by: grouping) }

  /// Groups the rows with the same values: `GROUP BY a, b`.
  public static func group<C1: QueryExpression, C2: QueryExpression, each C3: QueryExpression>(
    by grouping: (TableColumns) -> (C1, C2, repeat each C3)
  ) -> SelectOf<Self>
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    repeat (each C3).QueryValue: QueryRepresentable
  { Where<Self>().group(by: grouping) }

  /// Keeps the groups for which a column is true: `HAVING "reminders"."isCompleted"`.
  public static func having<Predicate: QueryExpression>(
    _ keyPath: KeyPath<TableColumns, Predicate>
  ) -> SelectOf<Self> where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    Where<Self>().having(keyPath)
  }

  /// Keeps the groups that meet conditions: `HAVING ((count("reminders"."id")) > (3))`.
  public static func having(
    @QueryFragmentBuilder<Bool> _ predicate: (TableColumns) -> [QueryFragment]
  ) -> SelectOf<Self> { Where<Self>().having(predicate) }

  /// Orders the rows by a column: `ORDER BY "reminders"."title"`.
  public static func order<C: QueryExpression>(
    by ordering: KeyPath<TableColumns, C>
  ) -> SelectOf<Self> where C.QueryValue: QueryRepresentable {
    Where<Self>().order(by: ordering)
  }

  /// Orders the rows by a column in a direction: `ORDER BY "reminders"."dueDate" DESC NULLS LAST`.
  public static func order<C: QueryExpression>(
    by ordering: KeyPath<TableColumns, C>,
    _ direction: OrderDirection,
    nulls: NullOrdering? = nil
  ) -> SelectOf<Self> where C.QueryValue: QueryRepresentable {
    Where<Self>().order(by: ordering, direction, nulls: nulls)
  }

  /// Orders the rows by terms: `ORDER BY "reminders"."isCompleted", "reminders"."dueDate" DESC`.
  public static func order(
    @QueryFragmentBuilder<()> by ordering: (TableColumns) -> [QueryFragment]
  ) -> SelectOf<Self> { Where<Self>().order(by: ordering) }

  /// Limits the number of rows: `LIMIT 10`; `nil` changes nothing.
  public static func limit(_ maxLength: Int?) -> SelectOf<Self> {
    Where<Self>().limit(maxLength)
  }

  /// Skips rows and limits the number of those that follow: `LIMIT 10 OFFSET 20`.
  public static func limit(_ maxLength: Int?, offset: Int?) -> SelectOf<Self> {
    Where<Self>().limit(maxLength, offset: offset)
  }

  /// Limits the number of rows: `LIMIT 10`; `nil` changes nothing.
  public static func limit(
    @QueryFragmentBuilder<Int> _ maxLength: (TableColumns) -> [QueryFragment]
  ) -> SelectOf<Self> { Where<Self>().limit(maxLength) }

  /// Skips the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public static func offset(_ offset: Int?) -> SelectOf<Self> { Where<Self>().offset(offset) }

  /// Skips the first rows: `LIMIT -1 OFFSET 20`; `nil` changes nothing.
  public static func offset(
    @QueryFragmentBuilder<Int> _ offset: (TableColumns) -> [QueryFragment]
  ) -> SelectOf<Self> { Where<Self>().offset(offset) }

  /// The number of rows: `SELECT count(*) FROM "reminders"`.
  public static var count: Select<Int, Self, (), ValueRow<Int>> { Where<Self>().select.count }

  /// Selects the number of rows: `SELECT count(*) FROM "reminders"`.
  public static func count(filter: Never? = nil) -> Select<Int, Self, (), ValueRow<Int>> { count }

  /// Selects the number of certain rows: `SELECT count(*) FILTER (WHERE …) FROM "reminders"`.
  ///
  /// - Parameter filter: The rows to count.
  public static func count(
    filter: (TableColumns) -> some QueryExpression<Bool>
  ) -> Select<Int, Self, (), ValueRow<Int>> { Where<Self>().count(filter: filter) }
}
