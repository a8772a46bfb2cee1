public import DatabaseTypes
public import DynamicColumns
import TypedSQL

/// An association by a condition instead of a foreign key, such as with a common table expression.
///
/// ```swift
/// let latest = CommonTableExpression<Message>(
///   named: "latest", sql: "SELECT *, max(date) FROM message GROUP BY chatID")
/// let message = Chat.association(to: latest) { chat, latest in latest["chatID"] == chat["id"] }
/// try Chat.with(latest).including(optional: message).asRequest(of: ChatInfo.self).fetchAll(db)
/// // WITH "latest" AS (…) SELECT … FROM "chat"
/// // LEFT JOIN "latest" ON ("latest"."chatID") = ("chat"."id")
/// ```
public struct JoinAssociation<OriginRowDecoder, RowDecoder>: AssociationToOne {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ table: RequestedTable, on condition: AssociationCondition) {
    let pivot = AssociationPivot(condition: condition, isInOrigin: true)
    _path = _AssociationPath(
      steps: [
        AssociationStep(
          pivot: pivot,
          key: .inflected(table.name),
          isToOne: true,
          clauses: _RequestClauses(table)
        )
      ]
    )
  }
}

extension TableRecord {
  /// Returns an association with the rows of a common table expression.
  ///
  /// Without a condition, all its rows belong to each row. The request has to include the common
  /// table expression: `Chat.with(latest).including(optional: association)`.
  ///
  /// - Parameters:
  ///   - table: The common table expression.
  ///   - condition: The condition for rows that belong together, given aliases for this table and
  ///     the other.
  public static func association<Row>(
    to table: CommonTableExpression<Row>,
    on condition:
      @escaping @Sendable (_ left: RequestAlias, _ right: RequestAlias)
      -> (any SQLExpressible)? = { _, _ in nil }
  ) -> JoinAssociation<Self, Row> {
    JoinAssociation(table.requested, on: AssociationCondition(condition))
  }

  /// Returns an association with the rows of another record's table, by a condition.
  ///
  /// - Parameters:
  ///   - destination: The other record type.
  ///   - condition: The condition for rows that belong together, given aliases for this table and
  ///     the other.
  public static func association<Destination: TableRecord>(
    to destination: Destination.Type,
    on condition:
      @escaping @Sendable (_ left: RequestAlias, _ right: RequestAlias)
      -> (any SQLExpressible)? = { _, _ in nil }
  ) -> JoinAssociation<Self, Destination> {
    JoinAssociation(RequestedTable(destination), on: AssociationCondition(condition))
  }
}

extension CommonTableExpression {
  /// Returns an association with the rows of another common table expression.
  ///
  /// - Parameters:
  ///   - table: The other common table expression.
  ///   - condition: The condition for rows that belong together, given aliases for this table and
  ///     the other.
  public func association<Row>(
    to table: CommonTableExpression<Row>,
    on condition:
      @escaping @Sendable (_ left: RequestAlias, _ right: RequestAlias)
      -> (any SQLExpressible)? = { _, _ in nil }
  ) -> JoinAssociation<RowDecoder, Row> {
    JoinAssociation(table.requested, on: AssociationCondition(condition))
  }

  /// Returns an association with the rows of a record's table, by a condition.
  ///
  /// - Parameters:
  ///   - destination: The record type.
  ///   - condition: The condition for rows that belong together, given aliases for this table and
  ///     the other.
  public func association<Destination: TableRecord>(
    to destination: Destination.Type,
    on condition:
      @escaping @Sendable (_ left: RequestAlias, _ right: RequestAlias)
      -> (any SQLExpressible)? = { _, _ in nil }
  ) -> JoinAssociation<RowDecoder, Destination> {
    JoinAssociation(RequestedTable(destination), on: AssociationCondition(condition))
  }

  /// Returns whether the table, which has one column, contains an expression:
  /// `("item"."id") IN "large"`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    SQLExpression.comparison(
      element.sqlExpression,
      " IN ",
      SQLExpression(fragment: "SELECT * FROM \(quote: table.name)")
    )
  }

  /// Returns whether the table, which has one column, contains a value: `(?) IN "large"`.
  @_disfavoredOverload  // Expressions are not bound.
  public func contains(_ value: some DatabaseValueConvertible) -> SQLExpression {
    contains(SQLExpression(value))
  }
}
