import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization

/// A switch that makes the function fail which some queries call.
///
/// State: the effect of the function, guarded by a mutex, and an atomic flag.
final class FuzzSwitch: Sendable {
  enum Effect: Sendable {
    case none
    case failure(DatabaseError.Code)
    case interruption
  }

  private struct State {
    var effect = Effect.none
    weak var database: (any DatabaseWriter)?
  }

  private let state = Mutex(State())
  /// Whether a test holds a lock of the file until others have given up waiting for it.
  let isLockHeld = Atomic(false)

  /// Pauses until the next try to get a lock.
  ///
  /// - Returns: Whether to try again.
  func waitForLock(tries: Int) -> Bool {
    if isLockHeld.load(ordering: .relaxed) { return false }
    // There is no event for a lock that is released.
    _ = poll(nil, 0, 1)
    return tries < 300_000
  }

  func set(_ effect: Effect, _ database: any DatabaseWriter) {
    state.withLock { $0 = State(effect: effect, database: database) }
  }

  /// Does what `faulty(x)` should do now.
  func act() throws {
    let now = state.withLock { $0 }
    switch now.effect {
    case .none: break
    case .failure(let code): throw DatabaseError(code: code, message: "A fault of the test's.")
    case .interruption: now.database?.interrupt()
    }
  }
}

/// The databases of a round, opened as its layout says.
struct FuzzBench {
  let scratch: ScratchDirectory
  let layout: FuzzLayout
  let vfs: FaultInjectingVFS?
  let faults = FuzzSwitch()
  let here: any DatabaseWriter
  let there: (any DatabaseWriter)?
  let delivery: FetchDelivery
  private let paths: FuzzPaths

  init(_ layout: FuzzLayout) throws {
    self.layout = layout
    scratch = try ScratchDirectory()
    vfs = layout.hasFaultyFiles ? try FaultInjectingVFS() : nil
    let paths = FuzzPaths(layout, scratch)
    self.paths = paths
    delivery = layout.isOnMainActor ? .mainActor : .immediate
    if layout.isFile { try paths.makeExtra(layout) }
    var configuration = paths.configuration(faults)
    configuration.vfs = vfs?.name ?? configuration.vfs
    configuration.maximumCapturedRowCount = layout.capturedRowCount
    configuration.maximumReaderCount = 2
    here = try paths.open(configuration)
    try here.writeWithoutTransaction { db in
      try db.execute(sql: layout.main)
      if !layout.isFile { try paths.fillExtra(db, layout) }
    }
    there = layout.other == .there ? try paths.open(paths.configuration(FuzzSwitch())) : nil
  }

  /// The paths by which another process finds the files; `nil` if there is no other process.
  var process: FuzzPaths? { layout.other == .process ? paths : nil }

  /// Opens another, unused object on the same file.
  func fresh() throws -> any DatabaseWriter { try paths.open(paths.configuration(FuzzSwitch())) }

  func database(_ author: FuzzAuthor) -> any DatabaseWriter {
    author == .there ? there ?? here : here
  }
}

/// The paths of the files of a round, and how this process and others open them.
struct FuzzPaths: Codable, Sendable {
  let store: String
  let main: String
  let extra: String
  let folder: String

  init(_ layout: FuzzLayout, _ scratch: ScratchDirectory) {
    store = layout.store.rawValue
    folder = scratch.path
    switch layout.store {
    case .pool, .queue, .journal:
      main = scratch.path(of: "main.db")
      extra = scratch.path(of: "extra.db")
    case .memory, .memoryPool: (main, extra) = (":memory:", ":memory:")
    case .sharedMemory:
      let name = UUID().uuidString
      (main, extra) = ("/main-\(name)", "/extra-\(name)")
    }
  }

  private var kind: FuzzLayout.Store { FuzzLayout.Store(rawValue: store) ?? .queue }

  func open(_ configuration: Configuration) throws -> any DatabaseWriter {
    switch kind {
    case .pool: try DatabasePool(path: main, configuration: configuration)
    case .queue, .journal, .sharedMemory:
      try DatabaseQueue(path: main, configuration: configuration)
    case .memory: try DatabaseQueue(configuration: configuration)
    case .memoryPool: try DatabasePool(configuration: configuration)
    }
  }

  func configuration(_ faults: FuzzSwitch) -> Configuration {
    var configuration = Configuration()
    configuration.synchronous = .off
    configuration.busyMode =
      kind == .journal ? .callback(faults.waitForLock(tries:)) : .timeout(.seconds(30))
    if kind == .journal { configuration.journalMode = .delete }
    if kind == .sharedMemory {
      configuration.vfs = "memdb"
      configuration.journalMode = .unchanged
    }
    // Each connection of a pool would have its own memory.
    let extra = kind == .memoryPool ? nil : extra
    configuration.prepareDatabase { db in
      db.add(collation: .backwards)
      db.add(
        function: DatabaseFunction("faulty", argumentCount: 1, pure: true) { _ in
          try faults.act()
          return 0
        }
      )
      if let extra { try db.execute(sql: "ATTACH ? AS extra", arguments: [extra]) }
    }
    return configuration
  }

  /// Creates the file that is attached.
  fileprivate func makeExtra(_ layout: FuzzLayout) throws {
    var configuration = Configuration()
    configuration.synchronous = .off
    if kind == .journal { configuration.journalMode = .delete }
    configuration.prepareDatabase { $0.add(collation: .backwards) }
    let queue = try DatabaseQueue(path: extra, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: layout.extra) }
    try queue.close()
  }

  /// Fills the database in memory that is attached.
  fileprivate func fillExtra(_ db: Database, _ layout: FuzzLayout) throws {
    guard kind != .memoryPool else { return }
    let sql = layout.extra.replacing("TABLE ", with: "TABLE extra.")
      .replacing("INTO tally", with: "INTO extra.tally")
    try db.execute(sql: sql)
  }
}

extension DatabaseCollation {
  /// A collation that SQLite does not have.
  static let backwards = DatabaseCollation("backwards") { left, right in
    if left.utf8.elementsEqual(right.utf8) { return .orderedSame }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? .orderedDescending : .orderedAscending
  }
}
