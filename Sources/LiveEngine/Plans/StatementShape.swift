import TypedSQL

/// What statements have in common that differ in the values of their conditions alone: they are kept up to date alike.
package struct StatementShape: Hashable, Sendable {
  private let code: [UInt8]
  private let parts: [UInt8]
  private let kinds: [Kind]

  /// What a value is stored as decides what a condition means to a plan.
  fileprivate enum Kind: Hashable {
    case integer, real, text, other
  }

  /// The shape of a statement; `nil` where its values stand elsewhere too, or decide on more than which rows there are.
  init?(_ parts: SelectParts, _ query: QueryFragment) {
    let others = [parts.columns, parts.from] + parts.groups + parts.having + parts.order
    guard !parts.isDistinct, parts.limit == nil, parts.offset == nil, parts.names.isEmpty,
      others.allSatisfy(\.bindings.isEmpty)
    else { return nil }
    code = query.code
    self.parts = parts.statement.code
    kinds = query.bindings.map(Kind.init)
  }
}

extension StatementShape.Kind {
  fileprivate init(_ binding: QueryBinding) {
    self =
      switch binding {
      case .int: .integer
      case .double: .real
      case .text: .text
      default: .other
      }
  }
}
