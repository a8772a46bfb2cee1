// The overloads of `insert` whose last condition is given the row that was to be inserted, in
// addition to the existing row in conflict.

extension Table {
  /// Inserts records, drafts, or expressions for each column, with a conditional update on
  /// conflict.
  ///
  /// ```swift
  /// Reminder.insert {
  ///   Reminder(id: 1, title: "Milk", priority: 3)
  /// } onConflictDoUpdate: {
  ///   $0.priority = $1.priority
  /// } where: { row, excluded in
  ///   row.priority < excluded.priority
  /// }
  /// // … ON CONFLICT DO UPDATE SET "priority" = "excluded"."priority"
  /// // WHERE ("reminders"."priority") < ("excluded"."priority")
  /// ```
  ///
  /// - Parameter updateFilter: The condition for an update, given the existing row in conflict and
  ///   the row that was to be inserted.
  public static func insert(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflictDoUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .writable,
      source: .rows(values()),
      conflict: ConflictClause(
        doUpdate: updates,
        filter: { updateFilter($0, Excluded()) }
      )
    )
  }

  /// Inserts records, drafts, or expressions, with a conditional update on conflict in some
  /// columns.
  ///
  /// - Parameter updateFilter: The condition for an update, given the existing row in conflict and
  ///   the row that was to be inserted.
  public static func insert<
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .writable,
      source: .rows(values()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: { updateFilter($0, Excluded()) }
      )
    )
  }

  /// Inserts rows of values for some columns, with a conditional update on conflict.
  ///
  /// - Parameter updateFilter: The condition for an update, given the existing row in conflict and
  ///   the row that was to be inserted.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflictDoUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .rows(values()),
      conflict: ConflictClause(
        doUpdate: updates,
        filter: { updateFilter($0, Excluded()) }
      )
    )
  }

  /// Inserts rows of values for some columns, with a conditional update on conflict in some
  /// columns.
  ///
  /// - Parameter updateFilter: The condition for an update, given the existing row in conflict and
  ///   the row that was to be inserted.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .rows(values()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: { updateFilter($0, Excluded()) }
      )
    )
  }

  /// Inserts the rows of a `SELECT` into some columns, with a conditional update on conflict.
  ///
  /// - Parameter updateFilter: The condition for an update, given the existing row in conflict and
  ///   the row that was to be inserted.
  public static func insert<
    each C: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflictDoUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .selecting(selection()),
      conflict: ConflictClause(
        doUpdate: updates,
        filter: { updateFilter($0, Excluded()) }
      )
    )
  }

  /// Inserts the rows of a `SELECT`, with a conditional update on conflict in some columns.
  ///
  /// - Parameter updateFilter: The condition for an update, given the existing row in conflict and
  ///   the row that was to be inserted.
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .selecting(selection()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: { updateFilter($0, Excluded()) }
      )
    )
  }
}
