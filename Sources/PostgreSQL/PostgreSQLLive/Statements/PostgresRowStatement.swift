package import DatabaseTypes
import IncrementalQueries
package import LiveEngine
package import PostgreSQL
import TypedSQL

/// A plan's query on PostgreSQL.
package struct PostgresRowStatement<Element: Sendable>: RowStatement {
  /// A closure that decodes a row; it ignores columns after those of the statement.
  package typealias Decode = @Sendable (borrowing PostgresRow) throws -> Element
  /// A closure that creates a decoder for columns, of which a given number at the end are hidden.
  package typealias MakeDecode = @Sendable (PostgresColumns, Int) throws -> Decode

  private let query: QueryFragment
  private let texts: StatementTextCache
  private let keyCount: Int
  private let sortCount: Int
  private let makeDecode: MakeDecode

  /// Creates a statement whose rows are decoded by a closure.
  package init(_ query: PlanQuery, decode: @escaping Decode) {
    self.init(query) { _, _ in decode }
  }

  /// Creates a statement whose rows are decoded depending on their columns.
  package init(_ query: PlanQuery, makeDecode: @escaping MakeDecode) {
    self.query = query.query
    // To the server, a number on its own has no type.
    texts = StatementTextCache(query.query, types: query.purpose == .countedRow ? [.integer] : [])
    (keyCount, sortCount) = (query.keyCount, query.sortCount)
    self.makeDecode = makeDecode
  }

  package func read<Key: PlanKey>(
    _ db: PostgresSnapshotReader,
    _ arguments: [DatabaseValue],
    limit: Int,
    more: () throws -> Int,
    into rows: inout PlanRows<Key, Element>
  ) throws {
    if query.isEmpty { return }
    try db.note(query)
    let result = try db.rows(texts.text(nulls: arguments.nulls), arguments)
    let hidden = result.columns.count - keyCount - sortCount
    guard hidden >= 0 else { return }
    let decode = try makeDecode(result.columns, keyCount + sortCount)
    var left = limit
    try result.forEach { row throws in
      guard left > 0 else { return }
      left -= 1
      if keyCount > 0 { rows.keys.append(try Self.key(row, hidden..<hidden + keyCount)) }
      for index in hidden + keyCount..<hidden + keyCount + sortCount {
        rows.sorts.append(try row.value(at: index).liveValue)
      }
      rows.elements.append(try decode(row))
      if left == 0 { left = try more() }
    }
  }

  private static func key<Key: PlanKey>(_ row: borrowing PostgresRow, _ columns: Range<Int>) throws
    -> Key
  {
    if columns.count == 1 { return try Key(column: row.value(at: columns.lowerBound).liveValue) }
    var values: [DatabaseValue] = []
    for index in columns { values.append(try row.value(at: index).liveValue) }
    return try Key(columns: values)
  }
}

extension [DatabaseValue] {
  /// The positions of the NULL values, as bits from the lowest.
  fileprivate var nulls: UInt64 {
    var nulls: UInt64 = 0
    for (index, value) in prefix(64).enumerated() where value.isNull { nulls |= 1 << UInt64(index) }
    return nulls
  }
}
