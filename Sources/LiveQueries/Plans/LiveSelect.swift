import DatabaseQueries
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

  init(
    _ statement: some SelectStatement,
    _ decoding: RowDecoding<Element>,
    _ isSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.init(statement._parts, statement.query, decoding, isSame)
  }

  /// A statement that is decoded in a way of its own.
  init(
    _ parts: SelectParts,
    _ query: QueryFragment,
    _ decoding: RowDecoding<Element>,
    _ isSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.parts = parts
    self.query = query
    self.decoding = decoding
    self.isSame = isSame
  }

  /// A statement whose elements are compared as far as their type can.
  ///
  /// Elements that are not `Equatable` count as changed whenever a column of theirs was written.
  init(_ parts: SelectParts, _ query: QueryFragment, _ decoding: RowDecoding<Element>) {
    let traits = ElementTraits<Element>()
    self.init(parts, query, decoding) { traits.isSame($0, $1) }
    canCompare = traits.areEqual != nil
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
  /// A statement of one value.
  package init<S: SelectStatement>(_ statement: S)
  where S.QueryValue: QueryRepresentable, Element == S.QueryValue.QueryOutput, Element: Equatable {
    self.init(statement, RowDecoding(S.QueryValue.self)) { $0 == $1 }
  }

  /// A statement of the rows of a table.
  package init<S: SelectStatement>(_ statement: S)
  where S.QueryValue == (), S.Joins == (), Element == S.From.QueryOutput, Element: Equatable {
    self.init(statement, RowDecoding(S.From.self)) { $0 == $1 }
  }

  /// A statement of tuples.
  ///
  /// - Parameter isSame: Whether two tuples are the same for a reader.
  package init<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable,
    S: SelectStatement
  >(_ statement: S, isSame: @escaping @Sendable (Element, Element) -> Bool)
  where
    S.QueryValue == (V1, V2, repeat each V3),
    Element == (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)
  {
    self.init(statement, RowDecoding(V1.self, V2.self, repeat (each V3).self), isSame)
  }

  /// A statement of the rows of two joined tables.
  ///
  /// - Parameter isSame: Whether two tuples are the same for a reader.
  package init<S: SelectStatement>(
    _ statement: S,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  )
  where S.QueryValue == (), S.Joins: Table, Element == (S.From.QueryOutput, S.Joins.QueryOutput) {
    self.init(statement, RowDecoding(S.From.self, S.Joins.self), isSame)
  }
}
