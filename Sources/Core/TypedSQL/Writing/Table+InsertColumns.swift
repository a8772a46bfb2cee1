// A `SELECT` in the closure after a column provides the rows to insert and is not a value. So these
// overloads are disfavored.

extension Table {
  /// Inserts rows of values for some columns.
  ///
  /// ```swift
  /// Reminder.insert {
  ///   ($0.title, $0.priority)
  /// } values: {
  ///   ("Get groceries", 3)
  /// }
  /// // INSERT INTO "reminders" ("title", "priority") VALUES ('Get groceries', 3)
  /// ```
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - values: The rows.
  ///   - updates: Sets columns of an existing row in conflict; `$1` is the row that was to be
  ///     inserted.
  ///   - updateFilter: The condition for an update. Without an update, the statement throws when it
  ///     runs.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflictDoUpdate updates: ((inout Updates<Self>, Excluded) -> Void)? = nil,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .rows(values()),
      conflict: ConflictClause(optional: updates, filter: updateFilter)
    )
  }

  /// Inserts rows of values for some columns.
  ///
  /// ```swift
  /// Reminder.insert {
  ///   ($0.title, $0.priority)
  /// } values: {
  ///   ("Get groceries", 3)
  /// }
  /// // INSERT INTO "reminders" ("title", "priority") VALUES ('Get groceries', 3)
  /// ```
  ///
  /// An existing row in conflict is updated instead: `ON CONFLICT DO UPDATE SET …`.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflictDoUpdate updates: ((inout Updates<Self>) -> Void)?,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .rows(values()),
      conflict: ConflictClause(optional: updates, filter: updateFilter)
    )
  }

  /// Inserts rows of values for some columns.
  ///
  /// ```swift
  /// Reminder.insert {
  ///   ($0.title, $0.priority)
  /// } values: {
  ///   ("Get groceries", 3)
  /// }
  /// // INSERT INTO "reminders" ("title", "priority") VALUES ('Get groceries', 3)
  /// ```
  ///
  /// An existing row in conflict in some columns is updated instead:
  /// `ON CONFLICT ("id") DO UPDATE SET …`, or left unchanged: `DO NOTHING`.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void = { _, _ in },
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .rows(values()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: updateFilter
      )
    )
  }

  /// Inserts rows of values for some columns.
  ///
  /// ```swift
  /// Reminder.insert {
  ///   ($0.title, $0.priority)
  /// } values: {
  ///   ("Get groceries", 3)
  /// }
  /// // INSERT INTO "reminders" ("title", "priority") VALUES ('Get groceries', 3)
  /// ```
  ///
  /// An existing row in conflict in some columns is updated instead:
  /// `ON CONFLICT ("id") DO UPDATE SET …`.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression,
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .named(writableNames(columns)),
      source: .rows(values()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: updateFilter
      )
    )
  }

  /// Inserts rows of values for some columns.
  ///
  /// ```swift
  /// Reminder.insert {
  ///   ($0.title, $0.priority)
  /// } values: {
  ///   ("Get groceries", 3)
  /// }
  /// // INSERT INTO "reminders" ("title", "priority") VALUES ('Get groceries', 3)
  /// ```
  ///
  /// - Parameter resolution: The action for a row that violates a constraint: `INSERT OR IGNORE …`.
  @_disfavoredOverload
  public static func insert<
    each C: _TableColumnExpression
  >(
    or resolution: ConflictResolution,
    _ columns: (TableColumns) -> (repeat each C),
    @InsertValuesBuilder<(repeat (each C).Value)> values: () -> InsertRows
  ) -> InsertOf<Self> {
    InsertOf(
      resolution: resolution,
      columns: .named(writableNames(columns)),
      source: .rows(values())
    )
  }
}
