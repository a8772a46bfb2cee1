import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The statements by which members read the keys of a table's rows, with some values of each.
struct MemberStatements<Key: PlanKey, Snapshot: LiveSnapshot>: Sendable {
  private let all: any RowStatement<Void, Snapshot>
  private let one: any RowStatement<Void, Snapshot>
  /// Reads the rows of a list of row numbers; `nil` if rows have other keys.
  private let several: (any RowStatement<Void, Snapshot>)?

  init(_ analyzed: AnalyzedSelect, values: [QueryFragment]) {
    let source = analyzed.sources[0]
    func statement(_ purpose: PlanQuery.Purpose, _ conditions: [QueryFragment])
      -> any RowStatement<Void, Snapshot>
    {
      Snapshot.keyStatement(
        PlanQuery(
          purpose,
          analyzed.parts.query(
            columns: "",
            hidden: source.keyColumns + values,
            where: conditions,
            groupedBy: []
          ),
          parameterCount: conditions.count,
          keyCount: source.keyColumns.count,
          sortCount: values.count
        )
      )
    }
    func reading(_ reader: RowReader) -> any RowStatement<Void, Snapshot> {
      statement(reader.purpose, reader.conditions(analyzed, in: Snapshot.self))
    }
    all = statement(.allRows, [])
    one = reading(.source(source))
    several = source.hasRowNumbers ? reading(.rowNumbers(source)) : nil
  }

  /// Reads all rows that count.
  func readAll(_ db: Snapshot) throws -> PlanRows<Key, Void> { try all.rows(db) }

  /// Reads those of some rows that count.
  func read(_ db: Snapshot, _ keys: [Key]) throws -> PlanRows<Key, Void> {
    var found = PlanRows<Key, Void>()
    if keys.count > 3, let several {
      let numbers = keys.compactMap(\.rowNumber)
      try several.read(db, [Snapshot.list(numbers)], limit: .max, into: &found)
    } else {
      for key in keys { try one.read(db, key.arguments, limit: .max, into: &found) }
    }
    return found
  }
}
