import DatabaseTypes
import Terminal

/// A table of text cells with column widths.
struct TableGrid {
  private let names: [String]
  private let rows: [TablePrinter.MarkedRow]
  private let cells: [[CellText]]
  private let isNumeric: [Bool]
  private let widths: [Int]
  /// Whether cells that are wider than their column are cut.
  private let isCut: Bool

  private static let separator = " │ "

  init(columns: [String], rows: [TablePrinter.MarkedRow], width: Int?) {
    isCut = width != nil
    names = columns.map(showingControls)
    self.rows = rows
    cells = rows.map { row in row.values.map { CellText($0) } }
    var natural = names.map { max(1, displayWidth($0)) }
    var isNumeric = names.map { _ in false }
    var isOther = isNumeric
    for row in cells {
      for (column, cell) in zip(natural.indices, row) {
        natural[column] = max(natural[column], displayWidth(cell.text))
        if cell.isNumber {
          isNumeric[column] = true
        } else if cell.text != "NULL" {
          isOther[column] = true
        }
      }
    }
    self.isNumeric = zip(isNumeric, isOther).map { $0 && !$1 }
    widths = Self.fit(natural, isNumeric: self.isNumeric, to: width)
  }

  /// The names of the columns.
  var head: Line {
    joined(widths.indices.map { padded(names[$0], .heading, column: $0, isRight: isNumeric[$0]) })
  }

  /// The rule below the head.
  var rule: Line {
    Line(widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─"), .secondary)
  }

  /// Returns the line of a row.
  func line(of row: Int) -> Line {
    joined(
      zip(widths.indices, cells[row]).map { column, cell in
        let isChanged = rows[row].changedColumns.contains(column)
        let style = isChanged ? .updated : cell.style
        return padded(cell.text, style, column: column, isRight: cell.isNumber)
      }
    )
  }

  /// Returns the line of a row that came after the widths were chosen.
  ///
  /// If there is no limit to the width, its cells may be wider than their columns.
  func line(ofLater values: [DatabaseValue]) -> Line {
    joined(
      zip(widths.indices, values).map { column, value in
        let cell = CellText(value)
        return padded(cell.text, cell.style, column: column, isRight: cell.isNumber)
      }
    )
  }

  /// A note about the columns that do not fit.
  var note: [Line] {
    let hidden = names[widths.count...]
    guard !hidden.isEmpty else { return [] }
    let count = "\(hidden.count) more column\(hidden.count == 1 ? "" : "s")"
    return [Line("(\(count): \(hidden.joined(separator: ", ")))", .secondary)]
  }

  private func joined(_ cells: [Line]) -> Line {
    var line = Line()
    for (index, cell) in cells.enumerated() {
      if index > 0 { line.append(Self.separator, .secondary) }
      line.append(cell)
    }
    return line
  }

  private func padded(_ text: String, _ style: Style, column: Int, isRight: Bool) -> Line {
    let text = isCut ? truncate(text, to: widths[column]) : text
    let gap = String(repeating: " ", count: max(0, widths[column] - displayWidth(text)))
    var line = Line()
    if isRight { line.append(gap) }
    line.append(text, style)
    if !isRight, column < widths.count - 1 { line.append(gap) }
    return line
  }
}

extension TableGrid {
  /// The smallest useful width of a column.
  private static let leastWidth = 8

  /// Returns the widths of the columns that fit; there is always at least one.
  static func fit(_ natural: [Int], isNumeric: [Bool], to limit: Int?) -> [Int] {
    guard let limit else { return natural }
    let least = zip(natural, isNumeric).map { $1 ? min($0, 24) : min($0, leastWidth) }
    var count = natural.count
    while count > 1, total(least.prefix(count)) > limit { count -= 1 }
    let room = max(1, limit - (count - 1) * separator.count)
    if count == 1 { return [min(natural[0], room)] }
    return shared(room, natural: Array(natural.prefix(count)), least: Array(least.prefix(count)))
  }

  private static func total(_ widths: ArraySlice<Int>) -> Int {
    widths.reduce(0, +) + (widths.count - 1) * separator.count
  }

  /// Cuts the widest columns to the largest common width that fits; the first gets what is left.
  private static func shared(_ room: Int, natural: [Int], least: [Int]) -> [Int] {
    func widths(cappedAt cap: Int) -> [Int] { zip(natural, least).map { max($1, min($0, cap)) } }
    func isFitting(_ cap: Int) -> Bool { widths(cappedAt: cap).reduce(0, +) <= room }
    var low = 0
    var high = natural.max() ?? 0
    if isFitting(high) { return natural }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isFitting(middle) { low = middle } else { high = middle }
    }
    var shared = widths(cappedAt: low)
    var left = room - shared.reduce(0, +)
    for index in shared.indices where left > 0 && shared[index] == low && natural[index] > low {
      shared[index] += 1
      left -= 1
    }
    return shared
  }
}
