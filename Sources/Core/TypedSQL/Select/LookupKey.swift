/// The key of the row that a statement is about, as a value.
///
/// A driver that has run such a statement before needs no SQL to run it again.
///
/// `@unchecked Sendable`: 1. The closure captures only a type.
@usableFromInline struct LookupKey: @unchecked Sendable {
  @usableFromInline let key: QueryBinding
  @usableFromInline let appendCondition: (QueryBinding, inout QueryFragment) -> Void

  @inlinable
  init(
    _ key: QueryBinding,
    appending condition: @escaping (QueryBinding, inout QueryFragment) -> Void
  ) {
    self.key = key
    appendCondition = condition
  }

  /// The condition that a row has the key: `("reminders"."id") IN ((1))`.
  var condition: QueryFragment {
    var condition = QueryFragment()
    condition.code.reserveCapacity(64)
    append(to: &condition)
    return condition
  }

  /// Appends the condition, without creating it first.
  func append(to fragment: inout QueryFragment) { appendCondition(key, &fragment) }
}

extension Where {
  /// The key to look up, if neither the statement nor its table has another condition.
  @inlinable public var _lookupKey: QueryBinding? {
    guard let lookupKey, scope == .unscoped || scope == .default && From.all._selectsAll else {
      return nil
    }
    return lookupKey.key
  }
}

extension SelectStatement {
  /// Whether it is known to have no clause of its own: it is a ``Where`` without conditions.
  @inlinable public var _selectsAll: Bool {
    guard let conditions = self as? Where<From> else { return false }
    return conditions.conditions.isEmpty && conditions.lookupKey == nil
      && conditions.scope != .empty
  }
}

extension QueryFragment {
  /// Appends a line with a keyword and the condition on a key:
  /// `WHERE (("reminders"."id") IN ((1)))`.
  mutating func append(_ lookupKey: LookupKey, after keyword: StaticString) {
    appendLineOrSpace()
    append(sql: keyword)
    append(sql: "(")
    lookupKey.append(to: &self)
    append(sql: ")")
  }
}
