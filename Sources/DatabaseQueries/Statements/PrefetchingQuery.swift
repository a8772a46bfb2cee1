package import DatabaseTypes
package import TypedSQL

/// A query whose rows get others that are fetched afterwards, taken apart for live queries.
package struct PrefetchingQuery<Element>: Sendable {
  /// The rows that were fetched, by the values by which they are found.
  package typealias Groups = [[DatabaseValue]: [Row]]

  /// The statement of the rows themselves.
  package let parts: SelectParts
  /// What is fetched for them.
  package let prefetched: [PrefetchedQuery]
  /// Makes an element of a row as the statement gives it, and of what was fetched.
  package let make: @Sendable (Row, [Groups]) throws -> Element

  /// Describes a query.
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

/// The rows of an association that are fetched for other rows.
package struct PrefetchedQuery: Sendable {
  /// The key of the association.
  package let name: String
  /// The statement of all rows of the association, whatever they belong to.
  package let parts: SelectParts
  /// The expressions by whose values its rows are found.
  package let links: [QueryFragment]
  /// Where these values are in the rows to which they belong.
  package let columns: Range<Int>
  /// What is fetched for its rows.
  package let prefetched: [PrefetchedQuery]
  /// Makes a row of one as the statement gives it, of how many of its last columns are for no reader, and of what was
  /// fetched for it.
  package let assemble: @Sendable (Row, Int, [[[DatabaseValue]: [Row]]]) -> Row

  /// Describes the rows of an association.
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
