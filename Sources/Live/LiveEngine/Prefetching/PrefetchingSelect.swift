package import DatabaseTypes
import IncrementalQueries
package import TypedSQL

/// The associated rows that were fetched, by the values that link them.
package typealias PrefetchedGroups = [[DatabaseValue]: [Row]]

/// A `SELECT` whose rows get associated rows that are fetched afterwards.
package struct PrefetchingSelect<Element: Sendable, Snapshot: LiveSnapshot>: Sendable {
  /// The statement of the rows themselves, without decoding.
  let rows: DecodableSelect<Row, Snapshot>
  let parts: [PrefetchedPart<Snapshot>]
  let make: @Sendable (Row, [PrefetchedGroups]) throws -> Element
  /// Reads everything by separate statements.
  let read: @Sendable (Snapshot) throws -> [Element]
  let isSame: @Sendable (Element, Element) -> Bool
  let canCompare: Bool
  /// Whether only the first row is needed.
  let isOfFirstRow: Bool

  /// Creates a `SELECT` with associated rows.
  ///
  /// - Parameters:
  ///   - rows: The statement of the rows themselves; its elements are rows with all columns.
  ///   - parts: The associations to fetch for them.
  ///   - isOfFirstRow: Whether only the first row is needed; the statement itself may have no
  ///     limit.
  ///   - canCompare: Whether `isSame` can decide for any two elements.
  ///   - isSame: Returns whether two elements look the same to a reader.
  ///   - make: Makes an element from a row and its associated rows.
  ///   - read: Reads everything by separate statements.
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

/// The rows of an association that are fetched for other rows.
package struct PrefetchedPart<Snapshot: LiveSnapshot>: Sendable {
  let name: String
  let rows: DecodableSelect<Row, Snapshot>
  let links: [QueryFragment]
  let columns: Range<Int>
  let parts: [PrefetchedPart]
  let assemble: @Sendable (Row, Int, [PrefetchedGroups]) -> Row

  /// Creates an association.
  ///
  /// - Parameters:
  ///   - name: The key of the association.
  ///   - rows: The statement of all rows of the association; its elements are rows with all
  ///     columns.
  ///   - links: The expressions whose values link its rows.
  ///   - columns: The columns of these values in the rows to which they belong.
  ///   - parts: The associations to fetch for its rows.
  ///   - assemble: Makes a row from the row that was read, the number of hidden columns at its end,
  ///     and its associated rows.
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

/// The reason why associated rows are not patched.
struct PrefetchRejection: Error {
  let reason: LivePlan.Reason
  /// Whether other rows may allow it.
  var isOfRows = false
}
