extension Where {
  /// Adds the conditions of another value, without repeating any.
  public static func + (lhs: Self, rhs: Self) -> Self {
    if lhs.scope == .empty || rhs.scope == .empty { return Where(scope: .empty) }
    var result = lhs
    for predicate in rhs.predicates where !result.predicates.contains(predicate) {
      result.predicates.append(predicate)
    }
    return result
  }

  /// Adds the conditions to a statement.
  public static func + <C, J, S: RowShape>(
    lhs: Self,
    rhs: Select<C, From, J, S>
  ) -> Select<C, From, J, S> {
    lhs.select.retyped { $0.merge(rhs.clauses) }
  }

  /// Conditions defined on the table: `Reminder.where(\.isFlagged).incomplete`.
  public subscript(dynamicMember keyPath: KeyPath<From.Type, Self>) -> Self {
    self + From.self[keyPath: keyPath]
  }

  /// A statement defined on the table: `Reminder.where(\.isFlagged).withTags`.
  public subscript<C, J, S: RowShape>(
    dynamicMember keyPath: KeyPath<From.Type, Select<C, From, J, S>>
  ) -> Select<C, From, J, S> { self + From.self[keyPath: keyPath] }

  /// Conditions defined on the table: `.or(.incomplete)`.
  public static subscript(dynamicMember keyPath: KeyPath<From.Type, Self>) -> Self {
    From.self[keyPath: keyPath]
  }
}

extension Select {
  /// Adds conditions, without repeating any.
  public static func + (lhs: Self, rhs: Where<From>) -> Self {
    lhs.with { $0.merge(rhs._selectClauses) }
  }

  /// Combines the clauses of two statements on one table.
  ///
  /// Columns and joined tables of the second come after those of the first; its limit wins.
  public static func + <
    each C1: QueryRepresentable,
    each C2: QueryRepresentable,
    each J1,
    each J2,
    S: RowShape
  >(
    lhs: Self,
    rhs: Select<(repeat each C2), From, (repeat each J2), S>
  ) -> Select<
    (repeat each C1, repeat each C2), From, (repeat each J1, repeat each J2),
    PackRow<repeat each C1, repeat each C2>
  >
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    lhs.retyped { $0.merge(rhs.clauses) }
  }

  /// Combines two statements of whole rows of one table; the limit of the second wins.
  public static func + (lhs: Self, rhs: Self) -> Self where Columns == (), Joins == () {
    lhs.with { $0.merge(rhs.clauses) }
  }

  /// Combines two statements of whole rows of one table, joined with other tables.
  @_disfavoredOverload
  public static func + <each J1: Table, each J2: Table, S: RowShape>(
    lhs: Self,
    rhs: Select<(), From, (repeat each J2), S>
  ) -> Select<
    (), From, (repeat each J1, repeat each J2), PackRow<From, repeat each J1, repeat each J2>
  >
  where Columns == (), Joins == (repeat each J1) {
    lhs.retyped { $0.merge(rhs.clauses) }
  }

  /// Conditions defined on the table: `Reminder.limit(10).incomplete`.
  public subscript(dynamicMember keyPath: KeyPath<From.Type, Where<From>>) -> Self {
    self + From.self[keyPath: keyPath]
  }

  /// A statement defined on the table: `RemindersList.limit(1).select(\.title).withReminderCount`.
  public subscript<
    each C1: QueryRepresentable,
    each C2: QueryRepresentable,
    each J1,
    each J2,
    S: RowShape
  >(
    dynamicMember keyPath: KeyPath<From.Type, Select<(repeat each C2), From, (repeat each J2), S>>
  ) -> Select<
    (repeat each C1, repeat each C2), From, (repeat each J1, repeat each J2),
    PackRow<repeat each C1, repeat each C2>
  >
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    self + From.self[keyPath: keyPath]
  }

  /// A statement of whole rows defined on the table, joined with those of this one.
  public subscript<each J1: Table, each J2: Table, S: RowShape>(
    dynamicMember keyPath: KeyPath<From.Type, Select<(), From, (repeat each J2), S>>
  ) -> Select<
    (), From, (repeat each J1, repeat each J2), PackRow<From, repeat each J1, repeat each J2>
  >
  where Columns == (), Joins == (repeat each J1) {
    self + From.self[keyPath: keyPath]
  }

  /// A statement defined on the table, applied to the rows of this one:
  /// `RemindersList.limit(1).withReminderCount`.
  public subscript<C, J, S: RowShape>(
    dynamicMember keyPath: KeyPath<From.Type, Select<C, From, J, S>>
  ) -> Select<C, From, J, S> where Columns == (), Joins == () {
    retyped { $0.merge(From.self[keyPath: keyPath].clauses) }
  }

  /// A statement of whole rows defined on the table, with this one's columns:
  /// `Reminder.select(\.title).withTags`.
  public subscript<J, S: RowShape>(
    dynamicMember keyPath: KeyPath<From.Type, Select<(), From, J, S>>
  ) -> Select<Columns, From, J, Shape> where Columns: QueryRepresentable, Joins == () {
    retyped { $0.merge(From.self[keyPath: keyPath].clauses) }
  }
}
