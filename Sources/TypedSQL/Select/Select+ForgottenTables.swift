// What tells that a closure has a parameter for each table: of a join of two and of three, where the last is ignored. The
// compiler shows them where nothing else fits.

extension Select where Joins: Table {
  /// Is not to be called: the closure is told both tables.
  @available(*, unavailable, message: "The closure is told both tables: write '{ row, _ in … }'.")
  @_disfavoredOverload
  public func select<each C: QueryExpression>(
    _ selection: (From.TableColumns) -> (repeat each C)
  ) -> SelectOf<From> { SelectOf(clauses: clauses) }

  /// Is not to be called: the closure is told both tables.
  @available(*, unavailable, message: "The closure is told both tables: write '{ row, _ in … }'.")
  @_disfavoredOverload
  public func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { self }

  /// Is not to be called: the closure is told both tables.
  @available(*, unavailable, message: "The closure is told both tables: write '{ row, _ in … }'.")
  @_disfavoredOverload
  public func order(
    @QueryFragmentBuilder<()> by ordering: (From.TableColumns) -> [QueryFragment]
  ) -> Self { self }

  /// Is not to be called: the closure is told both tables.
  @available(*, unavailable, message: "The closure is told both tables: write '{ row, _ in … }'.")
  @_disfavoredOverload
  public func group<each C: QueryExpression>(
    by grouping: (From.TableColumns) -> (repeat each C)
  ) -> Self { self }
}

extension Select {
  /// Is not to be called: the closure is told all tables.
  @available(
    *,
    unavailable,
    message: "The closure is told all tables: write '{ row, other, _ in … }'."
  )
  @_disfavoredOverload
  public func select<J1: Table, J2: Table, each C: QueryExpression>(
    _ selection: (From.TableColumns, J1.TableColumns) -> (repeat each C)
  ) -> SelectOf<From> where Joins == (J1, J2) { SelectOf(clauses: clauses) }

  /// Is not to be called: the closure is told all tables.
  @available(
    *,
    unavailable,
    message: "The closure is told all tables: write '{ row, other, _ in … }'."
  )
  @_disfavoredOverload
  public func `where`<J1: Table, J2: Table>(
    @QueryFragmentBuilder<Bool>
    _ predicate: (From.TableColumns, J1.TableColumns) -> [QueryFragment]
  ) -> Self where Joins == (J1, J2) { self }

  /// Is not to be called: the closure is told all tables.
  @available(
    *,
    unavailable,
    message: "The closure is told all tables: write '{ row, other, _ in … }'."
  )
  @_disfavoredOverload
  public func order<J1: Table, J2: Table>(
    @QueryFragmentBuilder<()> by ordering: (From.TableColumns, J1.TableColumns) -> [QueryFragment]
  ) -> Self where Joins == (J1, J2) { self }

  /// Is not to be called: the closure is told all tables.
  @available(
    *,
    unavailable,
    message: "The closure is told all tables: write '{ row, other, _ in … }'."
  )
  @_disfavoredOverload
  public func group<J1: Table, J2: Table, each C: QueryExpression>(
    by grouping: (From.TableColumns, J1.TableColumns) -> (repeat each C)
  ) -> Self where Joins == (J1, J2) { self }
}
