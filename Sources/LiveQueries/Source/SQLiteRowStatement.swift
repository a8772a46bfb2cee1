import DatabaseQueries
import DatabaseTypes
import LiveEngine
import SQLiteDatabase

/// A plan's query on SQLite.
struct SQLiteRowStatement<Element: Sendable>: RowStatement {
  private let statement: HiddenColumnQuery<Element>
  private let keyCount: Int
  private let sortCount: Int

  init(_ query: PlanQuery, _ decoding: RowDecoding<Element>) {
    keyCount = query.keyCount
    sortCount = query.sortCount
    statement = HiddenColumnQuery(
      query.query,
      hiddenCount: query.keyCount + query.sortCount,
      parameterCount: query.parameterCount,
      decoding: decoding
    )
  }

  @_specialize(kind:partial,where Key == Int64)
  func read<Key: PlanKey>(
    _ db: Database,
    _ arguments: [DatabaseValue],
    limit: Int,
    into rows: inout PlanRows<Key, Element>
  ) throws {
    if statement.sql.isEmpty { return }
    try statement.forEachRow(db, arguments, limit: limit) { hidden in
      rows.elements.append(try statement.element(of: hidden))
      switch keyCount {
      case 0: break
      case 1: rows.keys.append(try Key(column: hidden.value(at: 0)))
      default: rows.keys.append(try Key(columns: hidden.values(in: 0..<keyCount)))
      }
      for index in keyCount..<keyCount + sortCount {
        rows.sorts.append(try hidden.value(at: index))
      }
    }
  }
}

extension HiddenColumns {
  /// Some values, by their indexes among these columns.
  fileprivate borrowing func values(in range: Range<Int>) throws -> [DatabaseValue] {
    var values: [DatabaseValue] = []
    values.reserveCapacity(range.count)
    for index in range { values.append(try value(at: index)) }
    return values
  }
}
