import DatabaseTypes
import Dispatch
import Foundation
import IncrementalQueries
import PostgreSQL
import Synchronization
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// A source that runs all queries of a test from scratch in each snapshot that the engine reads,
/// and later compares the published results with them.
///
/// State: the findings, guarded by a mutex.
final class CheckedSource: LiveSource {
  typealias Snapshot = PostgresSnapshotReader

  private struct State {
    var watches: [Watch] = []
    var fresh: [[TestQuery.Row]]?
    var refreshCount = 0
    var hiddenCount = 0
    var complaints: [String] = []
    var reports: [String] = []
    var wanted = Int.max
  }

  struct Watch: Sendable {
    let query: TestQuery
    let sink: TestSink
  }

  let base: PostgresSource
  private let state = Mutex(State())
  private let isDone = DispatchSemaphore(value: 0)
  /// A lock held while rows are read and compared; the schema is changed in between, so that a full
  /// read sees the same schema.
  private let schema = NSLock()

  /// Whether rows in a different order count as equal: a query that runs again has the order in
  /// which the server returns them.
  private let ignoresOrder: Bool

  /// A closure that returns what is wrong with all that is shown after a refresh.
  private let complaint: @Sendable () -> String?

  init(
    _ base: PostgresSource,
    ignoringOrder: Bool = false,
    complaint: @escaping @Sendable () -> String? = { nil }
  ) {
    (self.base, ignoresOrder, self.complaint) = (base, ignoringOrder, complaint)
  }

  /// Returns whether rows equal the expected ones.
  func areSame(_ rows: [TestQuery.Row], _ others: [TestQuery.Row]) -> Bool {
    guard ignoresOrder else { return rows == others }
    return rows.sorted { "\($0)" < "\($1)" } == others.sorted { "\($0)" < "\($1)" }
  }

  func watch(_ query: TestQuery, _ sink: TestSink) {
    state.withLock { state in
      state.watches.append(Watch(query: query, sink: sink))
      state.fresh = nil
    }
  }

  /// Waits until this many more refreshes were compared.
  func wait(refreshes count: Int) {
    state.withLock { $0.wanted = $0.refreshCount + count }
    isDone.wait(for: "\(count) refreshes")
  }

  var complaints: [String] { state.withLock { $0.complaints } }
  var reports: [String] { state.withLock { $0.reports } }
  var refreshCount: Int { state.withLock { $0.refreshCount } }
  var hiddenCount: Int { state.withLock { $0.hiddenCount } }

  func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed { base.subscribe(to: region, rows: rows, receive: receive, end: end) }

  func onUpcomingCommit(_ notice: @escaping @Sendable () -> Void) {}
  var startedCount: Int { base.startedCount }
  var reportedCount: Int { base.reportedCount }
  func report(_ message: String) { state.withLock { $0.reports.append(message) } }

  func read<Output>(_ body: (PostgresSnapshotReader) throws -> Output) throws -> Output {
    try base.read(body)
  }

  /// Runs a closure while no rows are read.
  func betweenReads(_ body: () throws -> Void) rethrows { try schema.withLock { try body() } }

  func readReported<Output>(_ body: (PostgresSnapshotReader, SnapshotContents) throws -> Output)
    throws
    -> Output
  { try schema.withLock { try readCompared(body) } }

  private func readCompared<Output>(
    _ body: (PostgresSnapshotReader, SnapshotContents) throws -> Output
  ) throws -> Output {
    compare()
    return try base.readReported { reader, contents in
      let output = try body(reader, contents)
      // Queries of a table that somebody else has locked are not read in this snapshot.
      if reader.obstacle(to: .fullDatabase) != nil { return output }
      let watches = state.withLock { $0.watches }
      let fresh = try watches.map { watch in try Self.fresh(watch.query, reader) }
      state.withLock { state in
        state.fresh = fresh
        state.hiddenCount += contents.hidden.count
      }
      return output
    }
  }

  /// Reads a query as a whole; where somebody changes tables meanwhile, its statement is prepared
  /// again.
  private static func fresh(_ query: TestQuery, _ reader: PostgresSnapshotReader) throws
    -> [TestQuery.Row]
  {
    for _ in 0..<20 {
      do { return try reader.recovering { try query.fresh(reader.connection) } } catch let error
        as PostgresError where error.isOfOtherPlan
      { reader.forgetSchema() }
    }
    return try reader.recovering { try query.fresh(reader.connection) }
  }

  /// Compares the results published since the last snapshot with that snapshot: the engine's thread
  /// publishes before it reads again.
  func compare() {
    if let complaint = complaint() {
      state.withLock { if $0.complaints.count < 20 { $0.complaints.append(complaint) } }
    }
    let isDone = state.withLock { state in
      guard let fresh = state.fresh.take(), fresh.count == state.watches.count else { return false }
      for (watch, rows) in zip(state.watches, fresh) {
        guard let shown = watch.sink.rows, !areSame(shown, rows) else { continue }
        if state.complaints.count < 20 {
          state.complaints.append(
            "refresh \(state.refreshCount): \(watch.query.sql)\nshown \(shown)\nfresh \(rows)"
          )
        }
      }
      state.refreshCount += 1
      guard state.refreshCount >= state.wanted else { return false }
      state.wanted = .max
      return true
    }
    if isDone { self.isDone.signal() }
  }
}

/// A subscriber that checks the results of a query.
///
/// State: the cell and the reports, guarded by a mutex.
final class TestSink: LiveSink {
  private struct State {
    var cell: LiveCell<[TestQuery.Row]>?
    var version = 0
    var errors: [any Error] = []
    var hasEnded = false
    var waiters: [(@Sendable ([TestQuery.Row]) -> Bool, DispatchSemaphore)] = []
    var errorWaiters: [DispatchSemaphore] = []
  }

  private let state = Mutex(State())
  let delivery = LiveDelivery()

  func attach(_ cell: LiveCell<[TestQuery.Row]>) { state.withLock { $0.cell = cell } }

  func store(_ event: LiveEvent) -> AnyObject? {
    state.withLock { state in
      switch event {
      case .result(let stamp, _): state.version = stamp.version
      case .failure(let error): state.errors.append(error)
      case .end: state.hasEnded = true
      }
    }
    return nil
  }

  func wake() {
    let woken = state.withLock { state -> [DispatchSemaphore] in
      var woken = state.errors.isEmpty ? [] : state.errorWaiters
      if !state.errors.isEmpty { state.errorWaiters = [] }
      guard state.version > 0, let rows = state.cell?.reading?.value else { return woken }
      woken += state.waiters.filter { $0.0(rows) }.map(\.1)
      state.waiters.removeAll { $0.0(rows) }
      return woken
    }
    for semaphore in woken { semaphore.signal() }
  }

  /// The rows that are shown; `nil` before the first result.
  var rows: [TestQuery.Row]? { state.withLock { $0.version == 0 ? nil : $0.cell?.reading?.value } }
  var errors: [any Error] { state.withLock { $0.errors } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Waits until the shown rows meet a condition.
  ///
  /// - Returns: Whether that happened; the limit of five minutes only ends what hangs.
  func wait(until condition: @escaping @Sendable ([TestQuery.Row]) -> Bool) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    state.withLock { $0.waiters.append((condition, semaphore)) }
    wake()
    return semaphore.wait(timeout: .now() + .seconds(300)) == .success
  }

  /// Waits for an error.
  func waitForError() -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    state.withLock { $0.errorWaiters.append(semaphore) }
    wake()
    return semaphore.wait(timeout: .now() + .seconds(300)) == .success
  }
}

/// A scheduler that reads again immediately, however much is written.
struct EagerQueue: LiveScheduler {
  private let queue = LiveQueue()

  func run(_ work: @escaping @Sendable () -> Void) { queue.run(work) }
  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) { queue.run(work) }
  func shouldSpin(for event: AwaitedCommit) -> Bool { queue.shouldSpin(for: event) }
  @discardableResult
  func spin(for event: AwaitedCommit, until condition: () -> Bool) -> Bool {
    queue.spin(for: event, until: condition)
  }
}

extension PostgresSource {
  /// The change stream of the source.
  var stream: PostgresChangeStream {
    guard let streamed = changes as? StreamedChanges else {
      preconditionFailure("The test's source reads no change stream")
    }
    return streamed.stream
  }
}
