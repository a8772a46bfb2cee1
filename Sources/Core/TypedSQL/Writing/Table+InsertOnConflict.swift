// In `onConflict: … doUpdate: … where: …`, the only condition is that of the update. Swift would
// match the label `where` with the first of two parameters of that name, the condition on the
// columns in conflict. So these overloads leave that parameter out.

extension Table {
  /// Inserts records, drafts, or expressions, with a conditional update on conflict in some
  /// columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`.
  public static func insert<
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      values: values,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }

  /// Inserts records, drafts, or expressions, with a conditional update on conflict in some
  /// columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The update is given the existing
  /// row in conflict.
  public static func insert<
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      values: values,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }

  /// Inserts records, drafts, or expressions, with a conditional update on conflict in some
  /// columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The condition is given the
  /// existing row in conflict and the row that was to be inserted.
  public static func insert<
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      values: values,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }

  /// Inserts rows of values for some columns, with a conditional update on conflict in some
  /// columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      values: values,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }

  /// Inserts rows of values for some columns, with a conditional update on conflict in some
  /// columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The update is given the existing
  /// row in conflict.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      values: values,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }

  /// Inserts rows of values for some columns, with a conditional update on conflict in some
  /// columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The condition is given the
  /// existing row in conflict and the row that was to be inserted.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      values: values,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }

  /// Inserts the rows of a `SELECT`, with a conditional update on conflict in some columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`.
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      select: selection,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }

  /// Inserts the rows of a `SELECT`, with a conditional update on conflict in some columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The update is given the existing
  /// row in conflict.
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      select: selection,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }

  /// Inserts the rows of a `SELECT`, with a conditional update on conflict in some columns.
  ///
  /// The clause is `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The condition is given the
  /// existing row in conflict and the row that was to be inserted.
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflict targets: (TableColumns) -> (repeat each T),
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    @QueryFragmentBuilder<Bool>
    where updateFilter: (_ row: TableColumns, _ excluded: Excluded) -> [QueryFragment]
  ) -> InsertOf<Self> {
    insert(
      columns,
      select: selection,
      onConflict: targets,
      where: { _ in },
      doUpdate: updates,
      where: updateFilter
    )
  }
}
