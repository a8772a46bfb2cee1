import DatabaseTypes
import Foundation
import Synchronization

/// Notices the commits of other processes, and of other objects of this one, while somebody observes the database.
///
/// Three things together, since none alone is both quick and sure: a watch on the files beside the database wakes a
/// thread; `PRAGMA data_version` of the writer tells whether somebody else has committed; and a slow poll finds what
/// the watch did not tell, as it does when a commit becomes visible only after its file was written.
///
/// State: the thread that runs, guarded by a mutex. What the writer last saw is used by its accesses alone.
final class ExternalChangeMonitor: Sendable {
  private let file: String
  private let configuration: Configuration
  private let writer: WriterAccess
  private let loop = Mutex<ExternalChangeLoop?>(nil)
  private let lastVersion: Atomic<Int64>

  /// Makes a monitor that does nothing until somebody observes.
  ///
  /// - Parameter dataVersion: What the writer saw when it was opened: later commits of others are told of.
  init(file: String, configuration: Configuration, writer: WriterAccess, dataVersion: Int64) {
    self.file = file
    self.configuration = configuration
    self.writer = writer
    lastVersion = Atomic(dataVersion)
  }

  /// Runs from the first subscriber to the last.
  func runWhileObserved() {
    guard !file.isEmpty, configuration.observesExternalChanges else { return }
    writer.source.whenActivityChanges { [weak self] in self?.update() }
  }

  /// Ends the thread, if there is one.
  func stop() {
    loop.withLock { loop in
      loop?.stop()
      loop = nil
    }
  }

  /// Starts or ends the thread, as somebody observes the database or nobody does.
  ///
  /// It is asked under the mutex, since who came first and who went last may call this in any order.
  private func update() {
    loop.withLock { loop in
      guard writer.source.isObserved else {
        loop?.stop()
        loop = nil
        return
      }
      guard loop == nil else { return }
      loop = makeLoop()
      loop?.start()
    }
  }

  private func makeLoop() -> ExternalChangeLoop {
    let made = ExternalChangeLoop(
      file: file,
      interval: configuration.externalChangePollInterval,
      commitCount: { [writer] in writer.source.lastNumber },
      check: { [weak self] in self?.check() ?? false }
    )
    if !made.isWatching {
      configuration.log(
        .warning,
        "The system has no file watch left: other processes' commits are polled for."
      )
    }
    return made
  }

  /// Tells the subscribers where somebody else has committed since the last look.
  ///
  /// - Returns: Whether somebody has.
  private func check() -> Bool {
    let answer = try? writer.sync(readOnly: true) { [self] db in
      let version = try db.control(.dataVersion)
      guard lastVersion.exchange(version, ordering: .relaxed) != version else { return false }
      db.schemaCache.isSuspect = true
      let source = writer.source
      source.publish(
        ChangeSet(number: source.nextNumber(), origin: .otherProcess, mayChangeAnyTable: true)
      )
      return true
    }
    return answer ?? false
  }
}

/// The thread that waits for file events.
final class ExternalChangeLoop: Sendable {
  private let watch: FolderWatch?
  private let interval: Int
  private let commitCount: @Sendable () -> Int
  private let check: @Sendable () -> Bool
  private let isStopped = Atomic<Bool>(false)

  init(
    file: String,
    interval: Duration,
    commitCount: @escaping @Sendable () -> Int,
    check: @escaping @Sendable () -> Bool
  ) {
    let url = URL(fileURLWithPath: file)
    let name = url.lastPathComponent
    watch = FolderWatch(
      folder: url.deletingLastPathComponent().path,
      names: [name, name + "-wal", name + "-journal"]
    )
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
