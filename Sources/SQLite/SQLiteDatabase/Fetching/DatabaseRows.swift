/// An asynchronous sequence of the rows of a query, read in one transaction.
///
/// ```swift
/// for try await reminder in Reminder.where(\.isCompleted).rows(in: database) {
///   try await upload(reminder)
/// }
/// ```
///
/// Only some hundred rows are in memory at a time: the connection reads more when they have been
/// consumed. All rows are of one snapshot, taken when the first row is read.
///
/// The iteration holds a connection until it ends, its iterator is released, or its task is
/// cancelled. If another access waits for that connection, the remaining rows are read into memory
/// and the connection is returned, so a loop may use the database that it iterates over. A
/// ``DatabaseQueue`` has only this connection; a ``DatabasePool`` has others.
///
/// Each iteration runs the query again.
public struct DatabaseRows<Element: Sendable>: AsyncSequence, @unchecked Sendable {
  // 1. The closure only captures a query's fragment and types.

  private let database: any DatabaseReader
  private let produce: (Database, (Element) throws -> Bool) throws -> Void
  /// The number of rows that are read in advance.
  fileprivate let limit: Int

  package init(
    _ database: any DatabaseReader,
    _ cursor: @escaping (Database) throws -> DatabaseCursor<Element>
  ) {
    self.init(database, limit: 256) { db, add in
      let cursor = try cursor(db)
      while let row = try cursor.next(), try add(row) {}
    }
  }

  /// Creates a sequence of what a closure produces.
  ///
  /// - Parameters:
  ///   - limit: The number of elements that are produced in advance.
  ///   - produce: Passes on one element after the other, until no one wants more.
  package init(
    _ database: any DatabaseReader,
    limit: Int,
    produce: @escaping (Database, (Element) throws -> Bool) throws -> Void
  ) {
    self.database = database
    self.limit = limit
    self.produce = produce
  }

  /// Creates an iterator; the query runs when the first row is requested.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Reads the rows into a buffer, until the last one or until no one wants them.
  fileprivate func read(into buffer: RowBuffer<Element>) async {
    let waiters = database as? any ReadContention
    do {
      try await database.read { [self] db in
        try produce(db) { row in
          try buffer.add(row, isWanted: { waiters?.hasWaitingReads != false })
        }
      }
      buffer.end(.success(()))
    } catch {
      buffer.end(.failure(error))
    }
  }
}

extension DatabaseRows {
  /// An iterator over the rows.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let rows: DatabaseRows
    private var reading: Reading<Element>?
    private var batch: IndexingIterator<[Element]>?

    init(_ rows: DatabaseRows) { self.rows = rows }

    /// Returns the next row, waiting until it has been read.
    ///
    /// - Returns: `nil` after the last row.
    /// - Throws: ``DatabaseError``, ``DecodingFailure`` for a value of another type, or
    ///   `CancellationError` if the task is cancelled.
    public mutating func next() async throws -> Element? {
      if let row = batch?.next() { return row }
      let reading = reading ?? start()
      batch = try await reading.buffer.take().makeIterator()
      return batch?.next()
    }

    private mutating func start() -> Reading<Element> {
      let started = Reading(rows)
      reading = started
      return started
    }
  }
}

/// A task that reads rows, and ends with this object.
private final class Reading<Element: Sendable>: Sendable {
  let buffer: RowBuffer<Element>
  private let task: Task<Void, Never>

  init(_ rows: DatabaseRows<Element>) {
    let buffer = RowBuffer<Element>(limit: rows.limit)
    self.buffer = buffer
    task = Task { await rows.read(into: buffer) }
  }

  deinit {
    buffer.abandon()
    task.cancel()
  }
}
