package import DatabaseTypes
package import TypedSQL

/// A query with prefetched associations, taken apart for live queries.
package struct PrefetchingQuery<Element>: Sendable {
  /// The prefetched rows, grouped by the values that link them to their owners.
  package typealias Groups = [[DatabaseValue]: [Row]]

  /// The statement of the query's own rows.
  package let parts: SelectParts
  /// The queries of the associations that are prefetched.
  package let prefetched: [PrefetchedQuery]
  /// Creates an element from a row of the statement and the rows that were prefetched.
  package let make: @Sendable (Row, [Groups]) throws -> Element

  /// Creates a description of a query.
  package init(
    parts: SelectParts,
    prefetched: [PrefetchedQuery],
    make: @escaping @Sendable (Row, [Groups]) throws -> Element
  ) {
    self.parts = parts
    self.prefetched = prefetched
    self.make = make
  }
}

/// The rows of an association that are prefetched for other rows.
package struct PrefetchedQuery: Sendable {
  /// The key of the association.
  package let name: String
  /// The statement of all rows of the association, whichever rows they belong to.
  package let parts: SelectParts
  /// The expressions whose values link its rows to their owners.
  package let links: [QueryFragment]
  /// The columns of the owner rows that hold these values.
  package let columns: Range<Int>
  /// The queries that are prefetched for its rows.
  package let prefetched: [PrefetchedQuery]
  /// Creates a row from a row of the statement and the rows that were prefetched for it.
  ///
  /// The number says how many of the last columns to ignore.
  package let assemble: @Sendable (Row, Int, [[[DatabaseValue]: [Row]]]) -> Row

  /// Creates a description of the rows of an association.
  package init(
    name: String,
    parts: SelectParts,
    links: [QueryFragment],
    columns: Range<Int>,
    prefetched: [PrefetchedQuery],
    assemble: @escaping @Sendable (Row, Int, [[[DatabaseValue]: [Row]]]) -> Row
  ) {
    self.name = name
    self.parts = parts
    self.links = links
    self.columns = columns
    self.prefetched = prefetched
    self.assemble = assemble
  }
}
