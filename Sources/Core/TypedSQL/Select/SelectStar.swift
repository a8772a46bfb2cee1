extension SelectStatement where QueryValue == (), Joins == () {
  /// Returns the statement with its columns spelled out, so that its rows have a type:
  /// `Select<Reminder, Reminder, (), …>`.
  public func selectStar() -> Select<From, From, (), ValueRow<From>> {
    asSelect().retyped { $0.select(From.columns) }
  }
}

extension Select where Columns == () {
  /// Returns the statement with its columns spelled out, so that its rows have a type: a tuple of
  /// the tables' types.
  public func selectStar<each J: Table>() -> Select<
    (From, repeat each J), From, (repeat each J), PackRow<From, repeat each J>
  >
  where Joins == (repeat each J) {
    asSelect().retyped {
      $0.select(From.columns)
      for table in repeat (each J).self { $0.select(columns(of: table)) }
    }
  }

  private func columns<T: Table>(of table: T.Type) -> T.TableColumns { T.columns }
}

extension PartialSelectStatement {
  /// Returns whether there is a row: `EXISTS (SELECT …)`.
  ///
  /// ```swift
  /// RemindersList.where { list in Reminder.where { $0.remindersListID.eq(list.id) }.exists() }
  /// // … WHERE (EXISTS (SELECT … FROM "reminders" WHERE …))
  /// ```
  public func exists() -> SQLQueryExpression<Bool> {
    var fragment: QueryFragment = "EXISTS "
    fragment.append(queryFragment)
    return SQLQueryExpression(fragment, as: Bool.self)
  }
}

extension Table {
  /// Returns whether there is a row: `EXISTS (SELECT … FROM "reminders")`.
  public static func exists() -> SQLQueryExpression<Bool> { Where<Self>().exists() }
}
