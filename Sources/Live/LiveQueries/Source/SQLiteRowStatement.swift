import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase
import SQLiteQueries

/// A statement that runs a plan's query on SQLite.
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

  func read<Key: PlanKey>(
    _ db: Database,
    _ arguments: [DatabaseValue],
    limit: Int,
    more: () throws -> Int,
    into rows: inout PlanRows<Key, Element>
  ) throws {
    if statement.sql.isEmpty { return }
    var keys = RowKeys(keyCount: keyCount, sortCount: sortCount, rows.keys, rows.sorts, rows.known)
    var elements = rows.elements
    // Release the old reference, so that the rows are appended in place.
    rows = PlanRows()
    defer { rows = PlanRows(keys.keys, keys.sorts, elements, known: keys.known) }
    try statement.read(db, arguments, limit: limit, more: more, into: &elements) {
      try keys.add($0)
    }
  }
}

/// The keys of rows being read, and the values by which the rows are ordered.
///
/// They are kept apart from the elements, so that this is specialised for row numbers once,
/// whatever type the rows are decoded as.
private struct RowKeys<Key: PlanKey> {
  private let keyCount: Int
  private let sortCount: Int
  private(set) var keys: [Key]
  private(set) var sorts: [DatabaseValue]
  private(set) var known: OrderedRows<Key>.Walk?

  init(
    keyCount: Int,
    sortCount: Int,
    _ keys: [Key],
    _ sorts: [DatabaseValue],
    _ known: OrderedRows<Key>.Walk?
  ) {
    self.keyCount = keyCount
    self.sortCount = sortCount
    self.keys = keys
    self.sorts = sorts
    self.known = known
  }

  /// Adds the key of a row.
  @_specialize(where Key == Int64)
  mutating func add(_ hidden: borrowing HiddenColumns) throws {
    if known != nil {
      if try isNext(hidden) { return }
      if let known = known.take() { (keys, sorts) = (known.passedKeys, known.passedSorts) }
    }
    switch keyCount {
    case 0: break
    case 1: keys.append(try Key(column: hidden.value(at: 0)))
    default: keys.append(try Key(columns: hidden.values(in: 0..<keyCount)))
    }
    for index in keyCount..<keyCount + sortCount { sorts.append(try hidden.value(at: index)) }
  }

  /// Returns whether a row has the key that came next in the previous result, and the same sort
  /// values.
  @_specialize(where Key == Int64)
  private mutating func isNext(_ hidden: borrowing HiddenColumns) throws -> Bool {
    guard keyCount == 1, known?.isNext(try Key(column: hidden.value(at: 0))) == true else {
      return false
    }
    for index in 0..<sortCount {
      guard let value = known?.sort(index), hidden.isSame(value, at: 1 + index) else {
        return false
      }
    }
    known?.pass()
    return true
  }
}

extension HiddenColumns {
  /// Returns the values in a range of indexes among these columns.
  fileprivate borrowing func values(in range: Range<Int>) throws -> [DatabaseValue] {
    var values: [DatabaseValue] = []
    values.reserveCapacity(range.count)
    for index in range { values.append(try value(at: index)) }
    return values
  }
}
