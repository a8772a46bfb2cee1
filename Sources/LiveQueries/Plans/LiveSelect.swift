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
  let canCompare: Bool
  /// Whether only the first row of the statement is wanted, which itself may have no limit.
  private(set) var isOfFirstRow = false

  /// A statement whose elements are compared as far as their type can.
  ///
  /// Elements that cannot be compared count as changed whenever a column of theirs was written.
  init(
    _ parts: SelectParts,
    _ query: QueryFragment,
    _ decoding: RowDecoding<Element>,
    of description: _QueryDescription<Element>
  ) {
    self.parts = parts
    self.query = query
    self.decoding = decoding
    isSame = description.isSame
    canCompare = description.areEqual != nil
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
  package init<Query: SelectStatement & TypedRowQuery>(_ query: Query)
  where Query.Element == Element {
    self.init(
      query._parts,
      query.query,
      RowDecoding(Query.Shape.self),
      of: query._description
    )
  }
}
