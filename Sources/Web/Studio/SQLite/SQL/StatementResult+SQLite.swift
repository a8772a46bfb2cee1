import DatabaseTypes
import SQLite
import SQLiteDatabase
import SQLiteTools

extension StatementResult {
  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - part: The statement.
  ///   - limit: The maximum number of rows that are shown.
  ///   - isLive: Whether a query's result is to be kept up to date.
  ///   - now: The clock that measures it.
  init(
    running part: SplitStatements.Part,
    limit: Int,
    isLive: Bool,
    now: () -> ContinuousClock.Instant,
    _ db: Database
  ) throws {
    let start = now()
    let statement = try db.makeStatement(sql: part.sql)
    guard statement.parameterCount == 0 else {
      throw DatabaseError(
        code: .arguments,
        message:
          "The statement has parameters, which have no values here. Write the values in its text."
      )
    }
    columns = statement.columnNames
    var cost = LiveOutlook.Cost()
    try statement.start()
    do {
      while try statement.step() {
        cost.rows += 1
        cost.time = start.duration(to: now())
        if cost.rows <= limit {
          try add(CurrentRow(statement), statement.layout, to: &cost)
          continue
        }
        if !hasMore { duration = cost.time }
        hasMore = true
        // A statement that writes runs to its end; all rows of a live query are kept in memory.
        if statement.isReadOnly, !isLive || cost.isTooHigh { break }
        if isLive { cost.bytes += statement.rowSize }
      }
    } catch {
      try? statement.finish()
      // The shown rows have been read: if the others take too long, the result only cannot be
      // kept up to date.
      guard statement.isReadOnly, hasMore else { throw error }
      cost.time = .seconds(1_000_000)
    }
    try statement.finish()
    if !hasMore {
      cost.time = start.duration(to: now())
      duration = cost.time
    }
    changedCount = statement.changesRows ? db.changesCount : nil
    if isLive { outlook = try LiveOutlook(statement, sql: part.sql, cost, db) }
  }

  private mutating func add(
    _ row: borrowing CurrentRow,
    _ layout: RowLayout,
    to cost: inout LiveOutlook.Cost
  ) throws {
    let values = try row.cells()
    rows.append(Row(layout: layout, values: values.map(\.value)))
    rowsJSON.append("[" + values.map { $0.json() }.joined(separator: ",") + "]")
    cost.bytes += values.reduce(0) { $0 + $1.size }
  }
}

extension PreparedStatement {
  /// The approximate size of the row's values in bytes.
  fileprivate var rowSize: Int {
    (0..<columnCount).reduce(0) { size, index in
      let kind = statement.storageClass(at: index)
      return size
        + (kind == .text || kind == .blob ? statement.withBytes(at: index) { $0.count } : 8)
    }
  }

  /// Whether it inserts, updates or deletes rows.
  fileprivate var changesRows: Bool {
    !isReadOnly && !access.changesSchema && !access.changesAttachments
      && access.transactionEffect == nil && !access.writes.isEmpty
  }
}
