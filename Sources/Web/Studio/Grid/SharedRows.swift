import Synchronization

/// The live rows of windows, each followed once for all pages that show it.
///
/// Many pages may show the same rows. Reading them, comparing them and converting them to cells
/// once makes a page cost little more than sending its events.
///
/// State: the windows and the pages that follow them, guarded by a mutex. One task follows the rows
/// of a window, and ends with the last page.
final class SharedRows<Window: Hashable & Sendable>: Sendable {
  typealias Update = GridWindow.Row.Update
  /// Calls a closure with the rows of a window after each change.
  typealias Source =
    @Sendable (_ show: @escaping @Sendable (Update) async throws -> Void) async throws -> Void

  private typealias Updates = AsyncThrowingStream<Update, any Error>

  private struct Following {
    let id: Int
    var last: (update: Update, time: ContinuousClock.Instant)?
    var task: Task<Void, Never>?
    var pages: [Int: Updates.Continuation] = [:]
  }

  private struct State {
    var windows: [Window: Following] = [:]
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }
  }

  private let state = Mutex(State())

  /// Calls a closure with the rows of a window after each change, at most once per frame, until the
  /// task is cancelled or the source ends.
  ///
  /// - Parameters:
  ///   - start: The time at which the page began to read the window: it does not get rows that were
  ///     followed before, because its own are at least as new.
  ///   - shown: Returns the rows that the page has read. If the followed ones are equal, it gets
  ///     these, so that all pages share the memory. It is called once, at the beginning.
  func follow(
    _ window: Window,
    since start: ContinuousClock.Instant,
    shown: @Sendable () -> [GridWindow.Row],
    _ source: @escaping Source,
    _ show: @Sendable (Update) async throws -> Void
  ) async throws {
    for try await update in updates(of: window, since: start, shown(), source) {
      try await show(update)
    }
    try Task.checkCancellation()
  }

  private func updates(
    of window: Window,
    since start: ContinuousClock.Instant,
    _ rows: [GridWindow.Row],
    _ source: @escaping Source
  ) -> Updates {
    let (stream, page) = Updates.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (following, number) = state.withLock { state in
      let number = state.nextID()
      var following = state.windows[window] ?? Following(id: state.nextID())
      following.pages[number] = page
      if following.task == nil {
        following.task = Task { [id = following.id] in await self.run(id, window, source) }
      } else if let last = following.last, last.time >= start || last.update.rows == rows {
        // Nobody waits for this page's updates yet.
        page.yield(last.update)
      }
      state.windows[window] = following
      return (following.id, number)
    }
    page.onTermination = { _ in self.leave(number, following, window) }
    return stream
  }

  private func run(_ id: Int, _ window: Window, _ source: Source) async {
    do {
      try await source { update in
        self.send(update, id, window)
        try await Task.sleep(for: GridFeed.frame)
      }
      end(id, window, by: nil)
    } catch {
      end(id, window, by: error)
    }
  }

  private func send(_ update: Update, _ id: Int, _ window: Window) {
    let pages = state.withLock { state -> [Updates.Continuation] in
      guard state.windows[window]?.id == id else { return [] }
      state.windows[window]?.last = (update, .now)
      return Array(state.windows[window]?.pages.values ?? [:].values)
    }
    // Not under the lock: this waits for a page that is being cancelled, which waits for the lock
    // in order to leave.
    for page in pages { page.yield(update) }
  }

  private func end(_ id: Int, _ window: Window, by error: (any Error)?) {
    let pages = state.withLock { state -> [Updates.Continuation] in
      guard let following = state.windows[window], following.id == id else { return [] }
      state.windows[window] = nil
      return Array(following.pages.values)
    }
    for page in pages { page.finish(throwing: error) }
  }

  private func leave(_ number: Int, _ id: Int, _ window: Window) {
    state.withLock { state -> Task<Void, Never>? in
      guard var following = state.windows[window], following.id == id else { return nil }
      following.pages[number] = nil
      state.windows[window] = following.pages.isEmpty ? nil : following
      return following.pages.isEmpty ? following.task : nil
    }?.cancel()
  }
}
