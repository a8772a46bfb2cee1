// Overloads for the first selected expression.
//
// The functions that append an expression to others return a tuple of a pack and a type, which is
// the type itself if the pack is empty. The compiler finds that out too late to look up a function
// of the result, such as `fetchAll`, in the same expression. For the same reason, there are
// overloads for two and three expressions: with a pack, it does not infer the type of a property
// such as `@FetchAll(Tag.select { ($0.id, $0.title) }) var tags`.

extension Select where Columns == () {
  /// Selects a column: `SELECT "tags"."title" FROM "tags"`.
  public consuming func select<C: QueryExpression>(
    _ selection: KeyPath<From.TableColumns, C>
  ) -> Select<C.QueryValue, From, Joins, ValueRow<C.QueryValue>>
  where C.QueryValue: QueryRepresentable {
    retyped { $0.select(From.columns[keyPath: selection]) }
  }

  /// Selects an expression: `SELECT "tags"."title" FROM "tags"`.
  public consuming func select<C: QueryExpression>(
    _ selection: (From.TableColumns) -> C
  ) -> Select<C.QueryValue, From, Joins, ValueRow<C.QueryValue>>
  where C.QueryValue: QueryRepresentable, Joins == () {
    retyped { $0.select(selection(From.columns)) }
  }

  /// Selects an expression:
  /// `SELECT "remindersLists"."title" FROM "reminders" JOIN "remindersLists" ON …`.
  public consuming func select<C: QueryExpression>(
    _ selection: (From.TableColumns, Joins.TableColumns) -> C
  ) -> Select<C.QueryValue, From, Joins, ValueRow<C.QueryValue>>
  where C.QueryValue: QueryRepresentable, Joins: Table {
    retyped { $0.select(selection(From.columns, Joins.columns)) }
  }

  /// Selects an expression:
  /// `SELECT "tags"."title" FROM "reminders" JOIN "remindersTags" ON … JOIN "tags" ON …`.
  public consuming func select<C: QueryExpression, J1: Table, J2: Table, each J3: Table>(
    _ selection: (
      From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> C
  ) -> Select<C.QueryValue, From, Joins, ValueRow<C.QueryValue>>
  where C.QueryValue: QueryRepresentable, Joins == (J1, J2, repeat each J3) {
    retyped {
      $0.select(selection(From.columns, J1.columns, J2.columns, repeat (each J3).columns))
    }
  }
}

extension Select where Columns == () {
  /// Selects two expressions.
  ///
  /// ```swift
  /// Reminder.all.select { ($0.id, $0.title) }
  /// // SELECT "reminders"."id", "reminders"."title" FROM "reminders"
  /// ```
  public consuming func select<C1: QueryExpression, C2: QueryExpression, each J: Table>(
    _ selection: (From.TableColumns, repeat (each J).TableColumns) -> (C1, C2)
  ) -> Select<(C1.QueryValue, C2.QueryValue), From, Joins, TupleRow<C1.QueryValue, C2.QueryValue>>
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable, Joins == (repeat each J)
  { selecting(selection) }

  /// Selects three expressions: `SELECT a, b, c FROM …`.
  public consuming func select<
    C1: QueryExpression,
    C2: QueryExpression,
    C3: QueryExpression,
    each J: Table
  >(
    _ selection: (From.TableColumns, repeat (each J).TableColumns) -> (C1, C2, C3)
  ) -> Select<
    (C1.QueryValue, C2.QueryValue, C3.QueryValue), From, Joins,
    TupleRow<C1.QueryValue, C2.QueryValue, C3.QueryValue>
  >
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    C3.QueryValue: QueryRepresentable, Joins == (repeat each J)
  { selecting(selection) }

  /// Selects four or more expressions: `SELECT a, b, c, d, … FROM …`.
  public consuming func select<
    C1: QueryExpression,
    C2: QueryExpression,
    C3: QueryExpression,
    C4: QueryExpression,
    each C5: QueryExpression,
    each J: Table
  >(
    _ selection: (From.TableColumns, repeat (each J).TableColumns) -> (
      C1, C2, C3, C4, repeat each C5
    )
  ) -> Select<
    (C1.QueryValue, C2.QueryValue, C3.QueryValue, C4.QueryValue, repeat (each C5).QueryValue), From,
    Joins,
    TupleRow<
      C1.QueryValue, C2.QueryValue, C3.QueryValue, C4.QueryValue, repeat (each C5).QueryValue
    >
  >
  where
    C1.QueryValue: QueryRepresentable, C2.QueryValue: QueryRepresentable,
    C3.QueryValue: QueryRepresentable, C4.QueryValue: QueryRepresentable,
    repeat (each C5).QueryValue: QueryRepresentable, Joins == (repeat each J)
  { selecting(selection) }
}

extension Select where Columns: QueryRepresentable {
  /// Selects the number of rows after an expression: `SELECT "tags"."title", count(*) FROM "tags"`.
  ///
  /// A statement is also an expression that can be counted, but the count of a statement means this
  /// function.
  public consuming func count(filter: Never? = nil) -> Select<
    (Columns, Int), From, Joins, TupleRow<Columns, Int>
  > {
    retyped { $0.selectCount() }
  }
}

extension Select where Columns == () {
  /// Selects the number of rows: `SELECT count(*) FROM "reminders"`.
  public consuming func count(filter: Never? = nil) -> Select<Int, From, Joins, ValueRow<Int>> {
    retyped { $0.selectCount() }
  }

  /// Selects the number of certain rows:
  /// `SELECT count(*) FILTER (WHERE "reminders"."isCompleted") FROM "reminders"`.
  public consuming func count(
    filter: (From.TableColumns) -> some QueryExpression<Bool>
  ) -> Select<Int, From, Joins, ValueRow<Int>> where Joins == () {
    retyped { $0.selectCount(filter(From.columns).queryFragment) }
  }

  /// Selects the number of certain rows:
  /// `SELECT count(*) FILTER (WHERE …) FROM "reminders" JOIN "remindersLists" ON …`.
  public consuming func count(
    filter: (From.TableColumns, Joins.TableColumns) -> some QueryExpression<Bool>
  ) -> Select<Int, From, Joins, ValueRow<Int>> where Joins: Table {
    retyped { $0.selectCount(filter(From.columns, Joins.columns).queryFragment) }
  }
}
