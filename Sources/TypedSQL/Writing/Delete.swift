/// A `DELETE` statement.
///
/// `Returning` are the types of what it returns, `()` for nothing.
public struct Delete<From: Table, Returning>: Statement, Sendable {
  /// What a returned row is decoded as.
  public typealias QueryValue = Returning

  var filter: Where<From>
  var returning: [QueryFragment] = []
}

/// A `DELETE` statement that returns nothing.
public typealias DeleteOf<From: Table> = Delete<From, ()>

extension Delete {
  /// The SQL; empty where no row can be meant.
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

  /// Adds conditions that all have to hold: `WHERE (("reminders"."priority") = (3))`.
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
  /// The scope of ``Table/all`` holds.
  public static func delete() -> DeleteOf<Self> { Where<Self>().delete() }
}

extension Where {
  /// Deletes the rows: `DELETE FROM "reminders" WHERE …`.
  public func delete() -> DeleteOf<From> { DeleteOf(filter: self) }
}
