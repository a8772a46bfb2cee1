/// A table drawn with box characters.
///
/// If a value has several lines, rows are separated by rules.
struct TableDrawing {
  /// The drawn table.
  let text: String

  init(_ rows: [[Any]]) {
    let cells = rows.map { row in
      row.map { value in
        ValueDescription(value).text.split(separator: "\n", omittingEmptySubsequences: false)
          .map(String.init)
      }
    }
    let columnCount = cells.map(\.count).max() ?? 0
    let widths = (0..<columnCount).map { column in
      cells.map { $0[column].map(\.count).max() ?? 0 }.max() ?? 0
    }
    let separates = cells.contains { $0.contains { $0.count > 1 } }
    var lines = [Self.rule(widths, "┌─", "─┬─", "─┐")]
    for (index, row) in cells.enumerated() {
      lines += Self.lines(row, widths)
      if separates, index < cells.count - 1 { lines.append(Self.rule(widths, "├─", "─┼─", "─┤")) }
    }
    lines.append(Self.rule(widths, "└─", "─┴─", "─┘"))
    text = lines.joined(separator: "\n")
  }

  private static func rule(_ widths: [Int], _ start: String, _ cross: String, _ end: String)
    -> String
  {
    start + widths.map { String(repeating: "─", count: $0) }.joined(separator: cross) + end
  }

  private static func lines(_ row: [[String]], _ widths: [Int]) -> [String] {
    (0..<(row.map(\.count).max() ?? 0)).map { line in
      let parts = zip(row, widths).map { cell, width in
        let part = line < cell.count ? cell[line] : ""
        return part + String(repeating: " ", count: width - part.count)
      }
      return "│ " + parts.joined(separator: " │ ") + " │"
    }
  }
}
