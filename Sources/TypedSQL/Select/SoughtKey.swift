/// The key of the row that a statement is about, as a value.
///
/// A driver that has run such a statement before needs no SQL to run it again.
///
/// `@unchecked Sendable`: 1. the closure captures a type and nothing else.
@usableFromInline struct SoughtKey: @unchecked Sendable {
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

  /// Whether a row has the key: `("reminders"."id") IN ((1))`.
  var condition: QueryFragment {
    var condition = QueryFragment()
    condition.code.reserveCapacity(64)
    append(to: &condition)
    return condition
  }

  /// Appends the condition, without making it first.
  func append(to fragment: inout QueryFragment) { appendCondition(key, &fragment) }
}

extension Where {
  /// The key that is sought where neither the statement nor its table has another condition.
  @inlinable public var _soughtKey: QueryBinding? {
    guard let sought, scope == .unscoped || scope == .default && From.all._selectsAll else {
      return nil
    }
    return sought.key
  }
}

extension SelectStatement {
  /// Whether it is known to have no clause of its own: a ``Where`` without conditions.
  @inlinable public var _selectsAll: Bool {
    guard let conditions = self as? Where<From> else { return false }
    return conditions.written.isEmpty && conditions.sought == nil && conditions.scope != .empty
  }
}

extension QueryFragment {
  /// A line with a keyword and the condition on a key: `WHERE (("reminders"."id") IN ((1)))`.
  mutating func append(_ sought: SoughtKey, after keyword: StaticString) {
    appendLineOrSpace()
    append(sql: keyword)
    append(sql: "(")
    sought.append(to: &self)
    append(sql: ")")
  }
}
