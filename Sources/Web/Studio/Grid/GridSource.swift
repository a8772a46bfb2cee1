import DatabaseTypes

/// The rows that a grid shows: rows of one table, with conditions and an order.
protocol GridSource: Sendable {
  /// The statement in readable form, with its values.
  var text: String { get }
  /// The columns that are shown.
  var columns: [String] { get }

  /// Whether another grid shows the same rows in the same order.
  func isSame(as other: any GridSource) -> Bool

  /// A sequence with an element after commits that may affect the rows; commits may share one.
  func commits() async throws -> AsyncStream<Void>

  /// Reads a window.
  ///
  /// - Parameters:
  ///   - request: The place of its first row, and how many rows.
  ///   - known: A window that may be near, so that few rows have to be skipped.
  ///   - total: The number of rows, if known; the last rows are then found from the end.
  func window(_ request: GridRequest, known: GridWindow?, total: Int?) async throws -> GridFound

  /// Reads the rows of a window again.
  func rows(of found: GridFound, count: Int) async throws -> [GridWindow.Row]

  /// Calls a closure with the rows of a window after each change, until the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - start: The time at which the window began to be read.
  ///   - shown: Returns the rows that the page has.
  /// - Throws: ``CannotFollow`` if they have to be read again after commits.
  func follow(
    _ found: GridFound,
    count: Int,
    since start: ContinuousClock.Instant,
    shown: @Sendable () -> [GridWindow.Row],
    _ show: @Sendable (GridWindow.Row.Update) async throws -> Void
  ) async throws

  /// The number of rows before a place of the order; `nil` if counting them takes too long.
  func count(before place: [WireCell]) async throws -> Int?

  /// The number of rows, and the time that counting them took without waiting.
  func total() async throws -> SharedCounts.Count

  /// The keys of rows that are no longer in the result.
  func gone(of keys: [[WireCell]]) async throws -> [[WireCell]]
}

/// The number of rows of a grid, as far as it is known.
struct GridTotal: Sendable, Hashable {
  var count: Int
  /// Whether it is an estimate.
  var isAbout = false
  /// Whether counting was cut off: there are at least that many.
  var isMinimum = false
}

/// A window, and the position from which its rows are read.
struct GridFound: Sendable {
  var window: GridWindow
  var start: GridStart
  /// The number of rows at the start that are skipped; 0 if rows have keys.
  var offset = 0
}

/// The rows of an order that a statement reads.
enum GridStart: Sendable, Hashable {
  /// From the first one.
  case top
  /// From a position of the order: the values of its terms.
  case at([WireCell])
}

/// The error of a grid whose rows cannot be a live query, and are read again after commits.
struct CannotFollow: Error {}

extension GridWindow.Row {
  /// The rows of a window as they are after a commit.
  struct Update: Sendable {
    var rows: [GridWindow.Row]
    var duration: Duration
    var commit: Int?
  }
}

/// A seek to a row: the start from which it is reached by skipping the fewest rows.
struct GridSeek: Sendable, Hashable {
  var start: GridStart
  /// The number of rows in between.
  var offset: Int
  var isReversed = false

  /// - Parameters:
  ///   - index: The position of the row.
  ///   - known: Rows whose positions are known.
  ///   - total: The number of rows, if known.
  init(to index: Int, known: GridWindow?, total: Int?) {
    self.init(start: .top, offset: index)
    var distance = index
    if let total, index < total, total - 1 - index < distance {
      distance = total - 1 - index
      self.init(start: .top, offset: distance, isReversed: true)
    }
    guard let known, !known.rows.isEmpty else { return }
    let near = min(max(index - known.first, 0), known.rows.count - 1)
    let gap = index - known.first - near
    guard abs(gap) < distance else { return }
    let start = GridStart.at(known.rows[near].place)
    self =
      gap >= 0
      ? GridSeek(start: start, offset: gap)
      : GridSeek(start: start, offset: -gap - 1, isReversed: true)
  }

  init(start: GridStart, offset: Int, isReversed: Bool = false) {
    (self.start, self.offset, self.isReversed) = (start, offset, isReversed)
  }
}
