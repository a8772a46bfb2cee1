public import DynamicColumns
import TypedSQL

/// A value made of an association's rows, for each row.
///
/// ```swift
/// Author.annotated(with: Author.books.count)               // a column "bookCount"
/// Author.having(Author.books.count > 3)
/// // … WHERE ((SELECT count(*) FROM "book" WHERE ("book"."authorID") = ("author"."id"))) > (3)
/// ```
///
/// Where the request joins the association too, both are one use of it: the value is made of the rows that are joined,
/// and each row of the request comes once.
///
/// ```swift
/// Author.annotated(with: Author.books.count).joining(required: Author.books.filter(Column("year") > 2000))
/// // Authors of books after 2000, each once, with the number of those
/// ```
///
/// Of a request in groups it is the value of all rows of a group:
///
/// ```swift
/// Author.select(Column("country")).annotated(with: Author.books.count).group(Column("country"))
/// // The number of books of each country's authors
/// ```
public struct AssociationAggregate<OriginRowDecoder>: SQLExpressible, Sendable {
  /// The value as an expression.
  public let sqlExpression: SQLExpression
  /// `nil` where it is made of an expression, which has no name.
  let name: String?

  /// The value under its name, if it has one.
  public var sqlSelection: SQLSelection {
    name.map { sqlExpression.forKey($0) } ?? sqlExpression.sqlSelection
  }
}

extension Association {
  /// How many rows there are, each counted once: `bookCount`.
  public var count: AssociationAggregate<OriginRowDecoder> {
    aggregate(.count, "\(_path.key.singular)Count")
  }

  /// Whether there is no row: `hasNoBook`.
  public var isEmpty: AssociationAggregate<OriginRowDecoder> {
    let count = aggregate(.count, "").sqlExpression
    return AssociationAggregate(
      sqlExpression: count == 0,
      name: "hasNo\(_path.key.singular.capitalizedFirst)"
    )
  }

  /// The mean of a column or an expression: `averageBookPrice`.
  public func average(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.average(expression.sqlExpression), name("average", expression))
  }

  /// The greatest value of a column or an expression: `maxBookPrice`.
  public func max(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.max(expression.sqlExpression), name("max", expression))
  }

  /// The least value of a column or an expression: `minBookPrice`.
  public func min(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.min(expression.sqlExpression), name("min", expression))
  }

  /// The sum of a column or an expression, NULL where there are no rows: `bookPriceSum`.
  public func sum(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(.sum(expression.sqlExpression), sumName(expression))
  }

  /// The sum of a column or an expression as a floating-point number, 0 where there are no rows: `bookPriceSum`.
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
      try context.isOfGroup
        ? steps.groupValue(function, for: context) : steps.rowValue(function, for: context)
    }
    expression.isOfAssociation = true
    return AssociationAggregate(sqlExpression: expression, name: name)
  }
}

/// What is made of the rows of an association.
enum AggregateFunction: Sendable {
  case count
  /// How many values of a column there are.
  case countOf(SQLExpression)
  /// What tells the only row apart.
  case key
  case average(SQLExpression)
  case max(SQLExpression)
  case min(SQLExpression)
  case sum(SQLExpression)
  case total(SQLExpression)

  /// The function of rows that are each there once.
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

  /// Whether rows that are there several times change nothing.
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
