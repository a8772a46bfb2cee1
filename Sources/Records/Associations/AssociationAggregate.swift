public import DynamicColumns
import TypedSQL

/// A value made of an association's rows, for each row.
///
/// ```swift
/// Author.annotated(with: Author.books.count)               // a column "bookCount"
/// Author.having(Author.books.count > 3)
/// // … WHERE ((SELECT count(*) FROM "book" WHERE ("book"."authorID") = ("author"."id"))) > (3)
/// ```
public struct AssociationAggregate<OriginRowDecoder>: SQLExpressible, Sendable {
  /// The value as an expression.
  public let sqlExpression: SQLExpression
  let name: String

  /// The value under its name.
  public var sqlSelection: SQLSelection { sqlExpression.forKey(name) }
}

extension Association {
  /// How many rows there are: `bookCount`.
  public var count: AssociationAggregate<OriginRowDecoder> {
    aggregate(countAll, "\(_path.key.singular)Count")
  }

  /// Whether there is no row: `hasNoBook`.
  public var isEmpty: AssociationAggregate<OriginRowDecoder> {
    let count = aggregate(countAll, "").sqlExpression
    return AssociationAggregate(
      sqlExpression: count == 0,
      name: "hasNo\(_path.key.singular.capitalizedFirst)"
    )
  }

  /// The mean of a column: `averageBookPrice`.
  public func average(_ column: Column) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(DynamicColumns.average(column), "average\(name(column))")
  }

  /// The greatest value of a column: `maxBookPrice`.
  public func max(_ column: Column) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(DynamicColumns.max(column), "max\(name(column))")
  }

  /// The least value of a column: `minBookPrice`.
  public func min(_ column: Column) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(DynamicColumns.min(column), "min\(name(column))")
  }

  /// The sum of a column, NULL where there are no rows: `bookPriceSum`.
  public func sum(_ column: Column) -> AssociationAggregate<OriginRowDecoder> {
    let name = _path.key.singular + column.name.capitalizedFirst + "Sum"
    return aggregate(DynamicColumns.sum(column), name)
  }

  /// The sum of a column as a floating-point number, 0 where there are no rows: `bookPriceSum`.
  public func total(_ column: Column) -> AssociationAggregate<OriginRowDecoder> {
    let name = _path.key.singular + column.name.capitalizedFirst + "Sum"
    return aggregate(DynamicColumns.total(column), name)
  }

  private func name(_ column: Column) -> String {
    _path.key.singular.capitalizedFirst + column.name.capitalizedFirst
  }

  private func aggregate(
    _ value: SQLExpression,
    _ name: String
  ) -> AssociationAggregate<OriginRowDecoder> {
    let steps = _path.steps
    let expression = SQLExpression { context in try steps.subquery(value, for: context) }
    return AssociationAggregate(sqlExpression: expression, name: name)
  }
}

extension [AssociationStep] {
  /// A value of the rows that belong to the row of a statement.
  fileprivate func subquery(
    _ value: SQLExpression,
    for context: _ExpressionContext
  ) throws -> QueryFragment {
    var clauses = destinationFirst
    let selected = clauses.selection
    let isRows = clauses.isDistinct || !clauses.groups.isEmpty
    // Different rows are counted, and not the rows as they are.
    clauses.selection = isRows ? selected : [value.sqlSelection]
    clauses.annotations = []
    clauses.order = RequestOrder()
    clauses.children.removeAll { $0.kind == .prefetched }
    let origin = context.tableName ?? ""
    let pivot = self[0].pivot
    let pairs = try pivot.pairs(from: origin, to: self[0].clauses.table.name, context.schema)
    var writer = RequestWriter(_RequestContext(within: context), isCorrelated: true)
    let written = try writer.write(clauses) { root, place in
      var node = root
      for _ in dropFirst() { node = node.joined.last?.node ?? node }
      var conditions = pairs.map { pair in
        let column = QueryFragment(column: pair.destination, of: node.name)
        let other = QueryFragment(column: pair.origin, of: context.table ?? origin)
        return "(\(column)) = (\(other))" as QueryFragment
      }
      let own = try pivot.condition(
        place,
        from: (context.table ?? origin, context.encoding),
        to: (node.name, node.clauses.table.encoding)
      )
      if let own { conditions.append(own) }
      return RequestLink(columns: [], conditions: conditions)
    }
    let query = written.query
    if query.isEmpty { return "(SELECT \(try value._fragment(in: _ExpressionContext())) WHERE 0)" }
    guard isRows else { return "(\(query))" }
    let outer = try value._fragment(in: _ExpressionContext())
    return "(SELECT \(outer) FROM (\(query)))"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
