/// A `DELETE` statement.
///
/// `Returning` is the type of the returned values: a tuple for several, `()` for none.
public struct Delete<From: Table, Returning>: Statement, Sendable {
  /// The type that a returned row is decoded as.
  public typealias QueryValue = Returning

  var filter: Where<From>
  var returning: [QueryFragment] = []
}

/// A `DELETE` statement that returns nothing.
public typealias DeleteOf<From: Table> = Delete<From, ()>

extension Delete {
  /// The SQL, which is empty if no row can match.
  public var query: QueryFragment {
    guard let conditions = filter.scopedConditions else { return QueryFragment() }
    var query = QueryFragment()
    query.code.reserveCapacity(256)
    query.append(sql: "DELETE FROM ")
    query.append(From.aliasedTableFragment)
    query.append(conditions: conditions, after: "WHERE ")
    query.append(clause: returning, after: "RETURNING ")
    return query
  }

  /// Adds a condition: `WHERE ("reminders"."isCompleted")`.
  public func `where`<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    filtered { $0.where(keyPath) }
  }

  /// Adds conditions that must all hold: `WHERE (("reminders"."priority") = (3))`.
  public func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { filtered { $0.where(predicate) } }

  func filtered(_ filter: (Where<From>) -> Where<From>) -> Self {
    var delete = self
    delete.filter = filter(delete.filter)
    return delete
  }
}

extension Table {
  /// Deletes rows: `DELETE FROM "reminders"`.
  ///
  /// The default scope of ``Table/all`` applies.
  public static func delete() -> DeleteOf<Self> { Where<Self>().delete() }
}

extension Where {
  /// Deletes the rows: `DELETE FROM "reminders" WHERE …`.
  public func delete() -> DeleteOf<From> { DeleteOf(filter: self) }
}
