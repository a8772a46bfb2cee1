extension SelectStatement where QueryValue: _OptionalPromotable {
  /// Returns the statement as an expression that is NULL if the statement returns no row.
  ///
  /// A statement can be an operand as it is. This is for places that expect an optional, such as an
  /// optional column of a selection:
  ///
  /// ```swift
  /// Reminder.select { reminder in
  ///   TitleAndOwner.Columns(
  ///     title: reminder.title,
  ///     owner: User.where { $0.id.is(reminder.assignedUserID) }.select(\.name).scalarSubquery()
  ///   )
  /// }
  /// // SELECT "reminders"."title" AS "title", (SELECT "users"."name" FROM …) AS "owner" FROM …
  /// ```
  ///
  /// The statement must select one column. If it returns several rows, SQLite takes the first, and
  /// PostgreSQL throws an error.
  public func scalarSubquery() -> SQLQueryExpression<QueryValue._Optionalized> {
    SQLQueryExpression(queryFragment)
  }
}
