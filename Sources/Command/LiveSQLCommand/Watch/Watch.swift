import DatabaseTypes
import IncrementalQueries
import LiveEngine
import Terminal

/// A live query on the screen.
///
/// It shows results, handles keys, reports changes, and resumes after its table has disappeared and
/// returned.
struct Watch<Query: WatchedQuery>: Sendable {
  let query: Query
  let printer: WatchPrinter
  /// Whether the bell rings at each change.
  let rings: Bool
  /// The command that runs at each change.
  let hook: ChangeHook?

  /// Runs until a key, a signal or the end of the output ends it.
  func run(keys: TerminalKeys?, events: AsyncStream<ProcessEvent>) async throws {
    defer { keys?.end() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await showResults()
        return true
      }
      group.addTask { try await handleEvents(events) }
      group.addTask {
        for await notice in query.notices { try await printer.show(notice: notice) }
        return false
      }
      if let keys {
        await printer.readKeys()
        let pressed = keys.begin()
        group.addTask { try await handleKeys(pressed, of: keys) }
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

  private func handleEvents(_ events: AsyncStream<ProcessEvent>) async throws -> Bool {
    for await event in events {
      guard event == .terminalResized else { return true }
      try await printer.redraw()
    }
    return false
  }

  private func handleKeys(_ pressed: AsyncStream<Key>, of keys: TerminalKeys) async throws -> Bool {
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
  /// An error after the first result is shown as well, and the query is retried when it may work
  /// again.
  private func showResults() async throws {
    var retries: Query.Retries.AsyncIterator?
    while !Task.isCancelled {
      do {
        try await query.forEachUpdate { update, areJSON in
          retries = nil
          try await show(update, areJSON)
        }
        return
      } catch {
        guard let problem = query.problem(of: error), try await printer.show(problem: problem)
        else {
          throw error
        }
      }
      // Retry at once the first time, since the cause may have been fixed before we started to
      // listen.
      if retries != nil {
        _ = try? await retries?.next()
      } else {
        retries = query.retries.makeAsyncIterator()
      }
    }
  }

  private func show(_ update: LiveQueryUpdate, _ areJSON: [Bool]) async throws {
    try await printer.show(update, areJSON: areJSON)
    guard update.cause != .initial, !update.difference.isEmpty else { return }
    if rings { try await printer.ring() }
    hook?.run(with: WatchReport(update).json(areJSON: areJSON))
  }
}
