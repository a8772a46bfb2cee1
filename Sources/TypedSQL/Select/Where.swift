/// Conditions on the rows of a table, of which a `SELECT`, an `UPDATE` or a `DELETE` can be made.
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

  /// What its rows are decoded as.
  public typealias Shape = ValueRow<From>

  /// The conditions as SQL.
  @usableFromInline var written: [QueryFragment]
  /// The key that is sought where that is the only condition, which is SQL only when somebody wants it.
  ///
  /// - Invariant: Nothing is written where there is one.
  @usableFromInline var sought: SoughtKey?
  @usableFromInline var scope: StatementScope

  @inlinable
  package init(predicates: [QueryFragment] = [], scope: StatementScope = .default) {
    written = predicates
    sought = nil
    self.scope = scope
  }

  @inlinable
  init(_ sought: SoughtKey) {
    written = []
    self.sought = sought
    scope = .default
  }

  /// The conditions as SQL, that on the key too.
  var predicates: [QueryFragment] {
    get { sought.map { [$0.condition] } ?? written }
    set {
      sought = nil
      written = newValue
    }
  }

  private mutating func append(contentsOf predicates: [QueryFragment]) {
    if let sought { self.predicates = [sought.condition] }
    written += predicates
  }

  /// The conditions as a `SELECT`, with those of the scope of the table.
  public func asSelect() -> SelectOf<From> { select.asSelect() }

  /// Its clauses, without those of the scope of the table.
  public var _selectClauses: _SelectClauses { _SelectClauses(scope: scope, where: predicates) }

  /// The SQL of the statement; empty where there is nothing to run.
  public var query: QueryFragment { select.query }

  /// The conditions with those of the scope of the table; `nil` where there are no rows.
  var scopedConditions: [QueryFragment]? {
    if hasNoScope { return predicates }
    let clauses = asSelect().clauses
    return clauses.scope == .empty ? nil : clauses.where
  }

  /// The key that is sought where there is no other condition, of the scope of the table neither.
  var onlySought: SoughtKey? {
    guard let sought, hasNoScope else { return nil }
    return sought
  }

  /// Whether there is no condition of the scope of the table.
  private var hasNoScope: Bool { scope == .unscoped || scope == .default && From.all._selectsAll }

  /// Whether there is no condition, not even one of the scope of the table.
  var isWholeTable: Bool { isEmpty && hasNoScope }

  /// The conditions as a `SELECT`; the scope is applied when it is rendered.
  var select: SelectOf<From> { Select(clauses: _selectClauses) }
}

extension Where {
  /// Keeps the rows where a column is true, beside the conditions there are.
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

  /// Keeps the rows where conditions hold, beside those there are: `WHERE (a) AND (b)`.
  public consuming func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self {
    append(contentsOf: predicate(From.columns))
    return self
  }

  /// Keeps the rows where a column is true; the same as `where`.
  public consuming func filter<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> { self.where(keyPath) }

  /// Keeps the rows where conditions hold; the same as `where`.
  public consuming func filter(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { self.where(predicate) }

  /// Conditions on the table: `.or(.where(\.isFlagged))`.
  public static func `where`<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> { Where().where(keyPath) }

  /// Conditions on the table: `.or(.where { $0.priority.eq(3) })`.
  public static func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { Where().where(predicate) }
}

extension Where {
  /// Rows for which both conditions hold: `WHERE ((a) AND (b))`.
  public func and(_ other: Self) -> Self {
    if scope == .empty || other.scope == .empty { return Where(scope: .empty) }
    return combined(with: other) { $0.append(sql: ") AND (") }
  }

  /// Rows for which one of the conditions holds: `WHERE ((a) OR (b))`; without conditions the other ones.
  public func or(_ other: Self) -> Self { combined(with: other) { $0.append(sql: ") OR (") } }

  /// Rows for which the conditions do not hold: `WHERE (NOT (a))`.
  public func not() -> Self {
    if scope == .empty { return Where() }
    var copy = self
    var fragment: QueryFragment = "NOT "
    fragment.append(parenthesized: isEmpty ? "1" : condition)
    copy.predicates = [fragment]
    return copy
  }

  /// Rows for which both conditions hold: `WHERE ((a) AND (b))`.
  public static func && (lhs: Self, rhs: Self) -> Self { lhs.and(rhs) }

  /// Rows for which one of the conditions holds: `WHERE ((a) OR (b))`.
  public static func || (lhs: Self, rhs: Self) -> Self { lhs.or(rhs) }

  /// Rows for which the conditions do not hold: `WHERE (NOT (a))`.
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

  fileprivate var isEmpty: Bool { written.isEmpty && sought == nil }

  /// All conditions as one.
  var condition: QueryFragment {
    let predicates = predicates
    guard predicates.count != 1 else { return predicates[0] }
    var fragment = QueryFragment()
    fragment.append(conjunction: predicates)
    return fragment
  }
}
