package import TypedSQL

/// A `SELECT` with what its rows are decoded as, for the live engine to take apart.
package struct DecodableSelect<Element: Sendable, Snapshot: LiveSnapshot>: Sendable {
  /// The statement, taken apart.
  package private(set) var parts: SelectParts
  /// The statement as it is.
  package let query: QueryFragment
  /// The text from which the parts were read: the database is asked whether they mean the same.
  package private(set) var text: QueryFragment?
  /// Makes a statement of the source, whose rows are decoded so.
  package let statement: @Sendable (PlanQuery) -> any RowStatement<Element, Snapshot>
  /// Whether two elements are the same for a reader.
  package let isSame: @Sendable (Element, Element) -> Bool
  /// Whether `isSame` knows of every two elements whether they are.
  let canCompare: Bool
  /// Whether only the first row of the statement is wanted, which itself may have no limit.
  private(set) var isOfFirstRow = false

  /// A statement whose elements are compared as far as their type can.
  ///
  /// Elements that cannot be compared count as changed whenever a column of theirs was written.
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

  /// The same, for the first row alone.
  var limitedToOne: DecodableSelect {
    var first = self
    first.parts = parts.limitedToOne
    // Whether the parts mean the same as the text is known of the statement without the limit.
    if text != nil { first.text = first.parts.statement }
    first.isOfFirstRow = true
    return first
  }

  /// What the query gives when it is run afresh by a plan.
  func rows(_ analyzed: AnalyzedSelect, _ db: Snapshot) throws -> [Element] {
    var runner = PlanRunner(self)
    return try runner.start(analyzed, db)
  }
}
