import LiveSQLTestSupport
import SQLite
import Synchronization
import Testing

/// Tests of what a shim reports, and of how it acts on the answers.
@Suite struct VFSShimTests {
  let scratch: ScratchDirectory
  var path: String { scratch.path(of: "shim.db") }

  init() throws { scratch = try ScratchDirectory() }

  @Test(arguments: JournalMode.allCases)
  func `a database works as it does without a shim`(mode: JournalMode) throws {
    let log = OperationLog()
    let shim = try VFSShim(name: "plain-\(mode)") { log.add($0) }
    let connection = try Connection(path: path, vfs: shim.name)
    try connection.execute("PRAGMA journal_mode = \(mode)")
    try connection.execute("CREATE TABLE item (name TEXT); INSERT INTO item VALUES ('chair')")
    try connection.close()
    let other = try Connection(path: path)
    #expect(try other.texts("SELECT name FROM item") == ["chair"])
    #expect(try other.texts("PRAGMA journal_mode") == [mode == .wal ? "wal" : "delete"])
  }

  @Test func `operations name the kind of their file`() throws {
    let log = OperationLog()
    let shim = try VFSShim(name: "files") { log.add($0) }
    let connection = try Connection(path: path, vfs: shim.name)
    try connection.execute("CREATE TABLE item (name TEXT)")
    try connection.execute("PRAGMA journal_mode = wal; INSERT INTO item VALUES ('chair')")
    #expect(log.files(of: .open) == [.mainDatabase, .mainJournal, .wal])
    #expect(log.files(of: .delete) == [.mainJournal])
    #expect(log.files(of: .sharedMemoryMap) == [.mainDatabase])
    #expect(log.all.contains { $0.kind == .write && $0.file == .wal && $0.growth == $0.length })
    #expect(log.all.allSatisfy { $0.path?.contains("shim.db") ?? false })
  }

  @Test func `a file that does not open throws the code of the answer`() throws {
    let shim = try VFSShim(name: "closed") { operation in
      operation.kind == .open ? .fail(.cannotOpen) : .proceed
    }
    let error = #expect(throws: SQLiteError.self) {
      try Connection(path: path, vfs: shim.name).execute("CREATE TABLE item (name TEXT)")
    }
    #expect(error?.code == .cannotOpen)
  }

  @Test func `a missing folder is reported by the underlying VFS`() throws {
    let shim = try VFSShim(name: "missing") { _ in .proceed }
    let error = #expect(throws: SQLiteError.self) {
      try Connection(path: scratch.path(of: "no/such.db"), vfs: shim.name)
    }
    #expect(error?.code.primary == .cannotOpen)
  }

  @Test func `a name can be registered only once`() throws {
    let first = try VFSShim(name: "taken") { _ in .proceed }
    #expect(throws: SQLiteError.self) { try VFSShim(name: "taken") { _ in .proceed } }
    #expect(throws: SQLiteError.self) { try VFSShim(name: "") { _ in .proceed } }
    #expect(throws: SQLiteError.self) { try VFSShim(name: "a", over: "absent") { _ in .proceed } }
    first.unregister()
    _ = try VFSShim(name: "taken") { _ in .proceed }
    withExtendedLifetime(first) {}
  }

  @Test func `a released shim unregisters its name`() throws {
    var shim: VFSShim? = try VFSShim(name: "brief") { _ in .proceed }
    #expect(shim?.name == "brief")
    shim = nil
    let error = #expect(throws: SQLiteError.self) { try Connection(path: path, vfs: "brief") }
    #expect(error?.message == "no such vfs: brief")
  }

  @Test func `an open file keeps its shim alive`() throws {
    var shim: VFSShim? = try VFSShim(name: "kept") { _ in .proceed }
    let connection = try Connection(path: path, vfs: shim?.name)
    try connection.execute("CREATE TABLE item (name TEXT)")
    shim = nil
    try connection.execute("INSERT INTO item VALUES ('chair')")
    #expect(try connection.texts("SELECT name FROM item") == ["chair"])
    try connection.close()
    #expect(throws: SQLiteError.self) { try Connection(path: path, vfs: "kept") }
  }

  @Test func `a shim can wrap another one`() throws {
    let inner = try VFSShim(name: "inner") { $0.kind == .sync ? .fail(.ioErrorFsync) : .proceed }
    let outer = try VFSShim(name: "outer", over: "inner") { _ in .proceed }
    let connection = try Connection(path: path, vfs: outer.name)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("CREATE TABLE item (name TEXT)")
    }
    #expect(error?.code == .ioErrorFsync)
    try connection.close()
    withExtendedLifetime(inner) {}
  }
}

/// A log of the operations that a shim was asked about.
private final class OperationLog: Sendable {
  private let operations = Mutex<[VFSOperation]>([])

  var all: [VFSOperation] { operations.withLock { $0 } }

  func files(of kind: VFSOperation.Kind) -> Set<VFSOperation.File> {
    Set(all.filter { $0.kind == kind }.map(\.file))
  }

  func add(_ operation: VFSOperation) -> VFSOutcome {
    operations.withLock { $0.append(operation) }
    return .proceed
  }
}
