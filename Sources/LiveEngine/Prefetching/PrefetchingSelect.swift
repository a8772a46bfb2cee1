package import DatabaseTypes
import IncrementalQueries
package import TypedSQL

/// The rows that were fetched for others, by the values by which they are found.
package typealias PrefetchedGroups = [[DatabaseValue]: [Row]]

/// A `SELECT` whose rows get others that are fetched afterwards.
package struct PrefetchingSelect<Element: Sendable, Snapshot: LiveSnapshot>: Sendable {
  /// The statement of the rows themselves, with rows as they come.
  let rows: DecodableSelect<Row, Snapshot>
  let parts: [PrefetchedPart<Snapshot>]
  let make: @Sendable (Row, [PrefetchedGroups]) throws -> Element
  /// Reads all of it by its own statements.
  let read: @Sendable (Snapshot) throws -> [Element]
  let isSame: @Sendable (Element, Element) -> Bool
  let canCompare: Bool
  /// Whether only the first row is wanted.
  let isOfFirstRow: Bool

  /// Makes one.
  ///
  /// - Parameters:
  ///   - rows: The statement of the rows themselves; its elements are rows with all columns.
  ///   - parts: What is fetched for them.
  ///   - isOfFirstRow: Whether only the first row is wanted; the statement itself may have no limit.
  ///   - canCompare: Whether `isSame` knows of every two elements whether they are.
  ///   - isSame: Whether two elements are the same for a reader.
  ///   - make: Makes an element of a row and of what was fetched.
  ///   - read: Reads all of it by its own statements.
  package init(
    _ rows: DecodableSelect<Row, Snapshot>,
    _ parts: [PrefetchedPart<Snapshot>],
    isOfFirstRow: Bool,
    canCompare: Bool,
    isSame: @escaping @Sendable (Element, Element) -> Bool,
    make: @escaping @Sendable (Row, [PrefetchedGroups]) throws -> Element,
    read: @escaping @Sendable (Snapshot) throws -> [Element]
  ) {
    self.rows = rows
    self.parts = parts
    self.isOfFirstRow = isOfFirstRow
    self.canCompare = canCompare
    self.isSame = isSame
    self.make = make
    self.read = read
  }
}

/// The rows of an association that are fetched for others.
package struct PrefetchedPart<Snapshot: LiveSnapshot>: Sendable {
  let name: String
  let rows: DecodableSelect<Row, Snapshot>
  let links: [QueryFragment]
  let columns: Range<Int>
  let parts: [PrefetchedPart]
  let assemble: @Sendable (Row, Int, [PrefetchedGroups]) -> Row

  /// Makes one.
  ///
  /// - Parameters:
  ///   - name: The key of the association.
  ///   - rows: The statement of all rows of the association; its elements are rows with all columns.
  ///   - links: The expressions by whose values its rows are found.
  ///   - columns: Where these values are in the rows to which they belong.
  ///   - parts: What is fetched for its rows.
  ///   - assemble: Makes a row of one as it comes, of how many of its last columns are for no reader, and of what was fetched.
  package init(
    name: String,
    rows: DecodableSelect<Row, Snapshot>,
    links: [QueryFragment],
    columns: Range<Int>,
    parts: [PrefetchedPart],
    assemble: @escaping @Sendable (Row, Int, [PrefetchedGroups]) -> Row
  ) {
    self.name = name
    self.rows = rows
    self.links = links
    self.columns = columns
    self.parts = parts
    self.assemble = assemble
  }
}

/// Why rows that are fetched for others are not patched.
struct PrefetchRefusal: Error {
  let reason: LivePlan.Reason
}
