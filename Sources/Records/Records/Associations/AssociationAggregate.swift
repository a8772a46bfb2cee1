public import DynamicColumns
import TypedSQL

/// A value computed for each row from the rows of an association.
///
/// ```swift
/// Author.annotated(with: Author.books.count)               // a column "bookCount"
/// Author.having(Author.books.count > 3)
/// // … WHERE ((SELECT count(*) FROM "book"
/// //           WHERE ("book"."authorID") = ("author"."id"))) > (3)
/// ```
///
/// If the request also joins the association, both use the same rows: the value is computed from
/// the joined rows, and each row of the request occurs once.
///
/// ```swift
/// let newBooks = Author.books.filter(Column("year") > 2000)
/// Author.annotated(with: Author.books.count).joining(required: newBooks)
/// // Authors of books after 2000, each once, with the number of those
/// ```
///
/// In a grouped request, it is the value over all rows of a group:
///
/// ```swift
/// Author.select(Column("country")).annotated(with: Author.books.count).group(Column("country"))
/// // The number of books of each country's authors
/// ```
public struct AssociationAggregate<OriginRowDecoder>: SQLExpressible, Sendable {
  /// The value as an expression.
  public let sqlExpression: SQLExpression
  /// The name of the value; `nil` if it is computed from an expression without a name.
  let name: String?

  /// The value under its name, if it has one.
  public var sqlSelection: SQLSelection {
    name.map { sqlExpression.forKey($0) } ?? sqlExpression.sqlSelection
  }
}

extension Association {
  /// The number of rows, each counted once: `bookCount`.
  public var count: AssociationAggregate<OriginRowDecoder> {
    aggregate(.count, "\(_path.key.singular)Count")
  }

  /// Whether there are no rows: `hasNoBook`.
  public var isEmpty: AssociationAggregate<OriginRowDecoder> {
    let count = aggregate(.count, "").sqlExpression
    return AssociationAggregate(
      sqlExpression: count == 0,
      name: "hasNo\(_path.key.singular.capitalizedFirst)"
    )
  }

  /// Returns the average of a column or an expression: `averageBookPrice`.
  public func average(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.average(expression.sqlExpression), name("average", expression))
  }

  /// Returns the maximum of a column or an expression: `maxBookPrice`.
  public func max(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.max(expression.sqlExpression), name("max", expression))
  }

  /// Returns the minimum of a column or an expression: `minBookPrice`.
  public func min(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.min(expression.sqlExpression), name("min", expression))
  }

  /// Returns the sum of a column or an expression, NULL if there are no rows: `bookPriceSum`.
  public func sum(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.sum(expression.sqlExpression), sumName(expression))
  }

  /// Returns the sum of a column or an expression as a floating-point number: `bookPriceSum`.
  ///
  /// It is 0 if there are no rows.
  public func total(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.total(expression.sqlExpression), sumName(expression))
  }

  private func name(_ function: String, _ expression: some SQLExpressible) -> String? {
    expression.sqlExpression.column.map { column in
      function + _path.key.singular.capitalizedFirst + column.name.capitalizedFirst
    }
  }

  private func sumName(_ expression: some SQLExpressible) -> String? {
    expression.sqlExpression.column.map { column in
      _path.key.singular + column.name.capitalizedFirst + "Sum"
    }
  }

  private func aggregate(
    _ function: AggregateFunction,
    _ name: String?
  ) -> AssociationAggregate<OriginRowDecoder> {
    let steps = _path.steps
    var expression = SQLExpression { context in
      try context.coversGroup
        ? steps.groupValue(function, for: context) : steps.rowValue(function, for: context)
    }
    expression.isOfAssociation = true
    return AssociationAggregate(sqlExpression: expression, name: name)
  }
}

/// A function of the rows of an association.
enum AggregateFunction: Sendable {
  case count
  /// The number of non-NULL values of a column.
  case countOf(SQLExpression)
  /// The key of the only row.
  case key
  case average(SQLExpression)
  case max(SQLExpression)
  case min(SQLExpression)
  case sum(SQLExpression)
  case total(SQLExpression)

  /// Returns the value of the function, for rows that occur once each.
  func value(of table: RequestedTable) -> SQLExpression {
    switch self {
    case .count: countAll
    case .countOf(let column): DynamicColumns.count(column)
    case .key: SQLExpression { try $0.rowKey(of: table) }
    case .average(let column): DynamicColumns.average(column)
    case .max(let column): DynamicColumns.max(column)
    case .min(let column): DynamicColumns.min(column)
    case .sum(let column): DynamicColumns.sum(column)
    case .total(let column): DynamicColumns.total(column)
    }
  }

  /// Whether repeated rows do not affect the result.
  var ignoresRepetitions: Bool {
    switch self {
    case .count, .key, .max, .min: true
    case .average, .countOf, .sum, .total: false
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
