// `onConflict: … doUpdate: … where: …`: the one condition is that of the update. Swift would take the label `where` for
// the first of two parameters of that name, the condition of the columns in conflict, so that one is left out here.

extension Table {
  /// Inserts records, drafts, or expressions for each column; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`.
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

  /// Inserts records, drafts, or expressions for each column; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The update is told the row that is in the way.
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

  /// Inserts records, drafts, or expressions for each column; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The condition is told the row, and the one that was to be inserted.
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

  /// Inserts rows of values for some columns; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`.
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

  /// Inserts rows of values for some columns; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The update is told the row that is in the way.
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

  /// Inserts rows of values for some columns; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The condition is told the row, and the one that was to be inserted.
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

  /// Inserts the rows of a `SELECT` into some columns; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`.
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

  /// Inserts the rows of a `SELECT` into some columns; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The update is told the row that is in the way.
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

  /// Inserts the rows of a `SELECT` into some columns; a row that is in the way by some columns is changed if a condition holds.
  ///
  /// `ON CONFLICT ("id") DO UPDATE SET … WHERE …`. The condition is told the row, and the one that was to be inserted.
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
