import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries
import SQLiteDatabase

/// A live query on the screen: shows its results, obeys keys, tells changes, and goes on after its table was gone.
struct Watch: Sendable {
  let database: DatabaseQueue
  let query: LiveQuery
  let printer: WatchPrinter
  /// Whether the bell rings at each change.
  let rings: Bool
  /// What runs at each change.
  let hook: ChangeHook?

  /// Runs until a key, a signal or the end of the output ends it.
  func run(keys: TerminalKeys?, events: AsyncStream<ProcessEvent>) async throws {
    defer { keys?.end() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await showResults()
        return true
      }
      group.addTask { try await heed(events) }
      if let keys {
        await printer.readKeys()
        let pressed = keys.begin()
        group.addTask { try await obey(pressed, of: keys) }
      }
      if let hook {
        group.addTask {
          await hook.run()
          return false
        }
      }
      defer { group.cancelAll() }
      while let isOver = try await group.next() {
        if isOver { break }
      }
    }
  }

  private func heed(_ events: AsyncStream<ProcessEvent>) async throws -> Bool {
    for await event in events {
      guard event == .terminalResized else { return true }
      try await printer.redraw()
    }
    return false
  }

  private func obey(_ pressed: AsyncStream<Key>, of keys: TerminalKeys) async throws -> Bool {
    for await key in pressed {
      switch try await printer.take(key) {
      case .quit: return true
      case .suspend:
        keys.suspend()
        try await printer.redraw()
      case .none, .redraw, .find: break
      }
    }
    return false
  }
}

extension Watch {
  /// Shows each result.
  ///
  /// What fails after the first one is shown too, and tried again after each commit.
  private func showResults() async throws {
    var commits: AsyncStream<ChangeSet>.AsyncIterator?
    while !Task.isCancelled {
      do {
        for try await update in query {
          commits = nil
          try await show(update)
        }
        return
      } catch let error as DatabaseError {
        guard error.isOfSchema, try await printer.show(problem: error.messageOfCommand) else {
          throw error
        }
      }
      // The first time it is tried again at once: who mends it may be quicker than who listens.
      if commits != nil {
        _ = await commits?.next()
      } else {
        commits = database.changes.makeAsyncIterator()
      }
    }
  }

  private func show(_ update: LiveQueryUpdate) async throws {
    try await printer.show(update)
    guard update.cause != .initial, !update.difference.isEmpty else { return }
    if rings { try await printer.ring() }
    hook?.tell(WatchReport(update).json(names: uniqueNames(update.layout.columnNames)))
  }
}

extension DatabaseError {
  /// Whether the query may work again when the schema is another one.
  fileprivate var isOfSchema: Bool {
    [.notFound, .sql, .schemaChanged, .columns].contains(code)
  }
}
