/// The rows of a query, read in a transaction of their own while a task iterates over them.
///
/// ```swift
/// for try await reminder in Reminder.where(\.isCompleted).rows(in: database) {
///   try await upload(reminder)
/// }
/// ```
///
/// Only some hundred rows are in memory at a time: a connection reads on when they have been taken. All rows are of one
/// moment, that at which the first was read.
///
/// The iteration keeps a connection until it ends, its iterator goes, or its task is cancelled. Where another access waits
/// for that connection, the rows that are left are read into memory and the connection is given back; so a loop may use the
/// database that it iterates over. That of a ``DatabaseQueue`` is the only one; a ``DatabasePool`` has others.
///
/// Each iteration runs the query again.
public struct DatabaseRows<Element: Sendable>: AsyncSequence, @unchecked Sendable {
  // 1. The closure captures a query's fragment and types, and nothing else.

  private let database: any DatabaseReader
  private let cursor: (Database) throws -> DatabaseCursor<Element>

  package init(
    _ database: any DatabaseReader,
    _ cursor: @escaping (Database) throws -> DatabaseCursor<Element>
  ) {
    self.database = database
    self.cursor = cursor
  }

  /// Makes an iterator; the query runs when it is asked for the first row.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Reads the rows into a buffer, until its end or until nobody wants them.
  fileprivate func read(into buffer: RowBuffer<Element>) async {
    let waiters = database as? any HasWaiters
    do {
      try await database.read { [self] db in
        let cursor = try cursor(db)
        while let row = try cursor.next(),
          try buffer.add(row, isWanted: { waiters?.areReadsWaiting != false })
        {}
      }
      buffer.end(.success(()))
    } catch {
      buffer.end(.failure(error))
    }
  }
}

extension DatabaseRows {
  /// Iterates over rows.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let rows: DatabaseRows
    private var reading: Reading<Element>?
    private var batch: IndexingIterator<[Element]>?

    init(_ rows: DatabaseRows) { self.rows = rows }

    /// The next row; waits until it has been read.
    ///
    /// - Returns: `nil` after the last.
    /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a value that is not of its type; `CancellationError` when the
    ///   task is cancelled.
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

/// A task that reads rows; it ends with this object.
private final class Reading<Element: Sendable>: Sendable {
  let buffer = RowBuffer<Element>()
  private let task: Task<Void, Never>

  init(_ rows: DatabaseRows<Element>) {
    task = Task { [buffer] in await rows.read(into: buffer) }
  }

  deinit {
    buffer.abandon()
    task.cancel()
  }
}
