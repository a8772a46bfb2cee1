extension Table {
  /// Selects from the rows of a statement.
  ///
  /// ```swift
  /// ReminderCount.from(Reminder.group(by: \.remindersListID).select {
  ///   ReminderCount.Columns(listID: $0.remindersListID, count: $0.id.count())
  /// })
  /// // SELECT … FROM (SELECT …) AS "reminderCounts"
  /// ```
  public static func from(_ subquery: some PartialSelectStatement<Self>) -> SelectOf<Self> {
    selecting(from: subquery.queryFragment)
  }

  /// Selects from the rows of a statement:
  /// `SELECT … FROM (SELECT … FROM "reminders" LIMIT 10) AS "reminders"`.
  public static func from(_ subquery: some SelectStatement<(), Self, ()>) -> SelectOf<Self> {
    selecting(from: subquery.queryFragment)
  }

  private static func selecting(from subquery: QueryFragment) -> SelectOf<Self> {
    var fragment = subquery
    fragment.append(sql: " AS ")
    fragment.append(source: tableAlias ?? tableName)
    return Select(clauses: _SelectClauses(from: fragment))
  }
}
