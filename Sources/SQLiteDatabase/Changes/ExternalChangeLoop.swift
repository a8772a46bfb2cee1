import Foundation
import Synchronization

/// The thread that waits for file events.
final class ExternalChangeLoop: Sendable {
  private let watch: FileWatch?
  private let interval: Int
  private let commitCount: @Sendable () -> Int
  private let check: @Sendable () -> Bool
  private let didEnd: @Sendable (ExternalChangeLoop) -> Void
  /// Whether to look for commits before any event.
  private let looksAtOnce: Bool
  private let phase = Mutex(Phase.running)

  /// How far the thread is.
  private enum Phase {
    case running
    /// It is to end.
    case stopping
    case ended
  }

  private var isStopped: Bool { phase.withLock { $0 != .running } }

  init(
    file: String?,
    interval: Duration,
    looksAtOnce: Bool = false,
    commitCount: @escaping @Sendable () -> Int,
    check: @escaping @Sendable () -> Bool,
    didEnd: @escaping @Sendable (ExternalChangeLoop) -> Void
  ) {
    watch = file.flatMap { FileWatch(file: $0) }
    self.interval = max(interval.milliseconds, 1)
    self.looksAtOnce = looksAtOnce
    self.commitCount = commitCount
    self.check = check
    self.didEnd = didEnd
  }

  /// Whether the system tells of file events.
  var isWatching: Bool { watch != nil }

  /// Ends with `stop`, which the monitor calls.
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

  /// Takes `stop` back.
  ///
  /// - Returns: Whether the thread goes on; not where it has ended.
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
    // How often in a row a file was touched as soon as it was waited for.
    var quickCount = 0
    if looksAtOnce, !isStopped { _ = check() }
    while !isStopped {
      // What was written to a file before it was watched wakes nobody.
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

  /// Looks for commits every millisecond, while others make them faster than that.
  ///
  /// Nothing is watched meanwhile, since each commit would take them up to twice as long.
  private func followStream() {
    watch?.pause()
    var missCount = 0
    while missCount < 5, !isStopped {
      CurrentThread.sleep(microseconds: 1000)
      missCount = check() ? 0 : missCount + 1
    }
  }

  /// - Returns: Whether the thread ends; not where `stop` was taken back.
  private func end() -> Bool {
    phase.withLock { phase in
      guard phase == .stopping else { return false }
      phase = .ended
      return true
    }
  }

  /// Finds out what touched a file since this object had made some number of commits.
  private func lookForCommit(since count: Int) {
    var count = count
    repeat {
      if commitCount() != count { waitForOwnCommits() }
      count = commitCount()
    } while !checkOften(since: count)
  }

  /// Waits until this object has made no commit for a moment, and looks for others' now and then.
  ///
  /// Our own commits touch the files too. Nothing is watched meanwhile, since a watch makes each write to a file
  /// slower.
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

  /// A commit becomes visible a moment after its file was written: many milliseconds later where the writer waits
  /// for the disk, as `PRAGMA synchronous = FULL` makes it do, which is SQLite's default.
  ///
  /// - Returns: Whether that is done; not where this object has made a commit meanwhile.
  private func checkOften(since count: Int) -> Bool {
    for delay: UInt32 in [50, 100, 400, 1500, 4000, 10_000, 25_000] {
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
