import DatabaseTypes

/// Draws rows as a table for people.
///
/// ```
/// id │ name      │ total
/// ───┼───────────┼──────
///  1 │ Ana Costa │  12.5
/// ```
///
/// - Numbers stand at the right, NULL and blobs are dimmed, control characters are shown as escapes.
/// - Where the table is wider than the terminal, the widest columns are cut with `…`, those of numbers last; if
///   that is not enough, the last columns are left out, and a note names them.
struct TablePrinter {
  /// The names of the columns.
  let columns: [String]
  /// The widest line that may be drawn; `nil` where there is no limit.
  var width: Int?

  /// A row, and what happened to it.
  struct MarkedRow: Sendable, Equatable {
    let values: [DatabaseValue]
    var mark: RowMark?
    /// The columns whose values changed.
    var changedColumns: Set<Int> = []
    /// Whether it is the one that was looked for.
    var isSelected = false
  }

  /// The head, a rule, the rows; and a note where columns are left out.
  ///
  /// - Parameter hasMarks: Whether to keep a place before each row for its mark.
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

  /// A table of plain rows.
  func lines(_ rows: [[DatabaseValue]]) -> [Line] {
    lines(rows.map { MarkedRow(values: $0) })
  }
}

/// What happened to a row of a live result.
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
  /// A line with the mark before it; a row that came or went is wholly in its colour.
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
