extension Table {
  /// Inserts a row of the columns' default values: `INSERT INTO "reminders" DEFAULT VALUES`.
  public static func insert() -> InsertOf<Self> { InsertOf(columns: .named([]), source: .defaults) }

  /// Inserts a row of the columns' default values:
  /// `INSERT OR IGNORE INTO "reminders" DEFAULT VALUES`.
  public static func insert(or resolution: ConflictResolution) -> InsertOf<Self> {
    InsertOf(resolution: resolution, columns: .named([]), source: .defaults)
  }

  @usableFromInline static var writableColumnNames: [String] {
    TableFacts.of(TableColumns.self).writableColumnNames
  }
}

extension Insert.Source {
  static func selecting(_ select: some PartialSelectStatement) -> Self {
    .select(select.query, endsInFrom: select._endsInFrom)
  }
}

extension ConflictClause {
  init<T: Table>(
    targets: [String] = [],
    targetFilter: (T.TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<T>) -> Void,
    filter updateFilter: (T.TableColumns) -> [QueryFragment]
  ) {
    self.targets = targets
    self.targetFilter = targetFilter(T.columns)
    self.updates = Updates<T>(updates).columns
    self.updateFilter = updateFilter(T.columns)
    isOnlyCondition = targets.isEmpty && !self.targetFilter.isEmpty
  }

  /// Creates the clause of an optional update, or `nil` if there is neither an update nor a
  /// condition.
  init?<T: Table>(
    optional updates: ((inout Updates<T>) -> Void)?,
    filter updateFilter: (T.TableColumns) -> [QueryFragment]
  ) {
    if let updates {
      self.init(doUpdate: updates, filter: updateFilter)
    } else {
      self.init(updateFilter: updateFilter(T.columns), isOnlyCondition: true)
      if self.updateFilter.isEmpty { return nil }
    }
  }

  /// Creates the clause of an optional update, or `nil` if there is neither an update nor a
  /// condition.
  init?<T: Table>(
    optional updates: ((inout Updates<T>, T.Excluded) -> Void)?,
    filter updateFilter: (T.TableColumns) -> [QueryFragment]
  ) {
    self.init(
      optional: updates.map { updates in { updates(&$0, T.Excluded()) } },
      filter: updateFilter
    )
  }

  init<T: Table>(
    targets: [String] = [],
    targetFilter: (T.TableColumns) -> [QueryFragment] = { _ in [] },
    doUpdate updates: (inout Updates<T>, T.Excluded) -> Void,
    filter updateFilter: (T.TableColumns) -> [QueryFragment]
  ) {
    self.init(
      targets: targets,
      targetFilter: targetFilter,
      doUpdate: { updates(&$0, T.Excluded()) },
      filter: updateFilter
    )
  }
}

extension Table {
  static func columnNames<each C: _TableColumnExpression>(
    _ columns: (TableColumns) -> (repeat each C)
  ) -> [String] {
    let columns = columns(Self.columns)
    var names: [String] = []
    for column in repeat each columns { names += column._names }
    return names
  }

  package static func writableNames<each C: _TableColumnExpression>(
    _ columns: (TableColumns) -> (repeat each C)
  ) -> [String] {
    let columns = columns(Self.columns)
    var names: [String] = []
    for column in repeat each columns { names += column._writableTableColumns.map(\.name) }
    return names
  }
}
