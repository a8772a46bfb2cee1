public import DatabaseTypes
public import DynamicColumns
import TypedSQL

/// The rows that belong to a row by a condition, without a foreign key: those of a common table expression, for one.
///
/// ```swift
/// let latest = CommonTableExpression<Message>(
///   named: "latest", sql: "SELECT *, max(date) FROM message GROUP BY chatID")
/// let message = Chat.association(to: latest) { chat, latest in latest["chatID"] == chat["id"] }
/// try Chat.with(latest).including(optional: message).asRequest(of: ChatInfo.self).fetchAll(db)
/// // WITH "latest" AS (…) SELECT … FROM "chat" LEFT JOIN "latest" ON ("latest"."chatID") = ("chat"."id")
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
  /// The rows of a table that a request names first; without a condition all of them belong to each row.
  ///
  /// The request has to name the table: `Chat.with(latest).including(optional: association)`.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - condition: What holds for rows that belong together; its arguments stand for this table and the other.
  public static func association<Row>(
    to table: CommonTableExpression<Row>,
    on condition:
      @escaping @Sendable (_ left: RequestAlias, _ right: RequestAlias)
      -> (any SQLExpressible)? = { _, _ in nil }
  ) -> JoinAssociation<Self, Row> {
    JoinAssociation(table.requested, on: AssociationCondition(condition))
  }

  /// The rows of another record's table that belong to each row by a condition.
  ///
  /// - Parameters:
  ///   - destination: The other record.
  ///   - condition: What holds for rows that belong together; its arguments stand for this table and the other.
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
  /// The rows of another table that a request names first.
  ///
  /// - Parameters:
  ///   - table: The other table.
  ///   - condition: What holds for rows that belong together; its arguments stand for this table and the other.
  public func association<Row>(
    to table: CommonTableExpression<Row>,
    on condition:
      @escaping @Sendable (_ left: RequestAlias, _ right: RequestAlias)
      -> (any SQLExpressible)? = { _, _ in nil }
  ) -> JoinAssociation<RowDecoder, Row> {
    JoinAssociation(table.requested, on: AssociationCondition(condition))
  }

  /// The rows of a record's table that belong to each row of this one by a condition.
  ///
  /// - Parameters:
  ///   - destination: The record.
  ///   - condition: What holds for rows that belong together; its arguments stand for this table and the other.
  public func association<Destination: TableRecord>(
    to destination: Destination.Type,
    on condition:
      @escaping @Sendable (_ left: RequestAlias, _ right: RequestAlias)
      -> (any SQLExpressible)? = { _, _ in nil }
  ) -> JoinAssociation<RowDecoder, Destination> {
    JoinAssociation(RequestedTable(destination), on: AssociationCondition(condition))
  }

  /// Whether an expression is in the table, of one column: `("item"."id") IN "large"`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    SQLExpression.comparison(
      element.sqlExpression,
      " IN ",
      SQLExpression(fragment: "SELECT * FROM \(quote: table.name)")
    )
  }

  /// Whether a value is in the table, of one column: `(?) IN "large"`.
  @_disfavoredOverload  // An expression is not bound.
  public func contains(_ value: some DatabaseValueConvertible) -> SQLExpression {
    contains(SQLExpression(value))
  }
}
