extension Table {
  /// Inserts records, drafts, or expressions for each column.
  ///
  /// ```swift
  /// Reminder.insert { Reminder.Draft(title: "Get groceries") }
  /// // INSERT INTO "reminders" ("id", "title") VALUES (NULL, 'Get groceries')
  /// ```
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - values: The rows.
  ///   - updates: Sets columns of an existing row in conflict; `$1` is the row that was to be
  ///     inserted.
  ///   - updateFilter: The condition for an update. Without an update, the statement throws when it
  ///     runs.
  @inlinable
  public static func insert(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflictDoUpdate updates: ((inout Updates<Self>, Excluded) -> Void)? = nil,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    guard let updates else { return InsertOf(values(), conditionWithoutUpdate: updateFilter) }
    return _insert(values(), onConflictDoUpdate: updates, where: updateFilter)
  }

  @usableFromInline
  static func _insert(
    _ rows: InsertRows,
    onConflictDoUpdate updates: (inout Updates<Self>, Excluded) -> Void,
    where updateFilter: (TableColumns) -> [QueryFragment]
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .writable,
      source: .rows(rows),
      conflict: ConflictClause(doUpdate: updates, filter: updateFilter)
    )
  }

  /// Inserts records, drafts, or expressions for each column.
  ///
  /// ```swift
  /// Reminder.insert { Reminder.Draft(title: "Get groceries") }
  /// // INSERT INTO "reminders" ("id", "title") VALUES (NULL, 'Get groceries')
  /// ```
  ///
  /// An existing row in conflict is updated instead: `ON CONFLICT DO UPDATE SET …`.
  public static func insert(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflictDoUpdate updates: ((inout Updates<Self>) -> Void)?,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .writable,
      source: .rows(values()),
      conflict: ConflictClause(optional: updates, filter: updateFilter)
    )
  }

  /// Inserts records, drafts, or expressions for each column.
  ///
  /// ```swift
  /// Reminder.insert { Reminder.Draft(title: "Get groceries") }
  /// // INSERT INTO "reminders" ("id", "title") VALUES (NULL, 'Get groceries')
  /// ```
  ///
  /// An existing row in conflict in some columns is updated instead:
  /// `ON CONFLICT ("id") DO UPDATE SET …`, or left unchanged: `DO NOTHING`.
  public static func insert<
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>, Excluded) -> Void = { _, _ in },
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .writable,
      source: .rows(values()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: updateFilter
      )
    )
  }

  /// Inserts records, drafts, or expressions for each column.
  ///
  /// ```swift
  /// Reminder.insert { Reminder.Draft(title: "Get groceries") }
  /// // INSERT INTO "reminders" ("id", "title") VALUES (NULL, 'Get groceries')
  /// ```
  ///
  /// An existing row in conflict in some columns is updated instead:
  /// `ON CONFLICT ("id") DO UPDATE SET …`.
  public static func insert<
    each T: _TableColumnExpression
  >(
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows,
    onConflict targets: (TableColumns) -> (repeat each T),
    @QueryFragmentBuilder<Bool> where targetFilter: (TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<Self>) -> Void,
    @QueryFragmentBuilder<Bool> where updateFilter: (TableColumns) -> [QueryFragment] = { _ in [] }
  ) -> InsertOf<Self> {
    InsertOf(
      columns: .writable,
      source: .rows(values()),
      conflict: ConflictClause(
        targets: columnNames(targets),
        targetFilter: targetFilter,
        doUpdate: updates,
        filter: updateFilter
      )
    )
  }

  /// Inserts records, drafts, or expressions for each column.
  ///
  /// ```swift
  /// Reminder.insert { Reminder.Draft(title: "Get groceries") }
  /// // INSERT INTO "reminders" ("id", "title") VALUES (NULL, 'Get groceries')
  /// ```
  ///
  /// - Parameter resolution: The action for a row that violates a constraint: `INSERT OR IGNORE …`.
  public static func insert(
    or resolution: ConflictResolution,
    _ columns: (TableColumns) -> TableColumns = { $0 },
    @InsertValuesBuilder<Self> values: () -> InsertRows
  ) -> InsertOf<Self> {
    InsertOf(
      resolution: resolution,
      columns: .writable,
      source: .rows(values())
    )
  }
}
