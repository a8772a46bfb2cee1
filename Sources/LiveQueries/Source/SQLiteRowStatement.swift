import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
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
      if rows.known != nil {
        if try isNext(hidden, &rows) { return }
        rows.leaveKnown()
      }
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

  /// Whether a row has the key that comes next of those that there were, and is ordered by the same values.
  @_specialize(kind:partial,where Key == Int64)
  private func isNext<Key: PlanKey>(
    _ hidden: borrowing HiddenColumns,
    _ rows: inout PlanRows<Key, Element>
  ) throws -> Bool {
    guard keyCount == 1, rows.known?.isNext(try Key(column: hidden.value(at: 0))) == true else {
      return false
    }
    for index in 0..<sortCount {
      guard let known = rows.known?.sort(index), hidden.isSame(known, at: 1 + index) else {
        return false
      }
    }
    rows.known?.pass()
    return true
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
