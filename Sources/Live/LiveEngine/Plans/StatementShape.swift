import TypedSQL

/// The shape of a statement: statements that differ only in the values of their conditions share
/// it.
///
/// They share a plan as well.
package struct StatementShape: Hashable, Sendable {
  private let code: [UInt8]
  private let parts: [UInt8]
  private let kinds: [Kind]

  /// The storage class of a value, which determines what a condition means to a plan.
  fileprivate enum Kind: Hashable {
    case integer, real, text, other
  }

  /// Creates the shape of a statement.
  ///
  /// It is `nil` if values occur outside of conditions, or affect more than which rows are
  /// selected.
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
