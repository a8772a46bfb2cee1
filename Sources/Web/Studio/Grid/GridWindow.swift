import DatabaseTypes

/// The rows of a grid that the page shows.
struct GridWindow: Sendable, Hashable {
  struct Row: Sendable, Hashable {
    /// The key; empty for a row of a view, which has none.
    var key: [WireCell]
    /// The values of the order's terms.
    var place: [WireCell]
    var cells: [WireCell]
  }

  /// The position of the first row among all rows.
  var first: Int
  var rows: [Row]
}

/// The difference between two windows, which the page gets after a change.
struct GridDifference: Sendable, Hashable {
  struct Cell: Sendable, Hashable {
    var column: Int
    var value: WireCell
  }

  /// The changed cells of a row that stayed, by its position in the new window.
  struct ChangedRow: Sendable, Hashable {
    var place: Int
    var cells: [Cell]
  }

  /// The position of each row in the old window; -1 for a new row.
  private(set) var order: [Int] = []
  /// The positions of the new rows.
  private(set) var added: [Int] = []
  private(set) var changed: [ChangedRow] = []
  /// The positions in the old window of the rows that are no longer shown.
  private(set) var removed: [Int] = []

  /// Compares two windows; rows with the same key are the same row.
  init(from old: [GridWindow.Row], to new: [GridWindow.Row]) {
    // A view has no keys: its rows are identified by their positions.
    let isKeyed = old.first?.key.isEmpty != true
    // Mostly no row moves, and the dictionary is not needed.
    lazy var places =
      isKeyed
      ? Dictionary(old.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
      : [:]
    var hasStayed = [Bool](repeating: false, count: old.count)
    for (place, row) in new.enumerated() {
      let isUnmoved = place < old.count && (!isKeyed || old[place].key == row.key)
      let before = isUnmoved ? place : places[row.key]
      guard let before, !hasStayed[before] else {
        order.append(-1)
        added.append(place)
        continue
      }
      order.append(before)
      hasStayed[before] = true
      let cells = Self.cells(from: old[before].cells, to: row.cells)
      if !cells.isEmpty { changed.append(ChangedRow(place: place, cells: cells)) }
    }
    removed = old.indices.filter { !hasStayed[$0] }
  }

  private static func cells(from old: [WireCell], to new: [WireCell]) -> [Cell] {
    if old == new { return [] }
    return zip(old, new).enumerated()
      .compactMap { $1.0.isSame(as: $1.1) ? nil : Cell(column: $0, value: $1.1) }
  }

  /// Whether there is no difference.
  var isEmpty: Bool {
    added.isEmpty && changed.isEmpty && removed.isEmpty && order.elementsEqual(order.indices)
  }
}
