import DatabaseTypes
import SQLite
import Synchronization

/// The exchange of commits between a database object and other processes.
///
/// Processes that use the same file exchange the keys that they changed, in a file beside it, as
/// long as at least one of them observes the database. A process announces a commit while it holds
/// SQLite's write lock, and afterwards reports its content and the resulting state of the database.
/// So an observer knows whether all commits were reported, including those of programs that report
/// nothing: these break the chain from the known state to the current one.
///
/// The file must belong to the database's owner, and be no more accessible than the database: any
/// other could reveal keys to others, or report wrong ones. Only the owner and the administrator
/// can make it. They replace one of the owner's that is more accessible, as earlier versions made
/// it; anything else is left alone.
///
/// This is used for local files, without a custom VFS. Without a write-ahead log, the state of a
/// database is known only while no one can commit: within a read transaction, and in the commit
/// hook.
///
/// State: the place, set once when the database is opened; the open file, guarded by a mutex; and
/// the position in the chain of commits, guarded by another one. Subscribers are notified under the
/// latter, so that the position always matches what was reported. The times are only used by the
/// writing thread.
package final class SharedCommits: Sendable {
  /// The database whose commits are reported.
  struct Place: Sendable {
    let path: String
    let purpose: SharedHeader.Purpose
    /// Writes a warning to the database's log.
    let warn: @Sendable (String) -> Void

    var sidePath: String { path + "-live1" }
    var database: FileIdentity {
      FileIdentity(device: purpose.device, inode: purpose.inode)
    }
  }

  /// The state of the side file, if it is known.
  struct Opened {
    var file: SharedFile?
    /// The number of times that a file of other processes was replaced.
    var replacementCount = 0
    /// What the log says about the file.
    var warnings: Set<Obstacle> = []
  }

  /// The number that identifies this object to others.
  let id = UInt64.random(in: 1...UInt64.max)
  let place = Mutex<Place?>(nil)
  let opened = Mutex(Opened())
  /// The user for whom the process runs.
  let user: UInt32
  private let chain = Mutex(CommitChain())
  private let isEnabled = Atomic<Bool>(false)
  private let follows = Atomic<Bool>(false)
  private let watchedUntil = Atomic<UInt64>(0)
  private let nextLook = Atomic<UInt64>(0)
  /// The time since which a pending report is waited for; 0 if none is.
  private let waitsSince = Atomic<UInt64>(0)
  private let waitingTimeLimit = Atomic<UInt64>(20_000_000)

  /// Creates an exchange that reports nothing yet.
  ///
  /// - Parameter user: The user for whom the process runs; tests pass another one.
  init(user: UInt32 = SharedFile.user) { self.user = user }

  /// Starts reporting the commits to a file, and following those of others.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - warn: Writes a warning to the database's log.
  func enable(path: String, warn: @escaping @Sendable (String) -> Void = { _ in }) {
    guard let boot = SystemBoot.identity, let file = SharedFile.identity(ofPath: path),
      LocalFiles.isLocal(path, on: file.device)
    else { return }
    let purpose = SharedHeader.Purpose(boot: boot, device: file.device, inode: file.inode)
    place.withLock { $0 = Place(path: path, purpose: purpose, warn: warn) }
    isEnabled.store(true, ordering: .sequentiallyConsistent)
  }

  /// The time to wait for a pending report, if no one else waits for it.
  ///
  /// The reporting process may no longer exist, or may have been preempted by the system.
  private var longestWait: UInt64 { waitingTimeLimit.load(ordering: .relaxed) }

  /// Sets the time to wait for a pending report, instead of 20 ms, for tests on a busy machine.
  package func setPatience(_ duration: Duration) {
    waitingTimeLimit.store(UInt64(max(0, duration.clamped / .nanoseconds(1))), ordering: .relaxed)
  }

  /// Whether commits of others can be followed through their reports, by what is known so far.
  var mayFollow: Bool { isEnabled.load(ordering: .relaxed) }

  /// Whether commits of others are followed through their reports.
  package var isFollowing: Bool { follows.load(ordering: .acquiring) }
}

// MARK: - Reporting commits

extension SharedCommits {
  /// Returns whether another process wants to know of commits.
  ///
  /// The answer is cached for 2 ms, during which others may miss a link.
  func hasWatchers() -> Bool {
    guard isEnabled.load(ordering: .relaxed) else { return false }
    let now = SystemClock.nanoseconds
    if now >= nextLook.load(ordering: .relaxed) {
      nextLook.store(now + 2_000_000, ordering: .relaxed)
      let header = openFile(makes: false)?.1
      watchedUntil.store(header?.watchedUntil(by: id) ?? 0, ordering: .relaxed)
    }
    return watchedUntil.load(ordering: .relaxed) > now
  }

  /// Announces a commit while the connection holds the write lock.
  ///
  /// - Returns: `nil` if it cannot be announced.
  func announce() -> AnnouncedCommit? {
    guard let file else { return nil }
    guard let last = file.readPair(at: SharedHeader.announcementOffset) else { return nil }
    guard last.first < SharedHeader.largestNumber else { return nil }
    let pair = SharedPair(last.first + 1, id)
    guard file.write(pair, at: SharedHeader.announcementOffset) else { return nil }
    return AnnouncedCommit(file: file, number: pair.first)
  }

  /// Reports the outcome of an announced commit, in the file in which it was announced.
  ///
  /// Another file may have replaced that one meanwhile, and restarts the numbers of commits.
  private func seal(
    _ announced: AnnouncedCommit,
    _ commit: OwnCommit,
    _ content: SharedCommit.Content
  ) {
    let commit = SharedCommit(
      number: announced.number,
      writer: id,
      before: commit.before,
      after: commit.after ?? commit.before,
      content: commit.after == nil || commit.isEmpty ? .void : content
    )
    announced.file.write(commit.bytes, at: Self.offset(of: announced.number))
  }

  /// Handles the end of a commit of this object: reports it, and records it as known.
  func end(_ commit: OwnCommit, _ content: SharedCommit.Content, _ source: ChangeSource) {
    guard isFollowing else { return report(commit, content) }
    // Anyone who follows the links meanwhile must not encounter this commit.
    chain.withLock { chain in
      let isNext = follow(to: commit.before, &chain, source)
      report(commit, content)
      // Without a state after the commit, the chain breaks here: later commits are reported as
      // unknown.
      if isNext, let after = commit.after { chain.jump(to: after, last: number(of: commit)) }
    }
  }

  /// Reports an announced commit to other processes.
  func report(_ commit: OwnCommit, _ content: SharedCommit.Content) {
    if let announced = commit.announced { seal(announced, commit, content) }
  }

  /// Returns the number of a commit in the current file; `nil` if it was not announced there.
  private func number(of commit: OwnCommit) -> UInt64? {
    commit.announced.flatMap { $0.file === file ? $0.number : nil }
  }
}

// MARK: - Following commits

extension SharedCommits {
  /// Asks other processes to report their commits to this object, and starts following them.
  ///
  /// Without a write-ahead log, it must be called within a read transaction.
  ///
  /// - Returns: The last commit; `nil` if commits cannot be followed.
  func watch(_ connection: Connection) -> CommitState? {
    guard isEnabled.load(ordering: .relaxed), let state = connection.commitState() else {
      stopWatching()
      return nil
    }
    if let (file, header) = openFile(makes: true) { register(in: file, header) }
    // Without the file, every commit of another process counts as unreported.
    if !isFollowing {
      // Commits made while no one followed are detected through SQLite.
      chain.withLock { $0.jump(to: nil, last: nil) }
      follows.store(true, ordering: .releasing)
    }
    return state
  }

  /// Registers this object as a watcher, unless it has done so recently.
  private func register(in file: SharedFile, _ header: SharedHeader) {
    let now = SystemClock.nanoseconds
    let isKnown = header.watchers.contains { $0.id == id && $0.end > now + Self.lease / 2 }
    guard !isKnown, let place = header.place(for: id, at: now) else { return }
    let watcher = SharedHeader.Watcher(id: id, end: now + Self.lease)
    file.write(watcher.bytes, at: SharedHeader.watcherOffset(place))
  }

  /// Stops following commits.
  ///
  /// The known position remains valid, and may be useful later. This does not take the lock under
  /// which subscribers are notified, since the last subscriber may leave while it is being
  /// notified.
  func stopWatching() {
    guard follows.exchange(false, ordering: .acquiringAndReleasing) else { return }
    guard let file, let header = header(of: file),
      let place = header.watchers.firstIndex(where: { $0.id == id })
    else { return }
    file.write(SharedHeader.Watcher().bytes, at: SharedHeader.watcherOffset(place))
  }

  /// Notifies subscribers of commits of others up to now, once SQLite has reported whether there
  /// are any.
  ///
  /// - Parameters:
  ///   - hasUnreported: Whether there are commits of which the subscribers have not been notified.
  ///   - first: The last commit before SQLite was asked.
  /// - Returns: Whether all commits are reported; `false` if the report of a visible commit is
  ///   still pending, or another process is writing which commit is the last one.
  func report(
    _ hasUnreported: Bool,
    since first: CommitState,
    _ connection: Connection,
    _ source: ChangeSource
  ) -> Bool {
    chain.withLock { chain in
      let now = connection.commitStateNow()
      if let now, chain.position?.isSameCommit(as: now) == true { return true }
      guard hasUnreported else {
        chain.jump(to: first, last: lastNumber)
        return true
      }
      let outcome = now.map { followOnce(to: $0, &chain, source) } ?? .undecided
      if outcome == .undecided, mayBeReportedSoon() { return false }
      if !outcome.isReached { reportUnknownCommit(upTo: now, &chain, source) }
      return true
    }
  }

  /// Whether a pending report is waited for.
  var isWaiting: Bool { waitsSince.load(ordering: .relaxed) != 0 }

  /// Returns whether to wait for a pending report: for a limited time since the wait began.
  private func mayBeReportedSoon() -> Bool {
    let now = SystemClock.nanoseconds
    let start = waitsSince.load(ordering: .relaxed)
    if start == 0 || now > start + 10 * longestWait { waitsSince.store(now, ordering: .relaxed) }
    return start == 0 || now < start + longestWait || now > start + 10 * longestWait
  }

  /// Notifies subscribers that others have committed, and any row may have changed.
  private func reportUnknownCommit(
    upTo state: CommitState?,
    _ chain: inout CommitChain,
    _ source: ChangeSource
  ) {
    let last = lastNumber
    endWait()
    source.publishExternal { ChangeSet(unknownWith: $0) }
    chain.jump(to: state, last: last)
  }

  /// Notes that no report is waited for, so that the next wait has all of its time.
  private func endWait() { waitsSince.store(0, ordering: .relaxed) }

  /// Notifies subscribers of commits of others before one of this object.
  ///
  /// - Parameter hasUnreported: Whether there are commits of which the subscribers have not been
  ///   notified; `nil` if that could not be determined.
  /// - Returns: Whether all commits are reported now.
  @discardableResult
  func report(upTo commit: OwnCommit, hasUnreported: Bool?, _ source: ChangeSource) -> Bool {
    chain.withLock { chain in
      if follow(to: commit.before, &chain, source) { return true }
      guard let hasUnreported else { return false }
      if hasUnreported {
        reportUnknownCommit(upTo: commit.before, &chain, source)
      } else {
        chain.jump(to: commit.before, last: number(of: commit) ?? lastNumber)
      }
      return true
    }
  }

  private var lastNumber: UInt64? { file.flatMap { header(of: $0) }?.last.number }

  /// Follows the links to a state, and notifies subscribers of the content of the commits.
  ///
  /// A commit becomes visible slightly before its content is reported. So this waits for the
  /// report, but not for long: the reporting process may no longer exist.
  ///
  /// - Returns: Whether the state was reached.
  private func follow(
    to state: CommitState,
    _ chain: inout CommitChain,
    _ source: ChangeSource
  ) -> Bool {
    let end = SystemClock.nanoseconds + 2_000_000
    while true {
      let outcome = followOnce(to: state, &chain, source)
      guard outcome == .undecided, SystemClock.nanoseconds < end else { return outcome.isReached }
      CurrentThread.sleep(microseconds: 20)
    }
  }

  /// Follows the links to a state without waiting, and notifies subscribers of the commits'
  /// content.
  private func followOnce(
    to state: CommitState,
    _ chain: inout CommitChain,
    _ source: ChangeSource
  ) -> CommitChain.Outcome {
    guard let position = chain.position else { return .broken }
    if position.isSameCommit(as: state) { return .reached([]) }
    guard let file, let last = header(of: file)?.last.number else { return .broken }
    let outcome = chain.follow(to: state, last: last) { link($0, in: file, last: last) }
    if case .reached(let contents) = outcome {
      endWait()
      source.publishExternal { ChangeSet(number: $0, of: contents) }
    }
    return outcome
  }
}

// MARK: - Reading known states

extension SharedCommits {
  /// Notifies subscribers of commits of others up to now.
  ///
  /// It does nothing during a commit of this object, whose writer reports it.
  func catchUp(_ connection: Connection, _ source: ChangeSource) {
    guard isFollowing else { return }
    let (reported, end) = (source.reportedCount, SystemClock.nanoseconds + longestWait)
    // A committing thread does not wait while this waits.
    while source.startedCount == reported {
      switch catchUpOnce(connection, source, since: reported, until: end) {
      case .ended: return
      case .pending: CurrentThread.sleep(microseconds: 20)
      case .unreadable:
        // This may wait for the process that writes it.
        if SystemClock.nanoseconds >= end || connection.commitState() == nil { return }
      }
    }
  }

  /// The outcome of an attempt to catch up.
  private enum CatchUp {
    case ended
    /// The report of a commit is still pending.
    case pending
    /// The last commit cannot be read at the moment.
    case unreadable
  }

  /// Notifies subscribers of commits of others up to now, without waiting.
  private func catchUpOnce(
    _ connection: Connection,
    _ source: ChangeSource,
    since reported: Int,
    until end: UInt64
  ) -> CatchUp {
    chain.withLock { chain in
      guard chain.position != nil else { return .ended }
      guard let state = connection.commitStateNow() else { return .unreadable }
      let outcome = followOnce(to: state, &chain, source)
      if outcome.isReached || source.startedCount != reported { return .ended }
      if outcome == .undecided, SystemClock.nanoseconds < end { return .pending }
      reportUnknownCommit(upTo: state, &chain, source)
      return .ended
    }
  }

  /// Returns what the subscribers currently know.
  func knownState(_ source: ChangeSource) -> KnownState {
    chain.withLock { chain in
      let reported = source.reportedCount
      return KnownState(
        number: source.lastNumber,
        reportedCount: reported,
        position: isFollowing ? chain.position : nil
      )
    }
  }

  /// Returns what the subscribers know of the state that a reading connection sees.
  ///
  /// Without a write-ahead log, no one commits during the read, so subscribers can still be
  /// notified.
  ///
  /// - Parameter known: The state that the subscribers knew before.
  /// - Returns: The given state, unless subscribers were notified.
  func state(
    after known: KnownState,
    in connection: Connection,
    _ source: ChangeSource
  ) -> KnownState {
    guard isFollowing, let state = connection.commitState(), state.journal == .rollback else {
      return known
    }
    catchUp(connection, source)
    return knownState(source)
  }

  /// Returns whether a reading connection sees a given state, and nothing later.
  func isCurrent(_ known: KnownState, _ connection: Connection) -> Bool {
    guard let position = known.position else { return true }
    return connection.commitState()?.isSameCommit(as: position) == true
  }

  /// Discards the position, since a reader sees unreported commits, so that SQLite has to be asked.
  func losePosition() { chain.withLock { $0.jump(to: nil, last: nil) } }
}
