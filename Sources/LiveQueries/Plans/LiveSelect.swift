package import DatabaseQueries
import SQLiteDatabase
package import TypedSQL

/// A typed `SELECT` with what its rows are decoded as, for the live engine to take apart.
package struct LiveSelect<Element: Sendable>: Sendable {
  /// The statement, taken apart.
  package private(set) var parts: SelectParts
  /// The statement as it is.
  package let query: QueryFragment
  let decoding: RowDecoding<Element>
  let isSame: @Sendable (Element, Element) -> Bool
  /// Whether `isSame` knows of every two elements whether they are.
  var canCompare = true
  /// Whether only the first row of the statement is wanted, which itself may have no limit.
  private(set) var isOfFirstRow = false

  /// A statement that is decoded in a way of its own.
  init(
    _ parts: SelectParts,
    _ query: QueryFragment,
    _ decoding: RowDecoding<Element>,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.parts = parts
    self.query = query
    self.decoding = decoding
    self.isSame = isSame
  }

  /// The same, for the first row alone.
  var limitedToOne: LiveSelect {
    var first = self
    first.parts = parts.limitedToOne
    first.isOfFirstRow = true
    return first
  }

  /// What the query gives when it is run afresh by a plan.
  func rows(_ planned: PlannedSelect, _ db: Database) throws -> [Element] {
    var plan = SelectPlan(self)
    return try plan.start(planned, db)
  }
}

extension LiveSelect {
  /// A statement of any shape.
  ///
  /// - Parameter isSame: Whether two elements are the same for a reader; as their types compare them unless given.
  package init<Query: SelectStatement & TypedRowQuery>(
    _ query: Query,
    isSame: (@Sendable (Element, Element) -> Bool)? = nil
  ) where Query.Element == Element {
    let description = query._description
    self.init(
      query._parts,
      query.query,
      RowDecoding(Query.Shape.self),
      isSame: isSame ?? description.isSame
    )
    canCompare = isSame != nil || description.areEqual != nil
  }
}
