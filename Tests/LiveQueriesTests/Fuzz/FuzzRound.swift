import Dispatch
import LiveSQL
import LiveSQLTestSupport
import SQLite
import Synchronization

/// A run of a script that reports what is wrong.
final class FuzzRound {
  private let script: FuzzScript
  private let bench: FuzzBench
  private let bell = FuzzBell()
  private let here: FuzzPlace
  private let there: FuzzPlace?
  private let patience: FuzzPatience
  private var process: FuzzProcess?
  private var transactionCount = 0

  /// Counts of what was tried and judged.
  var counts: FuzzCounts {
    var counts = here.counts
    if let there { counts.add(there.counts) }
    counts.transactions = transactionCount
    return counts
  }

  /// Creates the databases of a script.
  ///
  /// - Parameter patience: How long to wait for results that are due.
  init(_ script: FuzzScript, patience: FuzzPatience) throws {
    self.script = script
    self.patience = patience
    bench = try FuzzBench(script.layout)
    let schemas = script.layout.store == .memoryPool ? ["main"] : ["main", "extra"]
    here = FuzzPlace(
      "here",
      bench.here,
      bench.delivery,
      schemas: schemas,
      queries: script.queries,
      bell
    )
    there = bench.there.map { [bell] database in
      FuzzPlace(
        "there",
        database,
        .immediate,
        schemas: schemas,
        queries: Array(script.queries.prefix(3)),
        bell
      )
    }
  }

  /// Returns what is wrong after some operation; `nil` if everything is right.
  func complaint() async -> String? {
    guard let paths = bench.process else { return await run() }
    do {
      return try await FuzzProcess.whileRunning(paths) { process in
        self.process = process
        return await run()
      }
    } catch { return "\(error)" }
  }

  private func run() async -> String? {
    do {
      for (index, operation) in script.operations.enumerated() {
        try await run(operation)
        if let complaint = try await judge(operation) {
          return "after operation \(index), \(operation):\n\(complaint)"
        }
      }
      return try await FuzzPlans(script, bench, bell).complaint(here, patience)
        .map { "at the end: \($0)" }
    } catch { return "an operation fails: \(error)" }
  }

  private func judge(_ operation: FuzzOperation) async throws -> String? {
    if operation.undoesSchemaChange { await reloadUnorderedLimits() }
    let isStrict = operation.isOwnCommit
    let due = operation.isFault ? patience.afterFault : patience
    let found = try await here.complaint(isStrict: isStrict, due)
    if let found { return found }
    return try await there?.complaint(isStrict: false, patience)
  }
}

extension FuzzRound {
  /// Loads again the queries with a limit but no order, as a commit to their tables would.
  ///
  /// SQLite reads the schema again after it has undone a schema change, and with it the statistics
  /// of tables, which it forgets when a table is renamed. So it compiles the same statement to
  /// another plan although nothing was committed.
  private func reloadUnorderedLimits() async {
    for place in [here, there].compactMap(\.self) {
      for subject in place.subjects where subject.plan == .rerun(.unorderedLimit) {
        await subject.use(.reload)
      }
    }
  }
}

extension FuzzOperation {
  /// Whether it changes a schema and undoes that.
  fileprivate var undoesSchemaChange: Bool {
    guard case .write(let writing) = self, writing.ending == .rollback else { return false }
    return writing.statements.contains { sql in
      ["CREATE", "DROP", "ALTER"].contains { sql.hasPrefix($0) }
    }
  }

  /// Whether no one else did anything.
  fileprivate var isOwnCommit: Bool {
    guard case .write(let writing) = self else { return false }
    return writing.author == .here && writing.files != .temporary
  }

  fileprivate var isFault: Bool {
    if case .fault = self { true } else { false }
  }
}

// MARK: - Operations

extension FuzzRound {
  private func run(_ operation: FuzzOperation) async throws {
    switch operation {
    case .write(let writing): try await write(writing)
    case .both(let one, let other):
      transactionCount += 2
      let (process, there) = (process, bench.database(other.author))
      async let elsewhere: Void = Self.write(other, process, there)
      await one.runAside(on: bench.here)
      try await elsewhere
    case .maintain(let author, let sql): try await maintain(author, sql)
    case .use(let use, let query):
      await here.subjects[query].use(use)
      if let there, there.subjects.indices.contains(query) { await there.subjects[query].use(use) }
    case .fault(let fault, let writing, let query): await run(fault, writing, here.subjects[query])
    case .releaseMemory: try? bench.here.releaseMemory()
    }
  }

  private func write(_ writing: FuzzWriting) async throws {
    transactionCount += 1
    try await Self.write(writing, process, bench.database(writing.author))
  }

  @concurrent
  private static func write(
    _ writing: FuzzWriting,
    _ process: FuzzProcess?,
    _ database: any DatabaseWriter
  ) async throws {
    if writing.author == .process, let process { return try await process.write(writing) }
    writing.run(on: database)
  }

  private func maintain(_ author: FuzzAuthor, _ sql: String) async throws {
    if author == .process, let process { return try await process.maintain(sql) }
    try? await bench.database(author).writeWithoutTransaction { try $0.execute(sql: sql) }
  }
}

// MARK: - Faults

extension FuzzRound {
  /// Causes a fault while a transaction is committed and a live query is read.
  private func run(_ fault: FuzzFault, _ writing: FuzzWriting, _ subject: any FuzzSubject) async {
    switch fault {
    case .function(let code):
      bench.faults.set(.failure(Self.code(code)), bench.here)
      await writeAndReload(writing, subject)
      bench.faults.set(.none, bench.here)
    case .interruption:
      bench.faults.set(.interruption, bench.here)
      await writeAndReload(writing, subject)
      bench.faults.set(.none, bench.here)
    case .file(let nth, let isOutOfMemory):
      bench.vfs?.inject(
        .failing(nth: nth, of: Self.reads, with: isOutOfMemory ? .outOfMemory : nil)
      )
      await writeAndReload(writing, subject)
      bench.vfs?.recover()
    case .lock: await runLocked(writing, subject)
    }
  }

  private static let reads: Set<VFSOperation.Kind> = [
    .read, .open, .lock, .fileSize, .sharedMemoryMap, .sharedMemoryLock,
  ]

  private func writeAndReload(_ writing: FuzzWriting, _ subject: any FuzzSubject) async {
    transactionCount += 1
    await writing.runAside(on: bench.here)
    await subject.use(.reload)
  }

  /// Locks the file from another connection, which writes nothing, while a live query is read.
  private func runLocked(_ writing: FuzzWriting, _ subject: any FuzzSubject) async {
    transactionCount += 1
    await writing.runAside(on: bench.here)
    guard let there = bench.there else { return }
    let (held, hold) = AsyncStream.makeStream(of: Void.self)
    let end = DispatchSemaphore(value: 0)
    async let locking: Void? = try? there.writeWithoutTransaction { db in
      try? db.execute(sql: "BEGIN EXCLUSIVE")
      hold.finish()
      // This runs on the connection's own thread.
      end.wait()
      try? db.execute(sql: "ROLLBACK")
    }
    for await _ in held {}
    bench.faults.isLockHeld.store(true, ordering: .relaxed)
    await subject.use(.reload)
    bench.faults.isLockHeld.store(false, ordering: .relaxed)
    end.signal()
    _ = await locking
  }

  private static func code(_ number: Int) -> DatabaseError.Code {
    switch number {
    case 5: .busy
    case 6: .locked
    case 7: .outOfMemory
    case 10: .inputOutput
    case 13: .full
    case 26: .notADatabase
    default: .busy
    }
  }
}
