extension Select {
  /// Joins the rows of another table that belong to those there are.
  ///
  /// Conditions, groups, order and columns of the other statement are added to those of this one, and its limit wins.
  ///
  /// ```swift
  /// RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }.select { ($0.title, $1.title) }
  /// // SELECT … FROM "remindersLists"
  /// // JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
  /// ```
  public func join<each C1, each C2, F: Table, each J1: Table, each J2: Table>(
    _ other: some SelectStatement<(repeat each C2), F, (repeat each J2)>,
    on constraint: ((
      From.TableColumns, repeat (each J1).TableColumns, F.TableColumns,
      repeat (each J2).TableColumns
    )) -> some QueryExpression<Bool>
  ) -> Select<(repeat each C1, repeat each C2), From, (repeat each J1, F, repeat each J2)>
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    joining(.inner, other, on: constraint((From.columns, repeat (each J1).columns, F.columns, repeat (each J2).columns)).queryFragment)
  }

  /// Joins the rows of another table, and keeps the rows that none belongs to: `LEFT JOIN … ON …`.
  ///
  /// The other table's columns are optional from here on.
  public func leftJoin<each C1, each C2: _OptionalPromotable, F: Table, each J1: Table, each J2: Table>(
    _ other: some SelectStatement<(repeat each C2), F, (repeat each J2)>,
    on constraint: ((
      From.TableColumns, repeat (each J1).TableColumns, F.TableColumns,
      repeat (each J2).TableColumns
    )) -> some QueryExpression<Bool>
  ) -> Select<(repeat each C1, repeat (each C2)._Optionalized), From, (repeat each J1, F._Optionalized, repeat (each J2)._Optionalized)>
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    joining(.left, other, on: constraint((From.columns, repeat (each J1).columns, F.columns, repeat (each J2).columns)).queryFragment)
  }

  /// Joins the rows of another table, and keeps those that belong to none: `RIGHT JOIN … ON …`.
  ///
  /// The columns of the tables before it are optional from here on.
  public func rightJoin<each C1: _OptionalPromotable, each C2, F: Table, each J1: Table, each J2: Table>(
    _ other: some SelectStatement<(repeat each C2), F, (repeat each J2)>,
    on constraint: ((
      From.TableColumns, repeat (each J1).TableColumns, F.TableColumns,
      repeat (each J2).TableColumns
    )) -> some QueryExpression<Bool>
  ) -> Select<(repeat (each C1)._Optionalized, repeat each C2), From._Optionalized, (repeat (each J1)._Optionalized, F, repeat each J2)>
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    joining(.right, other, on: constraint((From.columns, repeat (each J1).columns, F.columns, repeat (each J2).columns)).queryFragment)
  }

  /// Joins the rows of another table, and keeps those of both that none belongs to: `FULL JOIN … ON …`.
  ///
  /// The columns of all tables are optional from here on.
  public func fullJoin<each C1: _OptionalPromotable, each C2: _OptionalPromotable, F: Table, each J1: Table, each J2: Table>(
    _ other: some SelectStatement<(repeat each C2), F, (repeat each J2)>,
    on constraint: ((
      From.TableColumns, repeat (each J1).TableColumns, F.TableColumns,
      repeat (each J2).TableColumns
    )) -> some QueryExpression<Bool>
  ) -> Select<(repeat (each C1)._Optionalized, repeat (each C2)._Optionalized), From._Optionalized, (repeat (each J1)._Optionalized, F._Optionalized, repeat (each J2)._Optionalized)>
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    joining(.full, other, on: constraint((From.columns, repeat (each J1).columns, F.columns, repeat (each J2).columns)).queryFragment)
  }
}

extension Select {
  /// Joins each row of another table to each there is: `CROSS JOIN "tags"`.
  public func crossJoin<each C1, each C2, F: Table, each J1: Table, each J2: Table>(
    _ other: some SelectStatement<(repeat each C2), F, (repeat each J2)>
  ) -> Select<(repeat each C1, repeat each C2), From, (repeat each J1, F, repeat each J2)>
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    .init(clauses: clauses.joining(.cross, From.self, other, QueryFragment()))
  }

  /// Joins the rows of another table whose columns of a name are equal: `JOIN "b" USING ("id")`.
  ///
  /// - Parameter columns: Columns of the other table, whose names are those of columns of a table before it.
  public func join<
    each C1, each C2, F: Table, each J1: Table, each J2: Table, each K: _TableColumnExpression
  >(
    _ other: some SelectStatement<(repeat each C2), F, (repeat each J2)>,
    using columns: repeat KeyPath<F.TableColumns, each K>
  ) -> Select<(repeat each C1, repeat each C2), From, (repeat each J1, F, repeat each J2)>
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    .init(
      clauses: clauses.joining(.inner, From.self, other, _SelectClauses.using(F.self, repeat each columns))
    )
  }

  /// Joins the rows of another table whose columns of a name are equal: `LEFT JOIN "b" USING ("id")`.
  ///
  /// - Parameter columns: Columns of the other table, whose names are those of columns of a table before it.
  public func leftJoin<
    each C1, each C2: _OptionalPromotable, F: Table, each J1: Table, each J2: Table,
    each K: _TableColumnExpression
  >(
    _ other: some SelectStatement<(repeat each C2), F, (repeat each J2)>,
    using columns: repeat KeyPath<F.TableColumns, each K>
  ) -> Select<
    (repeat each C1, repeat (each C2)._Optionalized), From,
    (repeat each J1, F._Optionalized, repeat (each J2)._Optionalized)
  >
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    .init(
      clauses: clauses.joining(.left, From.self, other, _SelectClauses.using(F.self, repeat each columns))
    )
  }
}

extension Select {
  private func joining<S: SelectStatement, C, F: Table, J>(
    _ kind: JoinKind,
    _ other: S,
    on condition: QueryFragment
  ) -> Select<C, F, J> {
    Select<C, F, J>(clauses: clauses.joining(kind, From.self, other, on: condition))
  }
}

extension _SelectClauses {
  /// The clauses with another table and what its statement has of clauses.
  func joining<From: Table, S: SelectStatement>(
    _ kind: JoinKind,
    _ from: From.Type,
    _ other: S,
    on condition: QueryFragment
  ) -> Self {
    var constraint: QueryFragment = "ON "
    constraint.append(condition)
    return joining(kind, from, other, constraint)
  }

  /// The clauses with another table and what its statement has of clauses.
  func joining<From: Table, S: SelectStatement>(
    _ kind: JoinKind,
    _ from: From.Type,
    _ statement: S,
    _ constraint: QueryFragment
  ) -> Self {
    // The scopes are written out, for what follows is a statement on other types.
    var clauses = scoped(by: from)
    var other = statement._selectClauses.scoped(by: S.From.self)
    clauses.joins.append(
      JoinClause(
        kind: kind,
        table: other.from ?? S.From.aliasedTableFragment,
        columns: S.From.columns._selectionFragment,
        constraint: constraint
      )
    )
    other.from = nil
    clauses.merge(other)
    return clauses
  }

  /// The names of columns that are equal: `USING ("id")`.
  static func using<F: Table, each K: _TableColumnExpression>(
    _ table: F.Type,
    _ columns: repeat KeyPath<F.TableColumns, each K>
  ) -> QueryFragment {
    var names: [QueryFragment] = []
    for column in repeat each columns {
      names += F.columns[keyPath: column]._names.map { QueryFragment(quote: $0) }
    }
    var fragment: QueryFragment = "USING ("
    fragment.append(list: names)
    fragment.append(sql: ")")
    return fragment
  }
}
