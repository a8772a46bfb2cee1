import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The statements by which a plan reads rows with their keys: all rows, and touched rows.
struct KeyedStatements<Key: PlanKey, Element: Sendable, Snapshot: LiveSnapshot>: Sendable {
  private let sortCount: Int
  private let all: any RowStatement<Element, Snapshot>
  private let one: any RowStatement<Element, Snapshot>
  private let several: (any RowStatement<Element, Snapshot>)?

  /// Creates the statements.
  ///
  /// - Parameter reader: The columns by which touched rows are read.
  init(
    _ analyzed: AnalyzedSelect,
    _ select: DecodableSelect<Element, Snapshot>,
    by reader: RowReader = .ownKey
  ) {
    sortCount = analyzed.order.count
    func statement(_ purpose: PlanQuery.Purpose, _ query: QueryFragment, _ parameterCount: Int)
      -> any RowStatement<Element, Snapshot>
    {
      select.statement(
        PlanQuery(
          purpose,
          query,
          parameterCount: parameterCount,
          keyCount: analyzed.keys.count,
          sortCount: analyzed.order.count
        )
      )
    }
    let (parts, hidden) = (analyzed.parts, analyzed.hidden)
    let first: QueryFragment? = analyzed.hasWindow ? "\(QueryBinding.parameter(1))" : nil
    let ordered = parts.query(hidden: hidden, order: analyzed.writtenOrder, limit: first)
    all = statement(.allRows, ordered, analyzed.hasWindow ? 1 : 0)
    let read = reader.statement(analyzed, in: Snapshot.self)
    one = statement(reader.purpose, read.query, read.parameterCount)
    guard analyzed.hasIntegerKeys else {
      several = nil
      return
    }
    let isKey = Snapshot.isRowNumber(analyzed.keys[0].expression, inParameter: 1)
    several = statement(.rowsOfKeys, parts.query(hidden: hidden, where: [isKey]), 1)
  }

  /// Reads all rows, or the first ones.
  ///
  /// - Parameter known: The previous rows, if the new ones may be the same.
  func readAll(
    _ db: Snapshot,
    limit: Int? = nil,
    known: OrderedRows<Key>.Walk? = nil
  ) throws -> PlanRows<Key, Element> {
    try all.rows(db, limit.map { [.integer(Int64($0))] } ?? [], known: known)
  }

  /// Reads the rows with a key.
  func read(_ db: Snapshot, key: Key) throws -> PlanRows<Key, Element> {
    try one.rows(db, key.arguments)
  }

  /// Reads the rows with values of the columns by which touched rows are read, and appends them to
  /// others.
  func read(_ db: Snapshot, _ values: [DatabaseValue], into rows: inout PlanRows<Key, Element>)
    throws
  { try one.read(db, values, limit: .max, into: &rows) }

  /// Returns the rows one by one.
  func placed(_ rows: PlanRows<Key, Element>) -> [PlacedRow<Key, Element>] {
    rows.placed(sortCount: sortCount)
  }

  /// Reads the rows with any of several keys.
  func read(_ db: Snapshot, keys: [Key]) throws -> [PlacedRow<Key, Element>] {
    var found = PlanRows<Key, Element>()
    if keys.count > 3, let several {
      let numbers = keys.compactMap(\.rowNumber)
      try several.read(db, [Snapshot.list(numbers)], limit: .max, into: &found)
      return found.placed(sortCount: sortCount)
    }
    for key in keys { try one.read(db, key.arguments, limit: .max, into: &found) }
    let placed = found.placed(sortCount: sortCount)
    return keys.count > 1 ? placed.withoutRepetitions() : placed
  }
}

extension LiveSnapshot {
  /// Returns the conditions that columns equal the parameters 1, 2 and so on.
  static func hasKey(_ columns: [QueryFragment], isRowNumber: Bool) -> [QueryFragment] {
    columns.enumerated().map { index, column in
      let bare: QueryFragment = QueryFragment("(") + column + ")"
      return isRowNumber
        ? bare + " = \(QueryBinding.parameter(1))" : isKey(bare, parameter: index + 1)
    }
  }
}

extension PlanRows {
  /// Returns the rows one by one.
  func placed(sortCount: Int) -> [PlacedRow<Key, Element>] {
    keys.indices.map { index in
      PlacedRow(
        key: keys[index],
        sorts: sorts(ofRowAt: index, count: sortCount),
        element: elements[index]
      )
    }
  }

  /// Returns the values by which a row is ordered.
  func sorts(ofRowAt index: Int, count: Int) -> ArraySlice<DatabaseValue> {
    sorts[index * count..<(index + 1) * count]
  }
}

extension Array {
  /// Removes repetitions of rows that were read by several of their keys.
  func withoutRepetitions<Key, Value>() -> [PlacedRow<Key, Value>]
  where Element == PlacedRow<Key, Value> {
    var known: Set<Key> = []
    return filter { known.insert($0.key).inserted }
  }
}
