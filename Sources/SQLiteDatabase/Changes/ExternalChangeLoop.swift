import Foundation
import Synchronization

/// The thread that waits for file events.
final class ExternalChangeLoop: Sendable {
  private let watch: FolderWatch?
  private let interval: Int
  private let commitCount: @Sendable () -> Int
  private let check: @Sendable () -> Bool
  private let isStopped = Atomic<Bool>(false)

  init(
    file: String?,
    interval: Duration,
    commitCount: @escaping @Sendable () -> Int,
    check: @escaping @Sendable () -> Bool
  ) {
    watch = file.flatMap { file in
      let url = URL(fileURLWithPath: file)
      let name = url.lastPathComponent
      return FolderWatch(
        folder: url.deletingLastPathComponent().path,
        names: [name, name + "-wal", name + "-journal"]
      )
    }
    self.interval = max(interval.milliseconds, 1)
    self.commitCount = commitCount
    self.check = check
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
    isStopped.store(true, ordering: .releasing)
    watch?.wake()
  }

  private func run() {
    while !isStopped.load(ordering: .acquiring) {
      let count = commitCount()
      let isTouched = wait(milliseconds: interval)
      if isStopped.load(ordering: .acquiring) { return }
      if isTouched { lookForCommit(since: count) } else { _ = check() }
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
    defer { watch?.resume() }
    var count = -1
    while count != commitCount(), !isStopped.load(ordering: .acquiring) {
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
      if isStopped.load(ordering: .acquiring) { return true }
      if commitCount() != count { return false }
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
