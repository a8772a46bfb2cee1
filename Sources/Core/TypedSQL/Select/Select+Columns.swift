extension Select {
  /// Selects a column, in addition to those already selected.
  ///
  /// ```swift
  /// Tag.all.select(\.title)
  /// // SELECT "tags"."title" FROM "tags"
  /// ```
  @_disfavoredOverload
  public consuming func select<each C1: QueryRepresentable, C2: QueryExpression>(
    _ selection: KeyPath<From.TableColumns, C2>
  ) -> Select<
    (repeat each C1, C2.QueryValue), From, Joins, PackRow<repeat each C1, C2.QueryValue>
  >
  where Columns == (repeat each C1), C2.QueryValue: QueryRepresentable {
    retyped { $0.select(From.columns[keyPath: selection]) }
  }

  /// Selects an expression, in addition to those already selected.
  ///
  /// ```swift
  /// Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }.select { $1.title }
  /// // SELECT "remindersLists"."title" FROM "reminders" JOIN "remindersLists" ON …
  /// ```
  @_disfavoredOverload
  public consuming func select<
    each C1: QueryRepresentable,
    C2: QueryExpression,
    each J: Table
  >(
    _ selection: (From.TableColumns, repeat (each J).TableColumns) -> C2
  ) -> Select<
    (repeat each C1, C2.QueryValue), From, Joins, PackRow<repeat each C1, C2.QueryValue>
  >
  where Columns == (repeat each C1), C2.QueryValue: QueryRepresentable, Joins == (repeat each J) {
    retyped { $0.select(selection(From.columns, repeat (each J).columns)) }
  }

  /// Selects several expressions, in addition to those already selected.
  @_disfavoredOverload
  public consuming func select<
    each C1: QueryRepresentable,
    C2: QueryExpression,
    C3: QueryExpression,
    each C4: QueryExpression,
    each J: Table
  >(
    _ selection: (From.TableColumns, repeat (each J).TableColumns) -> (C2, C3, repeat each C4)
  ) -> Select<
    (repeat each C1, C2.QueryValue, C3.QueryValue, repeat (each C4).QueryValue), From, Joins,
    PackRow<repeat each C1, C2.QueryValue, C3.QueryValue, repeat (each C4).QueryValue>
  >
  where
    Columns == (repeat each C1), C2.QueryValue: QueryRepresentable,
    C3.QueryValue: QueryRepresentable, repeat (each C4).QueryValue: QueryRepresentable,
    Joins == (repeat each J)
  { selecting(selection) }

  // Only in a function's type does the compiler turn a tuple of some elements and a pack into one
  // tuple.
  consuming func selecting<C, S: RowShape, each E: QueryExpression, each J: Table>(
    _ selection: (From.TableColumns, repeat (each J).TableColumns) -> (repeat each E)
  ) -> Select<C, From, Joins, S> where Joins == (repeat each J) {
    let columns = selection(From.columns, repeat (each J).columns)
    for column in repeat each columns { clauses.select(column) }
    return Select<C, From, Joins, S>(clauses: clauses)
  }

  /// Removes duplicate rows: `SELECT DISTINCT …`.
  ///
  /// - Parameter isDistinct: Whether to remove them; `false` undoes an earlier call.
  public consuming func distinct(_ isDistinct: Bool = true) -> Self {
    with { $0.distinct = isDistinct }
  }
}

extension Select {
  /// Selects the number of certain rows, in addition to the columns already selected.
  ///
  /// ```swift
  /// Reminder.group(by: \.priority).select(\.priority).count { $0.isCompleted }
  /// // SELECT "reminders"."priority", count(*) FILTER (WHERE "reminders"."isCompleted") FROM …
  /// ```
  ///
  /// - Parameter filter: The rows to count.
  @_disfavoredOverload
  public consuming func count<each C: QueryRepresentable>(
    filter: (From.TableColumns) -> some QueryExpression<Bool>
  ) -> Select<(repeat each C, Int), From, Joins, PackRow<repeat each C, Int>>
  where Columns == (repeat each C), Joins == () {
    retyped { $0.selectCount(filter(From.columns).queryFragment) }
  }

  /// Selects the number of certain rows, in addition to the columns already selected:
  /// `count(*) FILTER (WHERE …)`.
  @_disfavoredOverload
  public consuming func count<each C: QueryRepresentable>(
    filter: (From.TableColumns, Joins.TableColumns) -> some QueryExpression<Bool>
  ) -> Select<(repeat each C, Int), From, Joins, PackRow<repeat each C, Int>>
  where Columns == (repeat each C), Joins: Table {
    retyped { $0.selectCount(filter(From.columns, Joins.columns).queryFragment) }
  }

  /// Selects the number of certain rows, in addition to the columns already selected:
  /// `count(*) FILTER (WHERE …)`.
  @_disfavoredOverload
  public consuming func count<each C: QueryRepresentable, each J: Table>(
    filter: (From.TableColumns, repeat (each J).TableColumns) -> some QueryExpression<Bool>
  ) -> Select<(repeat each C, Int), From, Joins, PackRow<repeat each C, Int>>
  where Columns == (repeat each C), Joins == (repeat each J) {
    retyped {
      $0.selectCount(filter(From.columns, repeat (each J).columns).queryFragment)
    }
  }

  /// Selects the number of rows, in addition to the columns already selected: `count(*)`.
  @_disfavoredOverload
  public consuming func count<each C: QueryRepresentable>(
    filter: Never? = nil
  ) -> Select<(repeat each C, Int), From, Joins, PackRow<repeat each C, Int>>
  where Columns == (repeat each C) {
    retyped { $0.selectCount() }
  }
}

extension Select where Columns == () {
  /// The number of rows: `SELECT count(*) FROM "reminders"`.
  public var count: Select<Int, From, Joins, ValueRow<Int>> { retyped { $0.selectCount() } }
}

extension _SelectClauses {
  mutating func selectCount(_ filter: QueryFragment? = nil) {
    var fragment: QueryFragment = "count(*)"
    if let filter {
      fragment.append(sql: " FILTER (WHERE ")
      fragment.append(filter)
      fragment.append(sql: ")")
    }
    select(SQLQueryExpression(fragment, as: Int.self))
  }
}
