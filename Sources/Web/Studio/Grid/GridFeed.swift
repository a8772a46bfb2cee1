import DatabaseTypes
import Synchronization
import WebServer

/// The rows of a grid that a page shows, for as long as it shows them.
///
/// The first rows are read by a separate query, which can be cancelled. Rows that are read
/// quickly become a live query; others are read again some time after commits that affect
/// them. A window keeps its rows when rows are inserted above: it begins at a
/// row and not at a position.
///
/// State: the rows that are known and those that the page has, guarded by a mutex. One task
/// follows the rows of the window, and another one the number of rows.
final class GridFeed: TabFeed {
  /// The content of a grid, without its window.
  let source: any GridSource
  private let name: String
  private let epoch: String
  private let state: Mutex<GridFeedState>

  /// The maximum duration of a read whose rows become a live query.
  static let quick = Duration.milliseconds(50)
  /// The minimum time between two events of the page: one frame.
  static let frame = Duration.milliseconds(16)

  /// - Parameters:
  ///   - name: The page's name for it.
  ///   - request: The rows that the page requests.
  ///   - number: The page's number for its request.
  init(
    _ name: String,
    _ source: any GridSource,
    _ request: GridRequest,
    number: Int?,
    epoch: String
  ) {
    (self.name, self.source, self.epoch) = (name, source, epoch)
    state = Mutex(GridFeedState(request: request, number: number))
  }

  func start(notify: @escaping @Sendable () -> Void) {
    state.withLock { $0.notify = notify }
    followRows()
    let counts = Task { await self.followTotal() }
    state.withLock { $0.totalTask = counts }
  }

  /// Shows another window of the same rows.
  func move(to request: GridRequest, number: Int?) {
    state.withLock { $0.move(to: request, number: number) }
    followRows()
  }

  /// The whole value of a row that the page has; `nil` if the page has no such row or column.
  func cell(at place: Int, column: String) -> WireCell? {
    let row = state.withLock { $0.sentRow(at: place) }
    guard let row, let index = source.columns.firstIndex(of: column) else { return nil }
    return row.cells[index]
  }

  func cancel() {
    let (task, notify) = state.withLock { ($0.cancel(), $0.notify) }
    task?.cancel()
    notify()
  }

  func stop() {
    for task in state.withLock({ $0.stop() }) { task.cancel() }
  }

  private func followRows() {
    let task = Task { await self.followWindow() }
    state.withLock { state -> Task<Void, Never>? in
      defer { state.rowsTask = task }
      return state.isStopped ? task : state.rowsTask
    }?.cancel()
  }

  /// Changes the state, and notifies the client.
  private func update(_ change: (inout GridFeedState) -> Void) {
    state.withLock { state in
      change(&state)
      return state.notify
    }()
  }
}

// MARK: - Rows

extension GridFeed {
  private func followWindow() async {
    let (generation, isAtTop) = state.withLock { ($0.generation, $0.request.first == 0) }
    do {
      // Subscribe before reading, so that no commit after the read is missed.
      let rowSignal = try await source.commits()
      let firstSignal = isAtTop ? nil : try await source.commits()
      let start = ContinuousClock.now
      let (found, duration) = try await showWindow(generation)
      guard case .at(let place) = found.start, let firstSignal else {
        // Without a second task, which an idle page would keep.
        return try await followRows(found, since: start, duration, rowSignal, generation)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await self.followRows(found, since: start, duration, rowSignal, generation)
        }
        group.addTask { try await self.followFirst(place, firstSignal, generation) }
        try await group.waitForAll()
      }
    } catch is CancellationError {
      update { $0.wasCancelled(generation) }
    } catch {
      update { $0.fail(StudioProblem(error).sentence, of: generation) }
    }
  }

  /// Reads the requested window, and shows it.
  ///
  /// - Returns: The window without its rows: if the caller kept them, a page that shares the rows
  ///   of other pages would still have its own in memory.
  private func showWindow(_ generation: Int) async throws -> (GridFound, Duration) {
    let (request, known, total) = state.withLock { ($0.request, $0.window, $0.total) }
    let begin = ContinuousClock.now
    var found = try await source.window(request, known: known, total: total)
    let duration = ContinuousClock.now - begin
    update { [window = found.window] in $0.show(window, in: duration, of: generation) }
    found.window.rows = []
    return (found, duration)
  }

  private func followRows(
    _ found: GridFound,
    since start: ContinuousClock.Instant,
    _ duration: Duration,
    _ signal: AsyncStream<Void>,
    _ generation: Int
  ) async throws {
    let count = state.withLock { $0.request.count }
    do {
      if duration > Self.quick { throw CannotFollow() }
      try await source.follow(found, count: count, since: start) {
        self.state.withLock { $0.window?.rows ?? [] }
      } _: { news in
        self.update {
          $0.show(news.rows, in: news.duration, of: generation, commit: news.commit)
        }
      }
    } catch is CannotFollow {
      try await readAgain(found, count, duration, signal, generation)
    }
  }

  /// Reads slow rows again after commits, with pauses that leave most of the time to other work.
  private func readAgain(
    _ found: GridFound,
    _ count: Int,
    _ duration: Duration,
    _ signal: AsyncStream<Void>,
    _ generation: Int
  ) async throws {
    var duration = duration
    for await _ in signal {
      let begin = ContinuousClock.now
      let rows = try await source.rows(of: found, count: count)
      duration = ContinuousClock.now - begin
      update { [duration] in $0.show(rows, in: duration, of: generation) }
      try await Task.sleep(for: max(Self.frame, duration * 10))
    }
  }

  /// Follows the position of the window among all rows.
  private func followFirst(
    _ place: [WireCell],
    _ signal: AsyncStream<Void>,
    _ generation: Int
  ) async throws {
    for await _ in signal {
      let begin = ContinuousClock.now
      let first = try await source.count(before: place)
      if let first { update { $0.begin(at: first, of: generation) } }
      try await Task.sleep(for: max(.milliseconds(50), (ContinuousClock.now - begin) * 20))
    }
  }
}

// MARK: - Numbers

extension GridFeed {
  /// Follows the number of rows.
  ///
  /// They are counted again after commits: counting a table's rows is faster than keeping their
  /// keys.
  private func followTotal() async {
    do {
      let signal = try await source.commits()
      var duration = try await countAll()
      for await _ in signal {
        if duration > Self.quick { update { $0.beginCount() } }
        duration = try await countAll()
      }
    } catch {
      // The read of the rows reports the error; the page works without the number.
    }
  }

  private func countAll() async throws -> Duration {
    let (total, duration) = try await source.total()
    update { $0.count(total) }
    return duration
  }
}

// MARK: - Events

extension GridFeed {
  func nextEvent(number: Int) async -> ServerEvent? {
    guard let news = state.withLock({ $0.takeNews() }) else { return nil }
    let head = "\"s\":\(JSONText.string(name)),\"at\":\(number)"
    let id = "\(epoch)-\(name)-\(number)"
    switch news {
    case .problem(let sentence, let request):
      let data = "{\(head),\(GridJSON.request(request))\"error\":\(JSONText.string(sentence))}"
      return ServerEvent("problem", id: id, data: data)
    case .whole(let now, let request):
      let columns = source.columns
      return ServerEvent("grid", id: id, data: GridJSON.whole(head, now, columns, request))
    case .change(let old, let now):
      let difference = GridDifference(from: old.window.rows, to: now.window.rows)
      guard !difference.isEmpty || !old.hasSameNumbers(as: now) else { return nil }
      let gone = await gone(difference.removed.map { old.window.rows[$0].key })
      return ServerEvent("grid", id: id, data: GridJSON.change(head, difference, now, gone: gone))
    }
  }

  /// The keys that are no longer in the result; other rows only left the window.
  private func gone(_ keys: [[WireCell]]) async -> [[WireCell]] {
    let keys = keys.filter { !$0.isEmpty }
    if keys.isEmpty { return [] }
    return (try? await source.gone(of: keys)) ?? keys
  }
}
