/// A progress bar of a long task, which is redrawn on a terminal, and omitted elsewhere.
///
/// It is a value without a clock: the time is passed in, and the text to write is returned.
///
/// ```
/// Backing up ███████████▌            48 %  1,203 of 2,500 pages
/// ```
struct ProgressBar {
  /// The name of the activity: "Backing up".
  package let title: String
  /// The unit that is counted: "pages".
  package let unit: String
  /// The width of the terminal; `nil` if the bar cannot be redrawn.
  let terminalWidth: Int?
  /// The palette to draw with.
  package let palette: Palette

  private var lastPercent: Int?
  private var lastTime: Duration?

  package init(title: String, unit: String, terminalWidth: Int?, palette: Palette) {
    self.title = title
    self.unit = unit
    self.terminalWidth = terminalWidth
    self.palette = palette
  }

  /// Returns the text to write now; empty if nothing visible has changed.
  ///
  /// - Parameters:
  ///   - completed: The number of units completed.
  ///   - total: The total number, as far as it is known; it may grow.
  ///   - time: The time since the start.
  package mutating func update(completed: Int, total: Int, at time: Duration) -> String {
    let percent = total > 0 ? min(100, max(0, completed) * 100 / total) : 0
    return terminalWidth.map { redrawnText(percent, completed, total, width: $0, at: time) } ?? ""
  }

  /// Returns the text to write at the end in any case: it moves past the bar's line.
  package mutating func end() -> String {
    terminalWidth != nil && lastPercent != nil ? "\n" : ""
  }

  /// Redraws at most 20 times a second, and at the end.
  private mutating func redrawnText(
    _ percent: Int,
    _ completed: Int,
    _ total: Int,
    width: Int,
    at time: Duration
  ) -> String {
    let isSoon = lastTime.map { time - $0 < .milliseconds(50) } ?? false
    if isSoon && percent < 100 || lastPercent == 100 && percent == 100 { return "" }
    lastPercent = percent
    lastTime = time
    var line = Line("\(title) ")
    line.append(bar(percent), .success)
    line.append(" \(padded(percent)) %  \(count(completed, total))")
    // Leave one column free, since some terminals wrap after writing to the last one.
    return "\r" + palette.render(line.truncated(to: width - 1)) + "\u{1b}[K"
  }

  private func count(_ completed: Int, _ total: Int) -> String {
    let unit = total == 1 && unit.hasSuffix("s") ? String(unit.dropLast()) : unit
    return "\(grouped(completed)) of \(grouped(total)) \(unit)"
  }

  private func padded(_ percent: Int) -> String {
    String(repeating: " ", count: 3 - "\(percent)".count) + "\(percent)"
  }

  /// Returns the bar, with a resolution of an eighth of a column.
  private func bar(_ percent: Int) -> String {
    let width = 24
    let eighths = width * 8 * percent / 100
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let drawn = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    return drawn + String(repeating: " ", count: width - drawn.count)
  }
}
