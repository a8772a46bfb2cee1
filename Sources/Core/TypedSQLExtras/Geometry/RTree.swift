public import TypedSQL

/// A table that indexes boxes: a virtual table of SQLite's R*Tree.
///
/// Its first column is the key. It is followed by two columns for each dimension, the minimum and
/// the maximum, and then by columns that are only stored.
///
/// ```swift
/// @Table struct PlaceBox: RTree {
///   let id: Int
///   var minX: Double
///   var maxX: Double
///   var minY: Double
///   var maxY: Double
/// }
///
/// PlaceBox.where { $0.overlaps(0...10, 0...5) }
/// // … WHERE ("placeBoxes"."minX" <= 10.0 AND "placeBoxes"."maxX" >= 0.0 AND
/// // "placeBoxes"."minY" <= 5.0 AND "placeBoxes"."maxY" >= 0.0)
/// ```
///
/// The index contains 32-bit numbers, rounded so that a box can only grow. If exact coordinates
/// matter, check them in the table that stores them.
public protocol RTree: Table {
  /// The number of dimensions, from 1 to 5.
  static var dimensionCount: Int { get }
}

extension RTree {
  /// The number of dimensions: half as many as there are columns after the key.
  public static var dimensionCount: Int { (TableColumns.allColumns.count - 1) / 2 }

  /// Creates the virtual table:
  /// `CREATE VIRTUAL TABLE "placeBoxes" USING rtree("id", "minX", "maxX", …)`.
  ///
  /// - Parameter ifNotExists: Whether to do nothing if a table of that name exists.
  public static func createVirtualTable(ifNotExists: Bool = false) -> SQLQueryExpression<()> {
    let arguments = TableColumns.allColumns.enumerated().map { index, column in
      // A plus marks a column that is not indexed.
      (index > 2 * dimensionCount ? "+" : "") + QueryFragment(quote: column.name)
    }
    return SQLQueryExpression(
      QueryFragment(creating: Self.self, ifNotExists, module: "rtree", arguments)
    )
  }
}

extension Optional: RTree where Wrapped: RTree {
  /// The number of dimensions.
  public static var dimensionCount: Int { Wrapped.dimensionCount }
}

extension TableAlias: RTree where Base: RTree {
  /// The number of dimensions.
  public static var dimensionCount: Int { Base.dimensionCount }
}

extension TableDefinition where QueryValue: RTree {
  /// Returns whether a box has a point in common with another:
  /// `("b"."minX" <= 10.0 AND "b"."maxX" >= 0.0 AND …)`.
  ///
  /// - Parameter box: A range for each dimension.
  public func overlaps(_ box: ClosedRange<Double>...) -> SQLQueryExpression<Bool> {
    compare(box, minimum: (" <= ", \.upperBound), maximum: (" >= ", \.lowerBound))
  }

  /// Returns whether a box lies within another: `("b"."minX" >= 0.0 AND "b"."maxX" <= 10.0 AND …)`.
  ///
  /// - Parameter box: A range for each dimension.
  public func isInside(_ box: ClosedRange<Double>...) -> SQLQueryExpression<Bool> {
    compare(box, minimum: (" >= ", \.lowerBound), maximum: (" <= ", \.upperBound))
  }

  /// Returns whether a point lies within a box: `("b"."minX" <= 3.0 AND "b"."maxX" >= 3.0 AND …)`.
  ///
  /// - Parameter point: A number for each dimension.
  public func contains(point: Double...) -> SQLQueryExpression<Bool> {
    compare(
      point.map { number in (number, number) },
      minimum: (" <= ", \.0),
      maximum: (" >= ", \.0)
    )
  }

  private typealias Comparison<Element> = (sql: StaticString, bound: (Element) -> Double)

  private func compare<Element>(
    _ elements: [Element],
    minimum: Comparison<Element>,
    maximum: Comparison<Element>
  ) -> SQLQueryExpression<Bool> {
    let columns = Self.allColumns.map(\.queryFragment)
    let count = Swift.min(QueryValue.dimensionCount, (columns.count - 1) / 2)
    var fragment: QueryFragment = "("
    for (index, element) in elements.prefix(count).enumerated() {
      if index > 0 { fragment.append(sql: " AND ") }
      fragment.append(columns[2 * index + 1])
      fragment.append(sql: minimum.sql)
      fragment.append(.double(minimum.bound(element)))
      fragment.append(sql: " AND ")
      fragment.append(columns[2 * index + 2])
      fragment.append(sql: maximum.sql)
      fragment.append(.double(maximum.bound(element)))
    }
    if elements.isEmpty || elements.count > count {
      fragment = "(\(QueryBinding.invalid(.dimensions(elements.count, of: count)))"
    }
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment)
  }
}

extension QueryBindingError {
  fileprivate static func dimensions(_ given: Int, of count: Int) -> Self {
    QueryBindingError(
      "A box with \(given) dimensions was compared with boxes with \(count) dimensions."
    )
  }
}
