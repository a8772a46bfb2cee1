public import DatabaseTypes
import Dispatch
import Foundation
import LiveEngine
public import PostgreSQL
import Synchronization

/// The commits of a database, told as they come: which rows of which tables each of them touched.
///
/// One thread reads a temporary slot of the server all the time, so that its log does not pile up, also while live queries are
/// read. Where the connection is lost, it makes a new slot, sooner and then later again, and tells that anything may have
/// changed. The slot ends with the connection, and the thread with ``close()``.
///
/// The server needs `wal_level=logical`, the role the right REPLICATION, and a publication of the tables has to exist:
///
/// ```sql
/// CREATE PUBLICATION livesql FOR TABLE items, lists;
/// ```
///
/// State: guarded by a mutex; who is told or woken is so outside of it, by the one thread.
public final class PostgresChangeStream: Sendable {
  /// Where the changes come from, and how patient to be.
  public struct Settings: Sendable {
    /// The publications of the tables whose changes are told; each has to exist.
    public var publications = ["livesql"]
    /// How long to wait for open transactions that have written, before there can be a slot.
    public var openTimeout = Duration.seconds(30)
    /// How long the server may say nothing once it was asked to, before the stream counts as lost: a network may be cut without
    /// a word.
    public var silenceLimit = Duration.seconds(60)
    /// How long to wait before a lost stream is opened again, for the first time; then twice as long each time.
    public var firstRetry = Duration.milliseconds(50)
    /// How long to wait at most.
    public var longestRetry = Duration.seconds(5)

    /// Makes settings.
    public init() {}
  }

  private let configuration: PostgresConfiguration
  private let settings: Settings
  private let state = Mutex(StreamState())
  private let waker = PostgresWaker()
  /// What ends the wait for a new slot.
  private let opening = Mutex<PostgresCancellation?>(nil)
  /// What ends the stream that is there.
  private let following = Mutex<PostgresCancellation?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)
  /// The stream's own thread.
  private let reading = Mutex<ObjectIdentifier?>(nil)
  /// Called by the stream's thread before it tells of a transaction with which a table was described, which may not be what it was.
  private let onRelation = Mutex<@Sendable () -> Void>({})
  /// Called by the stream's thread where many commits are kept; it does not wait for what it asks for.
  private let onCrowd = Mutex<@Sendable () -> Void>({})

  /// Makes a stream, and begins to open it.
  ///
  /// It returns at once: what keeps the stream from being opened is told to who waits for it.
  ///
  /// - Parameters:
  ///   - configuration: The server, which must not be a pooler.
  ///   - settings: The publications, and how patient to be.
  public init(_ configuration: PostgresConfiguration, settings: Settings = Settings()) {
    self.configuration = configuration
    self.settings = settings
    let thread = Thread { [self] in
      reading.withLock { $0 = ObjectIdentifier(Thread.current) }
      read()
      hasEnded.signal()
    }
    thread.name = "LiveSQL.PostgresChangeStream"
    thread.start()
  }

  /// Ends the stream and its thread, and the slot with them; tells all who listen that nothing comes any more.
  ///
  /// It blocks until the thread has ended, which takes as long as the server needs to take note of it; where the server does
  /// not answer, or is being connected to, some five seconds at most, and the thread ends later. Closing it again does nothing.
  public func close() {
    let (waiters, receivers) = state.withLock { state in
      if case .closed = state.phase {
        return ([], []) as ([StreamState.Waiter], [StreamState.Receiver])
      }
      return (state.end(.closed), Array(state.receivers.values))
    }
    for waiter in waiters { waiter.semaphore.signal() }
    waker.wake()
    // Who is told may let go of the last that holds the stream.
    if reading.withLock(\.self) != ObjectIdentifier(Thread.current) { awaitEnd() }
    for receiver in receivers { receiver.end() }
  }

  private func awaitEnd() {
    let deadline = ContinuousClock.now + .seconds(5)
    // What the thread waits for may begin only after it was cancelled.
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
    var pause = settings.firstRetry
    while !isClosed {
      do {
        let stream = try open()
        following.withLock { $0 = stream.cancellation }
        defer {
          following.withLock { $0 = nil }
          stream.close()
        }
        pause = settings.firstRetry
        begin(stream.slot)
        try follow(stream)
      } catch {
        wake(state.withLock { $0.end(.lost(error)) })
      }
      if !isClosed { rest(pause) }
      pause = min(pause * 2, settings.longestRetry)
    }
  }

  private func open() throws -> ReplicationStream {
    defer { opening.withLock { $0 = nil } }
    return try ReplicationStream(
      configuration,
      publications: settings.publications,
      timeout: settings.openTimeout,
      silenceLimit: settings.silenceLimit
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
    let (telling, woken) = state.withLock { $0.begin(slot) }
    tell(telling)
    wake(woken)
  }

  /// Reads until the stream is closed or lost.
  private func follow(_ stream: ReplicationStream) throws {
    var collector = TransactionCollector()
    var translation = ChangeTranslation()
    var untilThinning = 0
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
        // Before it is told: who reads a moment that shows it looks at the schema first.
        if isDescribing { onRelation.withLock(\.self)() }
        isDescribing = false
        let (telling, kept) = try state.withLock { state in
          (try state.commit(transaction, translation), state.keptWeight)
        }
        tell(telling)
        wake(state.withLock { $0.reach(transaction.endLSN) })
        untilThinning -= 1
        if kept >= Self.crowd, untilThinning <= 0 {
          untilThinning = Self.crowd / 4
          onCrowd.withLock(\.self)()
        }
      }
    }
  }

  /// So many commits, or 64 times as many rows, are kept before it is looked which of them are visible.
  private static let crowd = 1_024

  private func tell(_ telling: StreamState.Telling) {
    for receiver in telling.receivers { receiver.receive(telling.changes) }
    state.withLock { $0.didTell() }
  }

  /// Tells all who listen that anything may have changed.
  func tellAnything() { tell(state.withLock { $0.anything() }) }

  private func wake(_ waiters: [StreamState.Waiter]) {
    for waiter in waiters { waiter.semaphore.signal() }
  }
}

// MARK: - Those who listen

extension PostgresChangeStream {
  /// Tells of each commit that may touch a region, until the feed is cancelled or let go.
  ///
  /// - Parameter rows: The tables of which to tell what changed rows are like.
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
    // What is let go may subscribe in turn.
    _ = state.withLock { $0.removeReceiver(id) }
  }

  /// The tables of all who listen.
  var region: Region {
    state.withLock { $0.receivers.values.reduce(into: Region()) { $0.formUnion($1.region) } }
  }

  /// The number of the last slot.
  var epoch: Int { state.withLock { $0.epoch } }

  /// The name of a slot on its server; `nil` where that is not the one that is read.
  func slot(ofEpoch epoch: Int) -> String? {
    state.withLock { $0.epoch == epoch ? $0.slot : nil }
  }

  /// How many commits have been streamed.
  var streamedCount: Int { state.withLock { $0.number } }

  /// How many commits have been told.
  var toldCount: Int { state.withLock { $0.toldCount } }

  /// How many commits are kept that nobody has seen yet.
  var keptCount: Int { state.withLock { $0.keptCount } }
}

/// A subscription to the commits of a stream.
private final class StreamFeed: LiveFeed {
  private let stream: PostgresChangeStream
  private let id: Int

  init(_ stream: PostgresChangeStream, _ id: Int) { (self.stream, self.id) = (stream, id) }

  deinit { cancel() }

  func cancel() { stream.unsubscribe(id) }
}

// MARK: - Those who read

extension PostgresChangeStream {
  /// Waits until the stream tells commits.
  ///
  /// - Returns: The number of its slot.
  /// - Throws: Why it cannot be opened, and ``StreamUnavailable``.
  func awaitEpoch(within limit: Duration) throws -> Int {
    let deadline = ContinuousClock.now + limit
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

  /// Waits until all commits up to a place have been told, and asks the server for that where nothing says so already.
  ///
  /// - Returns: Whether that came about in the same slot.
  /// - Throws: ``StreamUnavailable`` where it has not come in time.
  func wait(upTo lsn: PostgresLSN, epoch: Int, within limit: Duration) throws -> Bool {
    let deadline = ContinuousClock.now + limit
    // Mostly the stream has been faster, or is about to be.
    let brief = ContinuousClock.now + .microseconds(30)
    while true {
      switch state.withLock({ $0.hasReached(lsn, epoch: epoch) }) {
      case nil: return false
      case true?: return true
      case false?: break
      }
      if ContinuousClock.now < brief { continue }
      let waiter = state.withLock { state in
        state.hasReached(lsn, epoch: epoch) == false ? state.addWaiter(for: lsn) : nil
      }
      guard let waiter else { continue }
      waker.wake()
      try wait(waiter, until: deadline)
    }
  }

  private func wait(_ waiter: StreamState.Waiter, until deadline: ContinuousClock.Instant) throws {
    let left = max(.zero, deadline - .now)
    guard waiter.semaphore.wait(timeout: .now() + .microseconds(left.microseconds)) == .timedOut
    else { return }
    state.withLock { $0.removeWaiter(waiter.id) }
    throw StreamUnavailable(reason: .late)
  }

  /// Which of the commits that were told a moment shows; `nil` where that is not known.
  func contents(shownIn moment: PostgresMoment, epoch: Int) -> SnapshotContents? {
    state.withLock { $0.contents(shownIn: moment, epoch: epoch) }
  }

  /// Lets go of commits that a snapshot shows, of those of a slot.
  func forget(shownIn snapshot: PostgresSnapshot, epoch: Int) {
    state.withLock { if $0.epoch == epoch { $0.forget(shownIn: snapshot) } }
  }
}

/// The change stream does not tell what is needed.
public struct StreamUnavailable: Error, Sendable, Hashable {
  enum Reason: Sendable { case closed, late }

  let reason: Reason
}

extension StreamUnavailable: _DescribedError {
  /// What happened, and what to look for.
  public var description: String {
    switch reason {
    case .closed: "The change stream was closed."
    case .late:
      "The server did not tell its commits in time. It may be decoding a very large transaction, or its process may be "
        + "stuck; to see it: SELECT * FROM pg_stat_replication"
    }
  }
}
