import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase

/// Why a query has to be read again.
struct LiveQueryMark: Sendable {
  let cause: LiveQueryUpdate.Cause
  let noticed: ContinuousClock.Instant
  private(set) var commitCount = 0

  init(cause: LiveQueryUpdate.Cause, noticed: ContinuousClock.Instant = .now) {
    self.cause = cause
    self.noticed = noticed
  }

  mutating func addCommit() { commitCount += 1 }

  mutating func add(_ other: LiveQueryMark) { commitCount += other.commitCount }
}

/// A query that is about to be read.
struct LiveQueryRun: Sendable {
  let id: Int
  let request: LiveQueryRequest
  var mark: LiveQueryMark
}

/// What reading a query gave.
struct LiveQueryResult: Sendable {
  let id: Int
  let outcome: Result<LiveQueryReading, any Error>
}

/// The rows of a query at one moment.
struct LiveQueryReading: Sendable {
  let rows: [Row]
  let layout: RowLayout
  let region: Region
  let key: ResultKey
  let number: Int
  let duration: Duration
  let mark: LiveQueryMark
}

extension LiveQueryRun {
  /// Runs the query.
  func read(_ db: Database, number: Int) throws -> LiveQueryReading {
    let start = ContinuousClock.now
    let statement = try db.cachedStatement(sql: request.sql)
    guard statement.isReadOnly else {
      throw DatabaseError(
        code: .misuse,
        message: "A live query only reads: give it a SELECT.",
        sql: request.sql
      )
    }
    let rows = try Row.fetchAll(db, sql: request.sql, arguments: request.arguments)
    let layout = rows.first?.layout ?? statement.layout
    return LiveQueryReading(
      rows: rows,
      layout: layout,
      region: statement.region,
      key: try key(layout, db),
      number: number,
      duration: ContinuousClock.now - start,
      mark: mark
    )
  }

  private func key(_ layout: RowLayout, _ db: Database) throws -> ResultKey {
    if let names = request.keyColumns { return try ResultKey(columnsNamed: names, of: layout) }
    let tables = Set(layout.origins.compactMap { $0?.table })
    let primaryKeys = try tables.map { ($0, try db.primaryKeyColumns(of: $0)) }
    return ResultKey(
      choosingFrom: layout,
      primaryKeys: Dictionary(primaryKeys) { first, _ in first }
    )
  }
}

/// A live query, what it gave last, and who waits for more.
struct LiveQueryState: Sendable {
  typealias Waiter = CheckedContinuation<Result<LiveQueryUpdate?, any Error>, Never>
  typealias Delivery = (Waiter, Result<LiveQueryUpdate?, any Error>)

  let request: LiveQueryRequest
  let database: any DatabaseWriter
  private var delivered: LiveQueryReading?
  private var pending: LiveQueryReading?
  private var pendingCommitCount = 0
  private var end: Result<LiveQueryUpdate?, any Error>?
  private var waiter: Waiter?

  init(_ request: LiveQueryRequest, _ database: any DatabaseWriter) {
    self.request = request
    self.database = database
  }

  /// A new reading takes the place of one that nobody has got yet.
  ///
  /// It is dropped where it is what was delivered last: then nothing has changed for the consumer.
  mutating func receive(_ reading: LiveQueryReading) {
    pendingCommitCount += reading.mark.commitCount
    let isKnown = delivered.map {
      $0.rows == reading.rows && $0.layout.columnNames == reading.layout.columnNames
    }
    pending = isKnown == true ? nil : reading
    if pending == nil { pendingCommitCount = 0 }
  }

  /// The sequence ends after what is pending.
  mutating func finish(_ end: Result<LiveQueryUpdate?, any Error>) {
    if self.end == nil { self.end = end }
  }

  mutating func takeWaiter() -> Waiter? {
    defer { waiter = nil }
    return waiter
  }

  /// Whom to wake with what, where somebody waits and there is something.
  mutating func takeDelivery() -> Delivery? {
    guard let waiter, let outcome = takeOutcome() else { return nil }
    self.waiter = nil
    return (waiter, outcome)
  }

  /// What there is, or `nil` after keeping the waiter.
  mutating func take(orKeep waiter: Waiter) -> Result<LiveQueryUpdate?, any Error>? {
    if let outcome = takeOutcome() { return outcome }
    self.waiter = waiter
    return nil
  }

  private mutating func takeOutcome() -> Result<LiveQueryUpdate?, any Error>? {
    if let reading = pending { return .success(deliver(reading)) }
    // After an error the sequence has ended.
    defer { if end != nil { end = .success(nil) } }
    return end
  }

  private mutating func deliver(_ reading: LiveQueryReading) -> LiveQueryUpdate {
    let old = delivered?.rows ?? []
    defer {
      delivered = reading
      pending = nil
      pendingCommitCount = 0
    }
    return LiveQueryUpdate(
      rows: reading.rows,
      layout: reading.layout,
      difference: .between(old, reading.rows, key: reading.key),
      key: reading.key,
      cause: reading.mark.cause,
      number: reading.number,
      commitCount: pendingCommitCount,
      readDuration: reading.duration,
      noticed: reading.mark.noticed
    )
  }
}

/// A subscription to a live query, which ends when it is let go.
final class LiveQuerySubscription: Sendable {
  private let id: Int
  private let engine: LiveQueryEngine

  init(id: Int, engine: LiveQueryEngine) {
    self.id = id
    self.engine = engine
  }

  deinit { engine.unsubscribe(id) }

  func next() async throws -> LiveQueryUpdate? { try await engine.next(of: id).get() }
}
