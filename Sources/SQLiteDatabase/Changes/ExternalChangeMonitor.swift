import DatabaseTypes
import Dispatch
import Foundation
import Synchronization

/// Notices the commits of other processes, and of other objects of this one, while somebody observes the database.
///
/// Three things together, since none alone is both quick and sure: a watch on the files beside the database wakes a
/// thread; `PRAGMA data_version` of the writer tells whether somebody else has committed; and a slow poll finds what
/// the watch did not tell, as it does when a commit becomes visible only after its file was written. Each attached file has
/// a watch and a number of its own: a commit to several files becomes visible in one after the other.
///
/// What the writer last saw belongs to its connection (``OthersCommits``). State: the threads that run, by their file,
/// guarded by a mutex.
final class ExternalChangeMonitor: Sendable {
  private let content: DatabaseContent
  private let configuration: Configuration
  private let writer: WriterAccess
  private let threads = Mutex(Threads())
  private let isLooking = Atomic<Bool>(false)
  private let startCount = Atomic<Int>(0)

  /// The threads that run, by their file.
  private struct Threads {
    var loops: [String: ExternalChangeLoop] = [:]
    /// Whether the database is closed or gone: no thread is started any more, and none goes on.
    var isOver = false
  }

  /// Makes a monitor that does nothing until somebody observes.
  init(content: DatabaseContent, configuration: Configuration, writer: WriterAccess) {
    self.content = content
    self.configuration = configuration
    self.writer = writer
    if case .sharedMemory(let name) = content { SharedMemory.join(name, self) }
    if case .file(let path) = content, configuration.sharesChangedKeys, configuration.vfs == nil {
      writer.source.shared.enable(path: path)
    }
  }

  /// Has the subscribers told of others' commits to a database that was just opened.
  static func prepare(_ database: Database) throws {
    guard database.configuration.observesExternalChanges else { return }
    try database.access(readOnly: true, cancellation: nil) { try $0.followOthersCommits() }
  }

  /// Runs from the first subscriber to the last.
  func runWhileObserved() {
    guard configuration.observesExternalChanges else { return }
    writer.source.whenActivityChanges { [weak self] in self?.update() }
    writer.source.whenAttachmentsChange { [weak self] in self?.lookSoon() }
  }

  /// Ends the threads, if there are any, as soon as they do not wait for the writer any more, for good.
  func stop() {
    threads.withLock { threads in
      threads.isOver = true
      for loop in threads.loops.values { loop.stop() }
    }
  }

  /// How many threads were started so far.
  var threadCount: Int { startCount.load(ordering: .relaxed) }

  /// Whether it looks for the commits of others than a database object.
  func isOf(_ source: ChangeSource) -> Bool { writer.source === source }

  /// Looks for commits of others, on another thread: for who knows of one and must not wait.
  ///
  /// One such thread at a time waits for the writer, however often this is called meanwhile.
  func lookSoon() {
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

  /// Starts or ends the threads, as somebody observes the database or nobody does.
  ///
  /// It is asked under the mutex, since who came first and who went last may call this in any order. One that is to end
  /// and has not yet goes on: it may wait for a writer that is held for long, while observers come and go.
  private func update() {
    let isObserved = threads.withLock { threads in
      guard writer.source.isObserved else {
        for loop in threads.loops.values { loop.stop() }
        return false
      }
      switch content {
      case .file(let file): start(file, watching: file, &threads)
      case .sharedMemory(let name): start(name, watching: nil, &threads)
      case .ownMemory: break
      }
      return true
    }
    if !isObserved {
      writer.source.shared.stopWatching()
    } else if writer.source.hasAttachedDatabases {
      lookSoon()
    }
  }

  /// Starts the threads of files that are attached, and ends those of files that are not any more.
  private func follow(_ attached: Set<String>) {
    threads.withLock { threads in
      guard writer.source.isObserved else { return }
      for (file, loop) in threads.loops where file != content.name && !attached.contains(file) {
        loop.stop()
      }
      for file in attached { start(file, watching: file, &threads) }
    }
  }

  private func start(
    _ key: String,
    watching file: String?,
    _ threads: inout Threads
  ) {
    // A look for commits may end after the database has gone.
    if threads.isOver { return }
    if let loop = threads.loops[key], loop.goOn() { return }
    startCount.add(1, ordering: .relaxed)
    let loop = ExternalChangeLoop(
      file: file,
      interval: configuration.externalChangePollInterval,
      looksAtOnce: key == content.name && writer.source.shared.mayFollow,
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
        "The system has no file watch left: other processes' commits are polled for."
      )
    }
    loop.start()
  }

  /// Tells the subscribers where somebody else has committed since the last look.
  ///
  /// - Parameter willLook: Called when it is its turn.
  /// - Returns: Whether somebody has.
  func check(_ willLook: () -> Void = {}) -> Bool {
    let answer = try? writer.sync(readOnly: true) { [self] db in
      willLook()
      let areThere = writer.source.isObserved ? db.followOthersCommits(for: writer.source) : false
      if let files = db.othersCommits?.attachedFiles { follow(files) }
      return areThere
    }
    return answer ?? false
  }
}
