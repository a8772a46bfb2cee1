import DatabaseTypes
import Dispatch
import Foundation
import LiveEngine
public import PostgreSQL
import Synchronization
import Waiting

/// A stream of the commits of a database, which reports the rows that each commit touched.
///
/// One thread continuously reads a temporary slot of the server, even while live queries are read,
/// so that the server's log does not grow. If the connection is lost, it creates a new slot, at
/// first soon and then at growing intervals, and reports that anything may have changed. The slot
/// ends with the connection, and the thread with ``close()``.
///
/// The server needs `wal_level=logical`, the role needs the REPLICATION attribute, and a
/// publication of the tables must exist:
///
/// ```sql
/// CREATE PUBLICATION livesql FOR TABLE items, lists;
/// ```
///
/// State: guarded by a mutex; subscribers and waiters are notified outside of it, by the one
/// thread.
public final class PostgresChangeStream: Sendable {
  private let configuration: PostgresConfiguration
  private let settings: Settings
  private let state = Mutex(StreamState())
  private let waker = PostgresWaker()
  /// A number that increases when the stream has been read further, or has begun or been lost.
  private let steps = Atomic<Int>(0)
  private let stepSpin = AdaptiveSpin(microseconds: 30)
  /// A handle that ends the wait for a new slot.
  private let opening = Mutex<PostgresCancellation?>(nil)
  /// A handle that ends the open stream.
  private let following = Mutex<PostgresCancellation?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)
  /// The stream's own thread.
  private let reading = Mutex<ObjectIdentifier?>(nil)
  /// A closure that the stream's thread calls before it reports that a table may have changed.
  ///
  /// It is called for each transaction with which a table was described.
  private let onRelation = Mutex<@Sendable () -> Void>({})
  /// A closure that the stream's thread calls if many commits are kept.
  ///
  /// It must not wait for the work that it starts.
  private let onCrowd = Mutex<@Sendable () -> Void>({})
  /// A closure that receives a warning about the server's settings, or for whom the stream waits.
  private let report: @Sendable (String) -> Void

  /// Creates a stream, and begins to open it.
  ///
  /// It returns immediately: errors of opening the stream are reported to those who wait for it.
  ///
  /// - Parameters:
  ///   - configuration: The server, which must not be a pooler.
  ///   - settings: The publications and timeouts.
  public convenience init(_ configuration: PostgresConfiguration, settings: Settings = Settings()) {
    self.init(configuration, settings: settings) { _ in }
  }

  /// Creates a stream, and begins to open it.
  ///
  /// - Parameter report: A closure that receives a warning, once, if the server's settings make the
  ///   stream a danger for commits. It also receives the sessions that each new slot waits for, if
  ///   it takes long.
  init(
    _ configuration: PostgresConfiguration,
    settings: Settings,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.configuration = configuration
    self.settings = settings
    self.report = report
    let thread = Thread { [self] in
      reading.withLock { $0 = ObjectIdentifier(Thread.current) }
      read()
      hasEnded.signal()
    }
    thread.name = "LiveSQL.PostgresChangeStream"
    thread.start()
  }

  /// Ends the stream, its thread and its slot, and notifies subscribers of the end.
  ///
  /// It blocks until the thread has ended, which takes as long as the server needs to notice it. If
  /// the server does not answer, or a connection to it is being opened, it blocks for at most about
  /// five seconds, and the thread ends later. Closing it again has no effect.
  public func close() {
    let (waiters, receivers) = state.withLock { state in
      if case .closed = state.phase {
        return ([], []) as ([StreamState.Waiter], [StreamState.Receiver])
      }
      return (state.end(.closed), Array(state.receivers.values))
    }
    for waiter in waiters { waiter.semaphore.signal() }
    waker.wake()
    // Notified subscribers may release the last reference to the stream.
    if reading.withLock(\.self) != ObjectIdentifier(Thread.current) { awaitEnd() }
    for receiver in receivers { receiver.end() }
  }

  private func awaitEnd() {
    let deadline = ContinuousClock.now + .seconds(5)
    // The thread may begin to wait only after the cancellation.
    repeat {
      if let cancellation = opening.withLock(\.self), !cancellation.cancel(within: .seconds(1)) {
        cancellation.disconnect()
      }
      if hasEnded.wait(timeout: .now() + .milliseconds(200)) == .success {
        hasEnded.signal()
        return
      }
      following.withLock(\.self)?.disconnect()
    } while ContinuousClock.now < deadline
  }

  private var isClosed: Bool {
    state.withLock { if case .closed = $0.phase { true } else { false } }
  }

  func whenRelationComes(_ body: @escaping @Sendable () -> Void) {
    onRelation.withLock { $0 = body }
  }

  func whenCrowded(_ body: @escaping @Sendable () -> Void) { onCrowd.withLock { $0 = body } }
}

// MARK: - The thread

extension PostgresChangeStream {
  private func read() {
    let first = max(settings.firstRetry.clamped, .milliseconds(1))
    let longest = max(settings.longestRetry.clamped, .milliseconds(1))
    var pause = first
    var hasWarned = false
    while !isClosed {
      do {
        let stream = try open()
        if let warning = stream.standbyWarning, !hasWarned {
          hasWarned = true
          report(warning)
        }
        following.withLock { $0 = stream.cancellation }
        defer {
          following.withLock { $0 = nil }
          stream.close()
        }
        pause = first
        begin(stream.slot)
        try follow(stream)
      } catch {
        wake(state.withLock { $0.end(.lost(error)) })
      }
      if !isClosed { rest(pause) }
      pause = min(pause * 2, longest)
    }
  }

  private func open() throws -> ReplicationStream {
    defer { opening.withLock { $0 = nil } }
    return try ReplicationStream(
      configuration,
      publications: settings.publications,
      timeout: settings.openTimeout,
      silenceLimit: settings.silenceLimit,
      notice: SlotWaitNotice(after: settings.waitNoticeDelay, report: report)
    ) { cancellation in
      opening.withLock { $0 = cancellation }
    }
  }

  /// Waits before the next attempt, unless the stream is closed.
  private func rest(_ pause: Duration) {
    let end = ContinuousClock.now + pause
    while !isClosed, ContinuousClock.now < end { waker.wait(until: end) }
  }

  private func begin(_ slot: String) {
    let (report, woken) = state.withLock { $0.begin(slot) }
    deliver(report)
    wake(woken)
  }

  /// Reads until the stream is closed or lost.
  private func follow(_ stream: ReplicationStream) throws {
    var collector = TransactionCollector()
    var translation = ChangeTranslation()
    var countdownToThinning = 0
    var isDescribing = false
    while !isClosed {
      let wantsReply = state.withLock { state in
        defer { state.wantsReply = false }
        return state.wantsReply
      }
      if wantsReply { try stream.sendStatus(wantsReply: true) }
      guard let event = try stream.next(waker: waker) else { continue }
      switch event {
      case .reached(let lsn): wake(state.withLock { $0.reach(lsn) })
      case .message(let message):
        if case .relation(let relation) = message {
          translation.add(relation)
          isDescribing = true
        }
        guard let transaction = collector.add(message) else { continue }
        // This comes before the report, so that a reader of a snapshot that shows it checks the
        // schema first.
        if isDescribing { onRelation.withLock(\.self)() }
        isDescribing = false
        let (report, weight) = try state.withLock { state in
          (try state.commit(transaction, translation), state.bufferedWeight)
        }
        deliver(report)
        wake(state.withLock { $0.reach(transaction.endLSN) })
        countdownToThinning -= 1
        if weight >= Self.crowd, countdownToThinning <= 0 {
          countdownToThinning = Self.crowd / 4
          onCrowd.withLock(\.self)()
        }
      }
    }
  }

  /// The number of commits, or of 64 times as many rows, that are kept before visible ones are
  /// discarded.
  private static let crowd = 1_024

  private func deliver(_ report: StreamState.CommitReport) {
    for receiver in report.receivers { receiver.receive(report.changes) }
    state.withLock { $0.didReport() }
  }

  /// Reports to all subscribers that anything may have changed.
  func reportUnknownChanges() { deliver(state.withLock { $0.anything() }) }

  private func wake(_ waiters: [StreamState.Waiter]) {
    steps.add(1, ordering: .releasing)
    for waiter in waiters { waiter.semaphore.signal() }
  }
}

// MARK: - Subscribers

extension PostgresChangeStream {
  /// Reports each commit that may touch a region, until the feed is cancelled or released.
  ///
  /// - Parameter rows: The tables for which to include the values of changed rows.
  func subscribe(
    to region: Region,
    rows: Region = Region(),
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed {
    let receiver = StreamState.Receiver(
      region: region,
      rows: rows,
      receive: receive,
      end: end
    )
    return StreamFeed(self, state.withLock { $0.add(receiver) })
  }

  fileprivate func unsubscribe(_ id: Int) {
    // The released closures may themselves subscribe.
    _ = state.withLock { $0.removeReceiver(id) }
  }

  /// The region of all subscribers together.
  var region: Region {
    state.withLock { $0.receivers.values.reduce(into: Region()) { $0.formUnion($1.region) } }
  }

  /// The number of the last slot.
  var epoch: Int { state.withLock { $0.epoch } }

  /// Returns the name of a slot on its server; `nil` if it is not the current one.
  func slot(ofEpoch epoch: Int) -> String? {
    state.withLock { $0.epoch == epoch ? $0.slot : nil }
  }

  /// The number of commits that have been streamed.
  var streamedCount: Int { state.withLock { $0.number } }

  /// The number of commits that have been reported.
  var reportedCount: Int { state.withLock { $0.reportedCount } }

  /// The number of commits that are kept because no snapshot has shown them yet.
  var bufferedCount: Int { state.withLock { $0.bufferedCount } }
}

/// A subscription to the commits of a stream.
private final class StreamFeed: LiveFeed {
  private let stream: PostgresChangeStream
  private let id: Int

  init(_ stream: PostgresChangeStream, _ id: Int) { (self.stream, self.id) = (stream, id) }

  deinit { cancel() }

  func cancel() { stream.unsubscribe(id) }
}

// MARK: - Readers

extension PostgresChangeStream {
  /// Waits until the stream reports commits.
  ///
  /// - Returns: The number of its slot.
  /// - Throws: The error that prevents opening it, or ``StreamUnavailable``.
  func awaitEpoch(within limit: Duration) throws -> Int {
    let deadline = ContinuousClock.now + limit.clamped
    while true {
      let (phase, epoch, waiter) = state.withLock { state in
        var waiter: StreamState.Waiter?
        if case .opening = state.phase { waiter = state.addWaiter(for: nil) }
        return (state.phase, state.epoch, waiter)
      }
      switch phase {
      case .streaming: return epoch
      case .lost(let error): throw error
      case .closed: throw StreamUnavailable(reason: .closed)
      case .opening: break
      }
      guard let waiter else { continue }
      try wait(waiter, until: deadline)
    }
  }

  /// Waits until all commits up to a position have been reported.
  ///
  /// It asks the server if nothing confirms that yet.
  ///
  /// - Returns: Whether this happened in the same slot.
  /// - Throws: ``StreamUnavailable`` if it did not happen in time.
  func wait(upTo lsn: PostgresLSN, epoch: Int, within limit: Duration) throws -> Bool {
    let deadline = ContinuousClock.now + limit.clamped
    // Usually the stream has been faster, or is about to arrive.
    spin(upTo: lsn, epoch: epoch)
    while true {
      switch state.withLock({ $0.hasReached(lsn, epoch: epoch) }) {
      case nil: return false
      case true?: return true
      case false?: break
      }
      let waiter = state.withLock { state in
        state.hasReached(lsn, epoch: epoch) == false ? state.addWaiter(for: lsn) : nil
      }
      guard let waiter else { continue }
      waker.wake()
      try wait(waiter, until: deadline)
    }
  }

  /// Waits actively for some microseconds, without taking the lock that the stream's thread needs.
  private func spin(upTo lsn: PostgresLSN, epoch: Int) {
    var seen: Int?
    _ = stepSpin.wait {
      let step = steps.load(ordering: .acquiring)
      if step == seen { return false }
      seen = step
      return state.withLock { $0.hasReached(lsn, epoch: epoch) } != false
    }
  }

  private func wait(_ waiter: StreamState.Waiter, until deadline: ContinuousClock.Instant) throws {
    let left = max(.zero, deadline - .now)
    guard waiter.semaphore.wait(timeout: .now() + .microseconds(left.microseconds)) == .timedOut
    else { return }
    state.withLock { $0.removeWaiter(waiter.id) }
    throw StreamUnavailable(reason: .late)
  }

  /// Returns which of the reported commits a snapshot shows; `nil` if this is not known.
  func contents(shownIn moment: PostgresMoment, epoch: Int) -> SnapshotContents? {
    state.withLock { $0.contents(shownIn: moment, epoch: epoch) }
  }

  /// Discards commits of a slot that a snapshot shows.
  func forget(shownIn snapshot: PostgresSnapshot, epoch: Int) {
    state.withLock { if $0.epoch == epoch { $0.forget(shownIn: snapshot) } }
  }
}
