import DatabaseTypes
import Dispatch
import Foundation
import Synchronization

/// A monitor that notices commits of other processes and objects, while the database is observed.
///
/// It combines three mechanisms, since none of them is both fast and reliable. A watch on the files
/// beside the database wakes a thread. `PRAGMA data_version` on the writer reports whether another
/// connection has committed. A slow poll finds what the watch missed, for example when a commit
/// becomes visible only after its file was written. Each attached file has its own watch and
/// version: a commit to several files becomes visible in one after the other.
///
/// The state that the writer last saw belongs to its connection (``ExternalCommits``). State: the
/// running threads by file, guarded by a mutex.
final class ExternalChangeMonitor: Sendable {
  private let content: DatabaseContent
  private let configuration: Configuration
  private let writer: WriterAccess
  private let threads = Mutex(Threads())
  private let isLooking = Atomic<Bool>(false)
  private let startCount = Atomic<Int>(0)

  /// The running threads, by file.
  private struct Threads {
    var loops: [ByteText: ExternalChangeLoop] = [:]
    /// Whether the database is closed or released, so that no thread starts or continues.
    var isOver = false
  }

  /// Creates a monitor that does nothing until there is a subscriber.
  ///
  /// The keys of changed rows of an encrypted database are not written to a plain file.
  init(
    content: DatabaseContent,
    configuration: Configuration,
    writer: WriterAccess,
    isEncrypted: Bool
  ) {
    self.content = content
    self.configuration = configuration
    self.writer = writer
    if case .sharedMemory(let name) = content { SharedMemory.join(name, self) }
    if case .file(let path) = content, configuration.sharesChangedKeys, configuration.vfs == nil,
      !isEncrypted
    {
      writer.source.shared.enable(path: path) { configuration.log(.warning, $0) }
    }
  }

  /// Starts detecting commits of others on a database that was just opened.
  static func prepare(_ database: Database) throws {
    guard database.configuration.observesExternalChanges else { return }
    try database.access(readOnly: true, cancellation: nil) { try $0.followExternalCommits() }
  }

  /// Makes the monitor run from the first subscriber to the last.
  func runWhileObserved() {
    guard configuration.observesExternalChanges else { return }
    writer.source.onActivityChange { [weak self] in self?.update() }
    writer.source.onAttachmentChange { [weak self] in self?.scheduleCheck() }
  }

  /// Ends the threads for good, as soon as they no longer wait for the writer.
  func stop() {
    threads.withLock { threads in
      threads.isOver = true
      for loop in threads.loops.values { loop.stop() }
    }
  }

  /// The number of threads that were started so far.
  var threadCount: Int { startCount.load(ordering: .relaxed) }

  /// Returns whether the monitor belongs to the database object with a source.
  func isOf(_ source: ChangeSource) -> Bool { writer.source === source }

  /// Looks for commits of others on another thread, for callers that know of one and must not wait.
  ///
  /// At most one such thread waits for the writer, however often this is called.
  func scheduleCheck() {
    guard writer.source.isObserved, configuration.observesExternalChanges,
      !isLooking.exchange(true, ordering: .sequentiallyConsistent)
    else { return }
    DispatchQueue.global(qos: .userInitiated).async { [weak self] in
      guard let self else { return }
      var hasLooked = false
      _ = check {
        hasLooked = true
        isLooking.store(false, ordering: .sequentiallyConsistent)
      }
      if !hasLooked { isLooking.store(false, ordering: .sequentiallyConsistent) }
    }
  }

  /// Starts or stops the threads, depending on whether the database is observed.
  ///
  /// This is checked under the mutex, since the first and the last subscriber may call this in any
  /// order, and the last one must not end the watch for reports of one who came afterwards. A
  /// thread that should end but has not yet ended continues: it may be waiting for a writer that is
  /// held for a long time, while subscribers come and go.
  private func update() {
    let isObserved = threads.withLock { threads in
      guard writer.source.isObserved else {
        for loop in threads.loops.values { loop.stop() }
        writer.source.shared.stopWatching()
        return false
      }
      switch content {
      case .file(let file): start(file, watching: file, &threads)
      case .sharedMemory(let name): start(name, watching: nil, &threads)
      case .privateMemory: break
      }
      return true
    }
    if isObserved, writer.source.hasAttachedDatabases { scheduleCheck() }
  }

  /// Starts threads for attached files, and stops those for files that are no longer attached.
  private func follow(_ attached: Set<ByteText>) {
    threads.withLock { threads in
      guard writer.source.isObserved else { return }
      let main = ByteText(content.name)
      for (file, loop) in threads.loops where file != main && !attached.contains(file) {
        loop.stop()
      }
      for file in attached { start(file.text, watching: file.text, &threads) }
    }
  }

  private func start(
    _ name: String,
    watching file: String?,
    _ threads: inout Threads
  ) {
    // A search for commits may end after the database was released.
    if threads.isOver { return }
    let key = ByteText(name)
    if let loop = threads.loops[key], loop.goOn() { return }
    startCount.add(1, ordering: .relaxed)
    let loop = ExternalChangeLoop(
      file: file,
      interval: configuration.externalChangePollInterval,
      checksImmediately: key == ByteText(content.name) && writer.source.shared.mayFollow,
      commitCount: { [writer] in writer.source.startedCommitCount },
      check: { [weak self] in self?.check() ?? false },
      didEnd: { [weak self] loop in
        self?.threads.withLock { if $0.loops[key] === loop { $0.loops[key] = nil } }
      }
    )
    threads.loops[key] = loop
    if file != nil, !loop.isWatching {
      configuration.log(
        .warning,
        "No file watches are available: polling for commits of other processes instead."
      )
    }
    loop.start()
  }

  /// Notifies the subscribers if another connection has committed since the last check.
  ///
  /// - Parameter willLook: Called when it is its turn.
  /// - Returns: Whether another connection has committed.
  func check(_ willLook: () -> Void = {}) -> Bool {
    let answer = try? writer.sync(readOnly: true) { [self] db in
      willLook()
      guard writer.source.isObserved else { return false }
      let areThere = db.followExternalCommits(for: writer.source)
      db.checkPlaces(for: writer.source)
      if let files = db.externalCommits?.attachedFiles { follow(files) }
      return areThere
    }
    return answer ?? false
  }
}
