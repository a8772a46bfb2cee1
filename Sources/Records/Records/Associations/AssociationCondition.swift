import DynamicColumns
import TypedSQL

/// A condition that relates the rows of two tables.
///
/// Conditions cannot be compared: each is equal only to itself.
struct AssociationCondition: Sendable, Hashable {
  /// Creates the condition, given aliases for the two tables.
  ///
  /// The first is the table where the association starts, the second the one that it leads to.
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
  /// A table by its name in a statement, with the way its values are stored.
  typealias NamedTable = (table: String, encoding: any _ValueEncoding)

  /// Returns the condition in addition to equal columns, for two tables of a statement.
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

  /// Throws if no columns determine which rows belong together.
  ///
  /// - Throws: ``AssociationError/joinedByCondition(_:to:)``.
  func checkColumns(from origin: String, to destination: String) throws {
    if condition != nil { throw AssociationError.joinedByCondition(origin, to: destination) }
  }
}
