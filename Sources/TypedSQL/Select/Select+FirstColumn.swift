// The first expression that is selected. The functions that append one to others give a tuple of a pack and a type,
// which is the type itself where the pack is empty; the compiler sees that too late to find a function of the result,
// such as `fetchAll`, in the same expression.

extension Select where Columns == () {
  /// Selects a column: `SELECT "tags"."title" FROM "tags"`.
  public consuming func select<C: QueryExpression>(
    _ selection: KeyPath<From.TableColumns, C>
  ) -> Select<C.QueryValue, From, Joins> where C.QueryValue: QueryRepresentable {
    retyped { $0.select(From.columns[keyPath: selection]) }
  }

  /// Selects an expression: `SELECT "tags"."title" FROM "tags"`.
  public consuming func select<C: QueryExpression>(
    _ selection: (From.TableColumns) -> C
  ) -> Select<C.QueryValue, From, Joins>
  where C.QueryValue: QueryRepresentable, Joins == () {
    retyped { $0.select(selection(From.columns)) }
  }

  /// Selects an expression: `SELECT "remindersLists"."title" FROM "reminders" JOIN "remindersLists" ON …`.
  public consuming func select<C: QueryExpression>(
    _ selection: (From.TableColumns, Joins.TableColumns) -> C
  ) -> Select<C.QueryValue, From, Joins>
  where C.QueryValue: QueryRepresentable, Joins: Table {
    retyped { $0.select(selection(From.columns, Joins.columns)) }
  }

  /// Selects an expression: `SELECT "tags"."title" FROM "reminders" JOIN "remindersTags" ON … JOIN "tags" ON …`.
  public consuming func select<C: QueryExpression, J1: Table, J2: Table, each J3: Table>(
    _ selection: (
      From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> C
  ) -> Select<C.QueryValue, From, Joins>
  where C.QueryValue: QueryRepresentable, Joins == (J1, J2, repeat each J3) {
    retyped {
      $0.select(selection(From.columns, J1.columns, J2.columns, repeat (each J3).columns))
    }
  }
}

extension Select where Columns: QueryRepresentable {
  /// Selects the number of rows after an expression: `SELECT "tags"."title", count(*) FROM "tags"`.
  ///
  /// A statement is an expression, too, which can be counted; this is what is meant by a statement's number.
  public consuming func count(filter: Never? = nil) -> Select<(Columns, Int), From, Joins> {
    retyped { $0.selectCount() }
  }
}

extension Select where Columns == () {
  /// The number of rows: `SELECT count(*) FROM "reminders"`.
  public consuming func count(filter: Never? = nil) -> Select<Int, From, Joins> {
    retyped { $0.selectCount() }
  }

  /// The number of some rows: `SELECT count(*) FILTER (WHERE "reminders"."isCompleted") FROM "reminders"`.
  public consuming func count(
    filter: (From.TableColumns) -> some QueryExpression<Bool>
  ) -> Select<Int, From, Joins> where Joins == () {
    retyped { $0.selectCount(filter(From.columns).queryFragment) }
  }

  /// The number of some rows: `SELECT count(*) FILTER (WHERE …) FROM "reminders" JOIN "remindersLists" ON …`.
  public consuming func count(
    filter: (From.TableColumns, Joins.TableColumns) -> some QueryExpression<Bool>
  ) -> Select<Int, From, Joins> where Joins: Table {
    retyped { $0.selectCount(filter(From.columns, Joins.columns).queryFragment) }
  }
}
