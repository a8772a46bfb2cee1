// Unavailable overloads, whose messages say that a closure has a parameter for each table. They
// exist for joins of two and of three tables, where the last is missing. The compiler shows them if
// nothing else matches.

extension Select where Joins: Table {
  /// Unavailable: the closure takes a parameter for each of the two tables.
  @available(*, unavailable, message: "The closure takes both tables: write '{ row, _ in … }'.")
  @_disfavoredOverload
  public func select<each C: QueryExpression>(
    _ selection: (From.TableColumns) -> (repeat each C)
  ) -> SelectOf<From> { SelectOf(clauses: clauses) }

  /// Unavailable: the closure takes a parameter for each of the two tables.
  @available(*, unavailable, message: "The closure takes both tables: write '{ row, _ in … }'.")
  @_disfavoredOverload
  public func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { self }

  /// Unavailable: the closure takes a parameter for each of the two tables.
  @available(*, unavailable, message: "The closure takes both tables: write '{ row, _ in … }'.")
  @_disfavoredOverload
  public func order(
    @QueryFragmentBuilder<()> by ordering: (From.TableColumns) -> [QueryFragment]
  ) -> Self { self }

  /// Unavailable: the closure takes a parameter for each of the two tables.
  @available(*, unavailable, message: "The closure takes both tables: write '{ row, _ in … }'.")
  @_disfavoredOverload
  public func group<each C: QueryExpression>(
    by grouping: (From.TableColumns) -> (repeat each C)
  ) -> Self { self }
}

extension Select {
  /// Unavailable: the closure takes a parameter for each table.
  @available(
    *,
    unavailable,
    message: "The closure takes all tables: write '{ row, other, _ in … }'."
  )
  @_disfavoredOverload
  public func select<J1: Table, J2: Table, each C: QueryExpression>(
    _ selection: (From.TableColumns, J1.TableColumns) -> (repeat each C)
  ) -> SelectOf<From> where Joins == (J1, J2) { SelectOf(clauses: clauses) }

  /// Unavailable: the closure takes a parameter for each table.
  @available(
    *,
    unavailable,
    message: "The closure takes all tables: write '{ row, other, _ in … }'."
  )
  @_disfavoredOverload
  public func `where`<J1: Table, J2: Table>(
    @QueryFragmentBuilder<Bool>
    _ predicate: (From.TableColumns, J1.TableColumns) -> [QueryFragment]
  ) -> Self where Joins == (J1, J2) { self }

  /// Unavailable: the closure takes a parameter for each table.
  @available(
    *,
    unavailable,
    message: "The closure takes all tables: write '{ row, other, _ in … }'."
  )
  @_disfavoredOverload
  public func order<J1: Table, J2: Table>(
    @QueryFragmentBuilder<()> by ordering: (From.TableColumns, J1.TableColumns) -> [QueryFragment]
  ) -> Self where Joins == (J1, J2) { self }

  /// Unavailable: the closure takes a parameter for each table.
  @available(
    *,
    unavailable,
    message: "The closure takes all tables: write '{ row, other, _ in … }'."
  )
  @_disfavoredOverload
  public func group<J1: Table, J2: Table, each C: QueryExpression>(
    by grouping: (From.TableColumns, J1.TableColumns) -> (repeat each C)
  ) -> Self where Joins == (J1, J2) { self }
}
