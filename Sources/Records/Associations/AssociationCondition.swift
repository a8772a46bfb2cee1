import DynamicColumns
import TypedSQL

/// What holds for the rows of two tables that belong together.
///
/// Conditions cannot be compared: one is the same as itself.
struct AssociationCondition: Sendable, Hashable {
  /// Makes the condition of names for the two tables: where the association starts, and where it leads.
  let make: @Sendable (RequestAlias, RequestAlias) -> (any SQLExpressible)?
  private let identity = Identity()

  private final class Identity: Sendable {}

  init(_ make: @escaping @Sendable (RequestAlias, RequestAlias) -> (any SQLExpressible)?) {
    self.make = make
  }

  static func == (left: Self, right: Self) -> Bool { left.identity === right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

extension AssociationPivot {
  /// A table as a statement names it, and how its values are stored.
  typealias NamedTable = (table: String, encoding: any _ValueEncoding)

  /// The condition that holds besides equal columns, for two tables of a statement.
  func condition(
    _ context: _ExpressionContext,
    from origin: NamedTable,
    to destination: NamedTable
  ) throws -> QueryFragment? {
    guard let condition else { return nil }
    let (left, right) = (RequestAlias(), RequestAlias())
    var context = context
    context.aliases[left.id] = isInOrigin ? origin : destination
    context.aliases[right.id] = isInOrigin ? destination : origin
    return try condition.make(left, right)?.sqlExpression._fragment(in: context)
  }

  /// Fails where no columns tell which rows belong together.
  ///
  /// - Throws: ``AssociationError/joinedByCondition(_:to:)``.
  func checkColumns(from origin: String, to destination: String) throws {
    if condition != nil { throw AssociationError.joinedByCondition(origin, to: destination) }
  }
}
