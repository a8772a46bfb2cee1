import DatabaseTypes
import Foundation
import Synchronization

/// A thread that waits for file events.
final class ExternalChangeLoop: Sendable {
  private let watch: FileWatch?
  private let interval: Int
  private let commitCount: @Sendable () -> Int
  private let check: @Sendable () -> Bool
  private let didEnd: @Sendable (ExternalChangeLoop) -> Void
  /// Whether to look for commits before any event.
  private let checksImmediately: Bool
  private let phase = Mutex(Phase.running)

  /// The phase of the thread's life.
  private enum Phase {
    case running
    /// The thread should end.
    case stopping
    case ended
  }

  private var isStopped: Bool { phase.withLock { $0 != .running } }

  init(
    file: String?,
    interval: Duration,
    checksImmediately: Bool = false,
    commitCount: @escaping @Sendable () -> Int,
    check: @escaping @Sendable () -> Bool,
    didEnd: @escaping @Sendable (ExternalChangeLoop) -> Void
  ) {
    watch = file.flatMap { FileWatch(file: $0) }
    self.interval = max(interval.wholeMilliseconds, 1)
    self.checksImmediately = checksImmediately
    self.commitCount = commitCount
    self.check = check
    self.didEnd = didEnd
  }

  /// Whether the system reports file events.
  var isWatching: Bool { watch != nil }

  /// Starts the thread, which ends after the monitor calls `stop`.
  func start() {
    let thread = Thread { self.run() }
    thread.name = "LiveSQL.ExternalChanges"
    thread.start()
  }

  func stop() {
    let isNew = phase.withLock { phase in
      guard phase == .running else { return false }
      phase = .stopping
      return true
    }
    if isNew { watch?.wake() }
  }

  /// Revokes `stop`.
  ///
  /// - Returns: Whether the thread continues; `false` if it has already ended.
  func goOn() -> Bool {
    phase.withLock { phase in
      if phase == .stopping { phase = .running }
      return phase == .running
    }
  }

  private func run() {
    repeat { watchUntilStopped() } while !end()
    didEnd(self)
  }

  private func watchUntilStopped() {
    // The number of consecutive times that a file was touched as soon as the wait began.
    var quickCount = 0
    if checksImmediately, !isStopped { _ = check() }
    while !isStopped {
      // Writes to a file before it was watched wake no one.
      while watch?.renew() == true, !isStopped { _ = check() }
      let (count, start) = (commitCount(), SystemClock.nanoseconds)
      let isTouched = wait(milliseconds: interval)
      if isStopped { return }
      quickCount = SystemClock.nanoseconds < start + 1_000_000 ? quickCount + 1 : 0
      if isTouched { lookForCommit(since: count) } else { _ = check() }
      if quickCount >= 8 {
        quickCount = 0
        followStream()
      }
    }
  }

  /// Looks for commits every millisecond, while others commit faster than that.
  ///
  /// Nothing is watched meanwhile, since watching makes each of their commits take up to twice as
  /// long.
  private func followStream() {
    watch?.pause()
    var missCount = 0
    while missCount < 5, !isStopped {
      CurrentThread.sleep(microseconds: 1000)
      missCount = check() ? 0 : missCount + 1
    }
  }

  /// Ends the thread, unless `stop` was revoked.
  ///
  /// - Returns: Whether the thread ends.
  private func end() -> Bool {
    phase.withLock { phase in
      guard phase == .stopping else { return false }
      phase = .ended
      return true
    }
  }

  /// Finds out what touched a file since this object had made a number of commits.
  private func lookForCommit(since count: Int) {
    var count = count
    repeat {
      if commitCount() != count { waitForOwnCommits() }
      count = commitCount()
    } while !checkOften(since: count)
  }

  /// Waits until this object pauses committing, occasionally looking for commits of others.
  ///
  /// The commits of this object also touch the files. Nothing is watched meanwhile, since a watch
  /// slows down each write to a file.
  private func waitForOwnCommits() {
    watch?.pause()
    defer { _ = watch?.renew() }
    var count = -1
    while count != commitCount(), !isStopped {
      count = commitCount()
      CurrentThread.sleep(microseconds: 20_000)
      _ = check()
    }
  }

  /// Looks for commits repeatedly, since a commit becomes visible only after its file was written.
  ///
  /// This can take many milliseconds if the writer waits for the disk, as with
  /// `PRAGMA synchronous = FULL`, which is SQLite's default. The pauses are short while most
  /// disks still write.
  ///
  /// - Returns: Whether the search is finished; `false` if this object has committed meanwhile.
  private func checkOften(since count: Int) -> Bool {
    let pauses: [UInt32] =
      [50, 100, 200, 300, 400] + Array(repeating: 500, count: 6)
      + Array(repeating: 1000, count: 16) + [10_000, 25_000]
    for delay in pauses {
      CurrentThread.sleep(microseconds: delay)
      if isStopped { return true }
      if commitCount() != count { return false }
      _ = watch?.renew()
      if check() { return true }
    }
    return true
  }

  private func wait(milliseconds: Int) -> Bool {
    if let watch { return watch.wait(milliseconds: milliseconds) }
    CurrentThread.sleep(microseconds: UInt32(clamping: min(milliseconds, 50) * 1000))
    return false
  }
}
