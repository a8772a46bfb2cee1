extension Table {
  /// Inserts the rows of a `SELECT` into some columns.
  ///
  /// ```swift
  /// Tag.insert(\.title) { RemindersList.select(\.title) }
  /// // INSERT INTO "tags" ("title") SELECT "remindersLists"."title" FROM "remindersLists"
  /// ```
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - selection: The `SELECT`.
  ///   - updates: Sets columns of an existing row in conflict; `$1` is the row that was to be
  ///     inserted.
  ///   - updateFilter: The condition for an update. Without an update, the statement throws when it
  ///     runs.
  public static func insert<
    each C: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflictDoUpdate updates: ((inout Updates<Self>, Excluded) -> Void)? = nil,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .selecting(selection()),
      conflict: ConflictClause(optional: updates, filter: updateFilter)
    )
  }

  /// Inserts the rows of a `SELECT` into some columns.
  ///
  /// ```swift
  /// Tag.insert(\.title) { RemindersList.select(\.title) }
  /// // INSERT INTO "tags" ("title") SELECT "remindersLists"."title" FROM "remindersLists"
  /// ```
  ///
  /// An existing row in conflict is updated instead: `ON CONFLICT DO UPDATE SET …`.
  public static func insert<
    each C: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflictDoUpdate updates: ((inout Updates<Self>) -> Void)?,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .selecting(selection()),
      conflict: ConflictClause(optional: updates, filter: updateFilter)
    )
  }

  /// Inserts the rows of a `SELECT` into some columns.
  ///
  /// ```swift
  /// Tag.insert(\.title) { RemindersList.select(\.title) }
  /// // INSERT INTO "tags" ("title") SELECT "remindersLists"."title" FROM "remindersLists"
  /// ```
  ///
  /// An existing row in conflict in some columns is updated instead:
  /// `ON CONFLICT ("id") DO UPDATE SET …`, or left unchanged: `DO NOTHING`.
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void = { _, _ in },
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .selecting(selection()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: updateFilter
      )
    )
  }

  /// Inserts the rows of a `SELECT` into some columns.
  ///
  /// ```swift
  /// Tag.insert(\.title) { RemindersList.select(\.title) }
  /// // INSERT INTO "tags" ("title") SELECT "remindersLists"."title" FROM "remindersLists"
  /// ```
  ///
  /// An existing row in conflict in some columns is updated instead:
  /// `ON CONFLICT ("id") DO UPDATE SET …`.
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .selecting(selection()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: updateFilter
      )
    )
  }

  /// Inserts the rows of a `SELECT` into some columns.
  ///
  /// ```swift
  /// Tag.insert(\.title) { RemindersList.select(\.title) }
  /// // INSERT INTO "tags" ("title") SELECT "remindersLists"."title" FROM "remindersLists"
  /// ```
  ///
  /// - Parameter resolution: The action for a row that violates a constraint: `INSERT OR IGNORE …`.
  public static func insert<
    each C: _TableColumnExpression
  >(
    or resolution: ConflictResolution,
    _ columns: (TableColumns) -> (repeat each C),
    select selection: () -> some PartialSelectStatement<(repeat (each C).Value)>
  ) -> InsertOf<Self> {
    InsertOf(
      resolution: resolution,
      columns: .named(writableNames(columns)),
      source: .selecting(selection())
    )
  }
}
