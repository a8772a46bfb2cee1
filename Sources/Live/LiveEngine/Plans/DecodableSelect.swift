package import TypedSQL

/// A `SELECT` with the decoding of its rows, in parts for the live engine.
package struct DecodableSelect<Element: Sendable, Snapshot: LiveSnapshot>: Sendable {
  /// The parts of the statement.
  package private(set) var parts: SelectParts
  /// The whole statement.
  package let query: QueryFragment
  /// The text from which the parts were read; the database is asked whether they mean the same.
  package private(set) var text: QueryFragment?
  /// Creates a statement of the source, with the decoding of its rows.
  package let statement: @Sendable (PlanQuery) -> any RowStatement<Element, Snapshot>
  /// Returns whether two elements look the same to a reader.
  package let isSame: @Sendable (Element, Element) -> Bool
  /// Whether `isSame` can decide for any two elements.
  let canCompare: Bool
  /// Whether only the first row of the statement is needed, which may itself have no limit.
  private(set) var isOfFirstRow = false

  /// Creates a statement whose elements are compared if their type allows it.
  ///
  /// Elements that cannot be compared count as changed whenever one of their columns was written.
  package init(
    _ parts: SelectParts,
    _ query: QueryFragment,
    readFrom text: QueryFragment? = nil,
    canCompare: Bool,
    isSame: @escaping @Sendable (Element, Element) -> Bool,
    statement: @escaping @Sendable (PlanQuery) -> any RowStatement<Element, Snapshot>
  ) {
    self.parts = parts
    self.query = query
    self.text = text
    self.statement = statement
    self.isSame = isSame
    self.canCompare = canCompare
  }

  /// The same statement, for the first row only.
  var limitedToOne: DecodableSelect {
    var first = self
    first.parts = parts.limitedToOne
    // Whether the parts mean the same as the text was checked without the limit.
    if text != nil { first.text = first.parts.statement }
    first.isOfFirstRow = true
    return first
  }
}
