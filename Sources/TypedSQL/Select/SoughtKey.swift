/// The key of the row that a statement is about, as a value.
///
/// A driver that has run such a statement before needs no SQL to run it again.
///
/// `@unchecked Sendable`: 1. the closure captures a type and nothing else.
@usableFromInline struct SoughtKey: @unchecked Sendable {
  @usableFromInline let key: QueryBinding
  @usableFromInline let makeCondition: (QueryBinding) -> QueryFragment

  @inlinable
  init(_ key: QueryBinding, condition: @escaping (QueryBinding) -> QueryFragment) {
    self.key = key
    makeCondition = condition
  }

  /// Whether a row has the key: `("reminders"."id") IN ((1))`.
  var condition: QueryFragment { makeCondition(key) }
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
