// Joins without a closure.

extension Select {
  /// Combines each row with each row of another table: `CROSS JOIN "tags"`.
  public consuming func crossJoin<F: Table, each J: Table>(
    _ other: some SelectStatement<(), F, ()>
  ) -> Select<
    (), From, (repeat each J, F), PackRow<From, repeat each J, F>
  >
  where Columns == (), Joins == (repeat each J) {
    .init(clauses: clauses.joining(.cross, From.self, other, QueryFragment()))
  }

  /// Combines each row with each row of another table: `CROSS JOIN "tags"`.
  public consuming func crossJoin<F: Table, each J: Table>(
    _ other: some SelectStatement<(), F, ()>
  ) -> Select<Columns, From, (repeat each J, F), Shape>
  where Columns: QueryRepresentable, Joins == (repeat each J) {
    .init(clauses: clauses.joining(.cross, From.self, other, QueryFragment()))
  }

  /// Combines each row with each row of another table: `CROSS JOIN "tags"`.
  @_disfavoredOverload
  public consuming func crossJoin<
    each C1: QueryRepresentable,
    each C2: QueryRepresentable,
    F: Table,
    each J: Table
  >(
    _ other: some SelectStatement<(repeat each C2), F, ()>
  ) -> Select<
    (repeat each C1, repeat each C2), From, (repeat each J, F),
    PackRow<repeat each C1, repeat each C2>
  >
  where Columns == (repeat each C1), Joins == (repeat each J) {
    .init(clauses: clauses.joining(.cross, From.self, other, QueryFragment()))
  }

  /// Joins the rows of another table with the same value in a column: `JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  public consuming func join<F: Table, each J: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<
    (), From, (repeat each J, F), PackRow<From, repeat each J, F>
  >
  where Columns == (), Joins == (repeat each J) {
    .init(clauses: clauses.joining(.inner, From.self, other, .using(F.columns[keyPath: column])))
  }

  /// Joins the rows of another table with the same value in a column: `JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  public consuming func join<F: Table, each J: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<Columns, From, (repeat each J, F), Shape>
  where Columns: QueryRepresentable, Joins == (repeat each J) {
    .init(clauses: clauses.joining(.inner, From.self, other, .using(F.columns[keyPath: column])))
  }

  /// Joins the rows of another table with the same value in a column: `JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  @_disfavoredOverload
  public consuming func join<
    each C1: QueryRepresentable,
    each C2: QueryRepresentable,
    F: Table,
    each J: Table,
    K: _TableColumnExpression
  >(
    _ other: some SelectStatement<(repeat each C2), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<
    (repeat each C1, repeat each C2), From, (repeat each J, F),
    PackRow<repeat each C1, repeat each C2>
  >
  where Columns == (repeat each C1), Joins == (repeat each J) {
    .init(clauses: clauses.joining(.inner, From.self, other, .using(F.columns[keyPath: column])))
  }

  /// Joins the rows with the same value in a column, if any: `LEFT JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  public consuming func leftJoin<F: Table, each J: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<
    (), From, (repeat each J, F._Optionalized), PackRow<From, repeat each J, F._Optionalized>
  >
  where Columns == (), Joins == (repeat each J) {
    .init(clauses: clauses.joining(.left, From.self, other, .using(F.columns[keyPath: column])))
  }

  /// Joins the rows with the same value in a column, if any: `LEFT JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  public consuming func leftJoin<F: Table, each J: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<Columns, From, (repeat each J, F._Optionalized), Shape>
  where Columns: QueryRepresentable, Joins == (repeat each J) {
    .init(clauses: clauses.joining(.left, From.self, other, .using(F.columns[keyPath: column])))
  }

  /// Joins the rows with the same value in a column, if any: `LEFT JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  @_disfavoredOverload
  public consuming func leftJoin<
    each C1: QueryRepresentable,
    each C2: QueryRepresentable & _OptionalPromotable,
    F: Table,
    each J: Table,
    K: _TableColumnExpression
  >(
    _ other: some SelectStatement<(repeat each C2), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<
    (repeat each C1, repeat (each C2)._Optionalized), From, (repeat each J, F._Optionalized),
    PackRow<repeat each C1, repeat (each C2)._Optionalized>
  >
  where Columns == (repeat each C1), Joins == (repeat each J) {
    .init(clauses: clauses.joining(.left, From.self, other, .using(F.columns[keyPath: column])))
  }
}

extension Where {
  /// Combines each row with each row of another table: `CROSS JOIN "tags"`.
  public func crossJoin<F: Table>(
    _ other: some SelectStatement<(), F, ()>
  ) -> Select<(), From, F, TupleRow<From, F>> {
    .init(clauses: _selectClauses.joining(.cross, From.self, other, QueryFragment()))
  }

  /// Combines each row with each row of another table: `CROSS JOIN "tags"`.
  @_disfavoredOverload
  public func crossJoin<each C2: QueryRepresentable, F: Table>(
    _ other: some SelectStatement<(repeat each C2), F, ()>
  ) -> Select<(repeat each C2), From, F, PackRow<repeat each C2>> {
    .init(clauses: _selectClauses.joining(.cross, From.self, other, QueryFragment()))
  }

  /// Joins the rows of another table with the same value in a column: `JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  public func join<F: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<(), From, F, TupleRow<From, F>> {
    .init(
      clauses: _selectClauses.joining(.inner, From.self, other, .using(F.columns[keyPath: column]))
    )
  }

  /// Joins the rows of another table with the same value in a column: `JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  @_disfavoredOverload
  public func join<each C2: QueryRepresentable, F: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(repeat each C2), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<(repeat each C2), From, F, PackRow<repeat each C2>> {
    .init(
      clauses: _selectClauses.joining(.inner, From.self, other, .using(F.columns[keyPath: column]))
    )
  }

  /// Joins the rows with the same value in a column, if any: `LEFT JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  public func leftJoin<F: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<(), From, F._Optionalized, TupleRow<From, F._Optionalized>> {
    .init(
      clauses: _selectClauses.joining(.left, From.self, other, .using(F.columns[keyPath: column]))
    )
  }

  /// Joins the rows with the same value in a column, if any: `LEFT JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  @_disfavoredOverload
  public func leftJoin<
    each C2: QueryRepresentable & _OptionalPromotable,
    F: Table,
    K: _TableColumnExpression
  >(
    _ other: some SelectStatement<(repeat each C2), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<
    (repeat (each C2)._Optionalized), From, F._Optionalized,
    PackRow<repeat (each C2)._Optionalized>
  > {
    .init(
      clauses: _selectClauses.joining(.left, From.self, other, .using(F.columns[keyPath: column]))
    )
  }
}

extension Table {
  /// Combines each row with each row of another table: `CROSS JOIN "tags"`.
  public static func crossJoin<F: Table>(
    _ other: some SelectStatement<(), F, ()>
  ) -> Select<(), Self, F, TupleRow<Self, F>> {
    .init(clauses: Where<Self>()._selectClauses.joining(.cross, Self.self, other, QueryFragment()))
  }

  /// Combines each row with each row of another table: `CROSS JOIN "tags"`.
  @_disfavoredOverload
  public static func crossJoin<each C2: QueryRepresentable, F: Table>(
    _ other: some SelectStatement<(repeat each C2), F, ()>
  ) -> Select<(repeat each C2), Self, F, PackRow<repeat each C2>> {
    .init(clauses: Where<Self>()._selectClauses.joining(.cross, Self.self, other, QueryFragment()))
  }

  /// Joins the rows of another table with the same value in a column: `JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  public static func join<F: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<(), Self, F, TupleRow<Self, F>> {
    .init(
      clauses: Where<Self>()._selectClauses.joining(
        .inner,
        Self.self,
        other,
        .using(F.columns[keyPath: column])
      )
    )
  }

  /// Joins the rows of another table with the same value in a column: `JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  @_disfavoredOverload
  public static func join<each C2: QueryRepresentable, F: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(repeat each C2), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<(repeat each C2), Self, F, PackRow<repeat each C2>> {
    .init(
      clauses: Where<Self>()._selectClauses.joining(
        .inner,
        Self.self,
        other,
        .using(F.columns[keyPath: column])
      )
    )
  }

  /// Joins the rows with the same value in a column, if any: `LEFT JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  public static func leftJoin<F: Table, K: _TableColumnExpression>(
    _ other: some SelectStatement<(), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<(), Self, F._Optionalized, TupleRow<Self, F._Optionalized>> {
    .init(
      clauses: Where<Self>()._selectClauses.joining(
        .left,
        Self.self,
        other,
        .using(F.columns[keyPath: column])
      )
    )
  }

  /// Joins the rows with the same value in a column, if any: `LEFT JOIN "b" USING ("id")`.
  ///
  /// - Parameter column: A column of the other table; a previous table has one of the same name.
  @_disfavoredOverload
  public static func leftJoin<
    each C2: QueryRepresentable & _OptionalPromotable,
    F: Table,
    K: _TableColumnExpression
  >(
    _ other: some SelectStatement<(repeat each C2), F, ()>,
    using column: KeyPath<F.TableColumns, K>
  ) -> Select<
    (repeat (each C2)._Optionalized), Self, F._Optionalized,
    PackRow<repeat (each C2)._Optionalized>
  > {
    .init(
      clauses: Where<Self>()._selectClauses.joining(
        .left,
        Self.self,
        other,
        .using(F.columns[keyPath: column])
      )
    )
  }
}
