/// Conditions on the rows of a table, for a `SELECT`, an `UPDATE` or a `DELETE`.
///
/// ```swift
/// Reminder.where(\.isCompleted).or(.where(\.isFlagged))
/// // SELECT … FROM "reminders" WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
/// ```
@dynamicMemberLookup
public struct Where<From: Table>: SelectStatement, Sendable {
  /// The type that the value is decoded as.
  public typealias QueryValue = ()

  /// The tables joined to it.
  public typealias Joins = ()

  /// The shape that its rows are decoded as.
  public typealias Shape = ValueRow<From>

  /// The conditions as SQL.
  @usableFromInline var conditions: [QueryFragment]
  /// The key to look up if that is the only condition, which becomes SQL only when it is needed.
  ///
  /// - Invariant: If there is a key, `conditions` is empty.
  @usableFromInline var lookupKey: LookupKey?
  @usableFromInline var scope: StatementScope

  @inlinable
  package init(predicates: [QueryFragment] = [], scope: StatementScope = .default) {
    conditions = predicates
    lookupKey = nil
    self.scope = scope
  }

  @inlinable
  init(_ lookupKey: LookupKey) {
    conditions = []
    self.lookupKey = lookupKey
    scope = .default
  }

  /// The conditions as SQL, including that on the key.
  var predicates: [QueryFragment] {
    get { lookupKey.map { [$0.condition] } ?? conditions }
    set {
      lookupKey = nil
      conditions = newValue
    }
  }

  private mutating func append(contentsOf predicates: [QueryFragment]) {
    if let lookupKey { self.predicates = [lookupKey.condition] }
    conditions += predicates
  }

  /// Returns the conditions as a `SELECT`, with those of the table's default scope.
  public func asSelect() -> SelectOf<From> { select.asSelect() }

  /// The clauses, without those of the table's default scope.
  public var _selectClauses: _SelectClauses { _SelectClauses(scope: scope, where: predicates) }

  /// The SQL of the statement, which is empty if there is nothing to run.
  public var query: QueryFragment { select.query }

  /// The conditions with those of the table's default scope, or `nil` if there are no rows.
  var scopedConditions: [QueryFragment]? {
    if isUnscoped { return predicates }
    let clauses = asSelect().clauses
    return clauses.scope == .empty ? nil : clauses.where
  }

  /// The key to look up if there is no other condition, including the table's default scope.
  var soleLookupKey: LookupKey? {
    guard let lookupKey, isUnscoped else { return nil }
    return lookupKey
  }

  /// Whether the table's default scope adds no condition.
  private var isUnscoped: Bool { scope == .unscoped || scope == .default && From.all._selectsAll }

  /// Whether there is no condition at all, including the table's default scope.
  var isWholeTable: Bool { isEmpty && isUnscoped }

  /// The conditions as a `SELECT`, to which the default scope is applied when it is rendered.
  var select: SelectOf<From> { Select(clauses: _selectClauses) }
}

extension Where {
  /// Keeps the rows in which a column is true, in addition to existing conditions.
  ///
  /// ```swift
  /// Reminder.find(1).where(\.isCompleted)
  /// // … WHERE (("reminders"."id") IN ((1))) AND ("reminders"."isCompleted")
  /// ```
  public consuming func `where`<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    append(contentsOf: [From.columns[keyPath: keyPath].queryFragment])
    return self
  }

  /// Keeps the rows that meet conditions, in addition to existing ones: `WHERE (a) AND (b)`.
  public consuming func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self {
    append(contentsOf: predicate(From.columns))
    return self
  }

  /// Keeps the rows in which a column is true, like `where`.
  public consuming func filter<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> { self.where(keyPath) }

  /// Keeps the rows that meet conditions, like `where`.
  public consuming func filter(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { self.where(predicate) }

  /// Returns conditions on the table: `.or(.where(\.isFlagged))`.
  public static func `where`<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> { Where().where(keyPath) }

  /// Returns conditions on the table: `.or(.where { $0.priority.eq(3) })`.
  public static func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { Where().where(predicate) }
}

extension Where {
  /// Returns the rows that meet both conditions: `WHERE ((a) AND (b))`.
  public func and(_ other: Self) -> Self {
    if scope == .empty || other.scope == .empty { return Where(scope: .empty) }
    return combined(with: other) { $0.append(sql: ") AND (") }
  }

  /// Returns the rows that meet one of the conditions: `WHERE ((a) OR (b))`.
  ///
  /// If one side has no conditions, the result is the other side.
  public func or(_ other: Self) -> Self { combined(with: other) { $0.append(sql: ") OR (") } }

  /// Returns the rows that do not meet the conditions: `WHERE (NOT (a))`.
  public func not() -> Self {
    if scope == .empty { return Where() }
    var copy = self
    var fragment: QueryFragment = "NOT "
    fragment.append(parenthesized: isEmpty ? .truth : condition)
    copy.predicates = [fragment]
    return copy
  }

  // Disfavored, so that the type checker does not try these for the conditions of one row.

  /// Returns the rows that meet both conditions: `WHERE ((a) AND (b))`.
  @_disfavoredOverload
  public static func && (lhs: Self, rhs: Self) -> Self { lhs.and(rhs) }

  /// Returns the rows that meet one of the conditions: `WHERE ((a) OR (b))`.
  @_disfavoredOverload
  public static func || (lhs: Self, rhs: Self) -> Self { lhs.or(rhs) }

  /// Returns the rows that do not meet the conditions: `WHERE (NOT (a))`.
  public static prefix func ! (operand: Self) -> Self { operand.not() }

  private func combined(with other: Self, _ operation: (inout QueryFragment) -> Void) -> Self {
    guard !isEmpty else { return other }
    guard !other.isEmpty else { return self }
    var fragment: QueryFragment = "("
    fragment.append(condition)
    operation(&fragment)
    fragment.append(other.condition)
    fragment.append(sql: ")")
    var copy = self
    copy.predicates = [fragment]
    return copy
  }

  fileprivate var isEmpty: Bool { conditions.isEmpty && lookupKey == nil }

  /// All conditions combined into one.
  var condition: QueryFragment {
    let predicates = predicates
    guard predicates.count != 1 else { return predicates[0] }
    var fragment = QueryFragment()
    fragment.append(conjunction: predicates)
    return fragment
  }
}

extension QueryFragment {
  /// A condition that always holds.
  fileprivate static let truth: QueryFragment = {
    var fragment = QueryFragment()
    fragment.append(hint: .boolean)
    fragment.append(sql: "1")
    return fragment
  }()
}
