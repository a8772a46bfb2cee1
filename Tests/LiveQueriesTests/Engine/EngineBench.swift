import DatabaseTypes
import Foundation
import LiveEngine
import LiveQueries
import LiveSQLTestSupport
import SQLiteDatabase

/// The database of a round, built by its layout, and another connection to it.
struct EngineBench {
  private struct Refusal: Error {}

  let scratch: ScratchDirectory
  let database: any DatabaseWriter
  let other: (any DatabaseWriter)?
  let delivery: FetchDelivery

  init(_ layout: EngineLayout) throws {
    scratch = try ScratchDirectory()
    let path = scratch.path(of: "engine.db")
    let configuration = Self.configuration(layout)
    switch layout.store {
    case .pool: database = try DatabasePool(path: path, configuration: configuration)
    case .queue: database = try DatabaseQueue(path: path, configuration: configuration)
    case .memory: database = try DatabaseQueue(configuration: configuration)
    }
    other = layout.hasOther ? try DatabaseQueue(path: path, configuration: configuration) : nil
    delivery = layout.isOnMainActor ? .mainActor : .immediate
    try database.writeWithoutTransaction { try $0.execute(sql: layout.sql) }
  }

  private static func configuration(_ layout: EngineLayout) -> Configuration {
    var configuration = Configuration()
    configuration.maximumCapturedRowCount = layout.capturedRowCount
    configuration.maximumReaderCount = 2
    configuration.synchronous = .off
    configuration.busyMode = .timeout(.hang)
    configuration.prepareDatabase { db in
      db.add(
        collation: DatabaseCollation("backwards") { left, right in
          if left.utf8.elementsEqual(right.utf8) { return .orderedSame }
          return left.utf8.lexicographicallyPrecedes(right.utf8)
            ? .orderedDescending : .orderedAscending
        }
      )
    }
    return configuration
  }
}

// MARK: - Writing

extension EngineBench {
  /// Runs the statements of an event; most errors are intended.
  ///
  /// - Returns: Whether they were committed.
  @discardableResult
  static func write(_ event: EngineEvent, to database: any DatabaseWriter) -> Bool {
    let isCommitted: Void? = try? database.write { db in
      try db.execute(
        sql: """
          UPDATE counter SET n = n + 1;
          INSERT OR REPLACE INTO marks SELECT n % 7, n FROM counter
          """
      )
      for step in event.steps where db.isInsideTransaction { run(step, db) }
      if event.isRefused { throw Refusal() }
    }
    return isCommitted != nil
  }

  /// Runs what another connection writes; returns once its commit was reported here and something
  /// was written after it.
  ///
  /// - Parameter write: Returns whether the other connection committed.
  func flush(_ write: () async -> Bool) async {
    let (notices, continuation) = AsyncStream.makeStream(of: Void.self)
    // It is notified after the live queries, which subscribed earlier.
    let subscription = database.changeSource.subscribe(to: .fullDatabase, detail: .keys) {
      changes in
      if changes.origin == .otherProcess { continuation.yield() }
    }
    defer { subscription.cancel() }
    guard await write(), other != nil else { return }
    for await _ in notices { break }
    Self.write(EngineEvent(kind: .transaction), to: database)
  }

  private static func run(_ step: EngineStep, _ db: Database) {
    switch step {
    case .statement(let sql, let arguments):
      try? db.execute(sql: sql, arguments: StatementArguments(values: arguments))
    case .savepoint(let steps, let isKept):
      try? db.inSavepoint {
        for step in steps where db.isInsideTransaction { run(step, db) }
        return isKept ? .commit : .rollback
      }
    }
  }

  /// Runs statements that cannot be in a transaction.
  func maintain(_ event: EngineEvent) {
    for case .statement(let sql, _) in event.steps {
      try? database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
  }

  /// Returns the number of transactions that have been committed.
  func commitCount() throws -> Int {
    try database.read { db in
      guard
        case .integer(let count) = try Row.fetchOne(db, sql: "SELECT n FROM counter")?.values.first
      else { return 0 }
      return Int(count)
    }
  }

  /// Runs all queries afresh, in one snapshot.
  func readTruth(_ subjects: [any EngineSubject]) throws {
    try database.read { db in for subject in subjects { subject.readTruth(db) } }
  }
}
