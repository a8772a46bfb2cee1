import DatabaseTypes
import Terminal

/// A printer of rows as a table for people.
///
/// ```
/// id │ name      │ total
/// ───┼───────────┼──────
///  1 │ Ana Costa │  12.5
/// ```
///
/// - Numbers are right-aligned, NULL and blobs are dimmed, and control characters are shown as
///   escapes.
/// - If the table is wider than the terminal, the widest columns are cut with `…`, numeric ones
///   last. If that is not enough, the last columns are omitted, and a note names them.
struct TablePrinter {
  /// The names of the columns.
  let columns: [String]
  /// The largest width of a line; `nil` if there is no limit.
  var width: Int?

  /// A row, and its change.
  struct MarkedRow: Sendable, Equatable {
    let values: [DatabaseValue]
    var mark: RowMark?
    /// The columns whose values changed.
    var changedColumns: Set<Int> = []
    /// Whether it is the selected row.
    var isSelected = false
  }

  /// Returns the head, a rule and the rows, with a note if columns are omitted.
  ///
  /// - Parameter hasMarks: Whether to reserve space before each row for its mark.
  func lines(_ rows: [MarkedRow], hasMarks: Bool = false) -> [Line] {
    guard !columns.isEmpty else { return [] }
    let grid = TableGrid(columns: columns, rows: rows, width: width.map { $0 - (hasMarks ? 2 : 0) })
    var lines = [grid.head, grid.rule] + rows.indices.map { grid.line(of: $0) }
    if hasMarks {
      let marks: [RowMark?] = [nil, nil] + rows.map(\.mark)
      lines = zip(lines, marks).map { line, mark in mark.before(line) }
    }
    for (index, row) in rows.enumerated() where row.isSelected {
      lines[index + 2] = lines[index + 2].styled(.selected)
    }
    return lines + grid.note
  }

  /// Returns a table of unmarked rows.
  func lines(_ rows: [[DatabaseValue]]) -> [Line] {
    lines(rows.map { MarkedRow(values: $0) })
  }
}

/// The change of a row in a live result.
enum RowMark: Sendable, Hashable {
  case inserted, updated, removed

  var sign: String {
    switch self {
    case .inserted: "+"
    case .updated: "~"
    case .removed: "-"
    }
  }

  var style: Style {
    switch self {
    case .inserted: .inserted
    case .updated: .updated
    case .removed: .removed
    }
  }
}

extension RowMark? {
  /// Returns a line with the mark before it; an inserted or removed row is coloured as a whole.
  fileprivate func before(_ line: Line) -> Line {
    guard let mark = self else {
      var marked = Line("  ")
      marked.append(line)
      return marked
    }
    var marked = Line("\(mark.sign) ", mark.style)
    marked.append(mark == .updated ? line : line.styled(mark.style))
    return marked
  }
}
