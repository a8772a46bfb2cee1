import DatabaseTypes

/// The state of a grid's feed, and what was sent to its page.
struct GridFeedState: Sendable {
  /// The rows of a window, with their position and total number.
  struct Shown: Sendable {
    var window: GridWindow
    var total: Int?
    var isAbout = false
    var isMinimum = false
    var duration = Duration.zero
    var commit: Int?

    func hasSameNumbers(as other: Shown) -> Bool {
      window.first == other.window.first && total == other.total && isAbout == other.isAbout
        && isMinimum == other.isMinimum
    }
  }

  /// An event for the page.
  enum News: Sendable {
    /// An error, with the number of the request.
    case problem(String, request: Int?)
    /// All rows of a requested window.
    case whole(Shown, request: Int?)
    /// The difference from what was sent last.
    case change(Shown, Shown)
  }

  private(set) var request: GridRequest
  /// The page's number for its newest request.
  private var number: Int?
  /// Counts the requested windows; results for an older one are dropped.
  private(set) var generation = 0
  private var shown: Shown?
  private var sent: Shown?
  private var problem: String?
  private var isWhole = true
  private var isLoading = true
  private(set) var isStopped = false
  /// The number of rows, or an estimate; `nil` before they were counted.
  private(set) var total: Int?
  /// Whether the number is an estimate, or is being counted again.
  private(set) var isAbout = false {
    didSet { if isAbout != oldValue { shown?.isAbout = isAbout } }
  }
  /// Whether counting was cut off: there are at least that many rows, or any number.
  private(set) var isMinimum = false {
    didSet { if isMinimum != oldValue { shown?.isMinimum = isMinimum } }
  }
  var notify: @Sendable () -> Void = {}
  var rowsTask: Task<Void, Never>?
  var totalTask: Task<Void, Never>?

  init(request: GridRequest, number: Int?) {
    (self.request, self.number) = (request, number)
  }

  var window: GridWindow? { shown?.window }

  /// The row at a position, as it was sent to the page.
  func sentRow(at place: Int) -> GridWindow.Row? {
    guard let window = sent?.window, window.first <= place else { return nil }
    return window.rows.dropFirst(place - window.first).first
  }
}

// MARK: - Requests

extension GridFeedState {
  mutating func move(to request: GridRequest, number: Int?) {
    (self.request, self.number) = (request, number)
    generation += 1
    (isWhole, isLoading, problem) = (true, true, nil)
  }

  /// Cancels what the page waits for: the read of its rows, or else their first count.
  ///
  /// The rows that it shows stay live.
  mutating func cancel() -> Task<Void, Never>? {
    if isLoading { return rowsTask }
    guard total == nil else { return nil }
    isMinimum = true
    return totalTask
  }

  mutating func stop() -> [Task<Void, Never>] {
    isStopped = true
    notify = {}
    return [rowsTask, totalTask].compactMap { $0 }
  }
}

// MARK: - Reading

extension GridFeedState {
  /// Receives the first rows of a requested window.
  mutating func show(_ window: GridWindow, in duration: Duration, of generation: Int) {
    guard generation == self.generation else { return }
    isLoading = false
    if isAbout, let total, !window.rows.isEmpty {
      let end = window.first + window.rows.count
      let isEnd = window.rows.count < request.count
      self.total = isEnd ? end : max(total, end)
      if isEnd { isMinimum = false }
    }
    shown = Shown(
      window: window,
      total: total,
      isAbout: isAbout,
      isMinimum: isMinimum,
      duration: duration
    )
  }

  /// Receives the current rows of the window.
  mutating func show(
    _ rows: [GridWindow.Row],
    in duration: Duration,
    of generation: Int,
    commit: Int? = nil
  ) {
    guard generation == self.generation else { return }
    shown?.window.rows = rows
    shown?.duration = duration
    shown?.commit = commit
  }

  /// Receives the position of the window's first row among all rows.
  mutating func begin(at first: Int, of generation: Int) {
    if generation == self.generation { shown?.window.first = first }
  }

  /// Records that rows are counted again, so that their number is uncertain until then.
  mutating func beginCount() { (isAbout, isMinimum) = (true, false) }

  mutating func count(_ total: GridTotal) {
    (isAbout, isMinimum) = (total.isAbout, total.isMinimum)
    // An estimate must not hide rows that the page has.
    let end = shown.map { $0.window.first + $0.window.rows.count } ?? 0
    // A window with fewer rows than requested contains the last one.
    if let shown, shown.window.rows.count < request.count { isMinimum = false }
    self.total = isAbout ? max(total.count, end) : total.count
    shown?.total = self.total
  }

  mutating func fail(_ sentence: String, of generation: Int) {
    guard generation == self.generation, !isStopped else { return }
    isLoading = false
    problem = sentence
  }

  /// Records that a read was cancelled, by the page unless the subscription has ended.
  mutating func wasCancelled(_ generation: Int) {
    if isLoading { fail("Cancelled.", of: generation) }
  }
}

// MARK: - Events

extension GridFeedState {
  mutating func takeNews() -> News? {
    if let problem {
      self.problem = nil
      return .problem(problem, request: number)
    }
    guard !isLoading, let shown else { return nil }
    let old = sent
    sent = shown
    guard !isWhole, let old else {
      isWhole = false
      return .whole(shown, request: number)
    }
    return .change(old, shown)
  }
}
