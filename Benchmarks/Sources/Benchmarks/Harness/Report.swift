import Foundation

/// The answers, with the machine that they were measured on.
struct Report: Encodable {
  let machine = Machine()
  let rounds: Int
  let clock: Clock
  let margin = Answer.margin
  let answers: [Answer]
  let figures: [MeasuredFigure]
  let renderTime: RenderTime?
  let matchTime: MatchTime?
  let foundByKeys: FoundByKeys?
  let idleMemory: IdleMemory?

  init(
    answers: [Answer],
    figures: [MeasuredFigure],
    renderTime: RenderTime?,
    matchTime: MatchTime?,
    foundByKeys: FoundByKeys?,
    idleMemory: IdleMemory?,
    _ options: Options
  ) {
    self.answers = answers
    self.figures = figures
    self.renderTime = renderTime
    self.matchTime = matchTime
    self.foundByKeys = foundByKeys
    self.idleMemory = idleMemory
    rounds = options.rounds
    clock = options.clock
  }

  /// Whether no answer exceeds its bar.
  var isWithinBars: Bool {
    answers.allSatisfy(\.isWithinBar) && figures.allSatisfy(\.isWithinBar)
      && renderTime?.isWithinBar != false && matchTime?.isWithinBar != false
      && foundByKeys?.isWithinBar != false
  }

  /// The report as one line of JSON.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// The report for people, which is also Markdown.
  var table: String {
    let answers = lines(
      [["question", "baseline ms", "ours ms", "ratio", "bar", ""]] + answers.map(\.cells)
    )
    let figures = lines([["live queries", "", "bar", ""]] + figures.map(\.cells))
    let others = [renderTime?.text, matchTime?.text, foundByKeys?.text, idleMemory?.text]
      .compactMap(\.self)
    return (answers + [""] + figures + [""] + others + [footnote, ""]).joined(separator: "\n")
  }

  /// Returns the lines of a table; none if it has only a header.
  private func lines(_ rows: [[String]]) -> [String] {
    guard rows.count > 1 else { return [] }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = zip(row, widths).enumerated().map { index, cell in
        index == 0 ? cell.0.padded(to: cell.1) : cell.0.leftPadded(to: cell.1)
      }
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { index, width in
      String(repeating: "-", count: width) + (index == 0 ? "-" : ":")
    }
    lines.insert("|-" + rule.joined(separator: "|-") + "|", at: 1)
    return lines
  }

  private var footnote: String {
    """
    \(machine.description)
    Medians of \(rounds) rounds, \(clock.rawValue) time. A bar is passed above \(Answer.margin) times it, which allows for noise.
    """
  }
}

extension Answer {
  fileprivate var cells: [String] {
    [
      "\(name): \(work)", baselineMilliseconds.text(digits: 2), ourMilliseconds.text(digits: 2),
      ratio.text(digits: 3), bar?.text(digits: 2) ?? "–", verdict,
    ]
  }
}

extension Answer {
  private var verdict: String {
    if bar == nil { return "" }
    return isWithinBar ? "ok" : "FAIL"
  }
}

extension Double {
  func text(digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }

  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(width - count, 0)) + self
  }
}
