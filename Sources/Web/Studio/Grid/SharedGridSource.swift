import DatabaseTypes

/// The work that grids of the same rows share.
struct SharedGridWork<Piece: Hashable & Sendable>: Sendable {
  let counts = SharedCounts()
  let rows = SharedRows<Piece>()
}

/// A source of rows that follows and counts them once for all pages that show them.
protocol SharedGridSource: GridSource {
  /// A piece of the engine's SQL with its values.
  associatedtype Piece: Hashable & Sendable

  var shared: SharedGridWork<Piece> { get }

  /// The statement of a window.
  func piece(_ found: GridFound, _ count: Int) -> Piece

  /// Calls a closure with the rows of a statement after each change, until the task is cancelled.
  ///
  /// - Throws: ``CannotFollow`` if they have to be read again after commits.
  func follow(
    _ piece: Piece,
    _ show: @Sendable (GridWindow.Row.Update) async throws -> Void
  ) async throws

  /// Counts the rows.
  func countRows() async throws -> GridTotal
}

extension SharedGridSource {
  func follow(
    _ found: GridFound,
    count: Int,
    since start: ContinuousClock.Instant,
    shown: @Sendable () -> [GridWindow.Row],
    _ show: @Sendable (GridWindow.Row.Update) async throws -> Void
  ) async throws {
    let piece = piece(found, count)
    try await shared.rows.follow(
      piece,
      since: start,
      shown: shown,
      { show in try await follow(piece, show) },
      show
    )
  }

  func total() async throws -> SharedCounts.Count {
    try await shared.counts.count(text) { try await countRows() }
  }
}
