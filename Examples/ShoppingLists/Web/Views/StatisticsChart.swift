import ShoppingListsModel

/// A bar chart with one bar per category, in two parts: checked and unchecked items.
///
/// Lengths are percentages of the width, so the bars fit any screen and the text keeps its size.
struct StatisticsChart: PagePart {
  let stats: [CategoryStats]

  private static let rowHeight = 48
  private static let top = 24

  private var most: Int { max(stats.map(\.itemCount).max() ?? 1, 1) }
  private var height: Int { Self.top + stats.count * Self.rowHeight + 24 }

  var node: Node {
    tag("figure") {
      tag(
        "svg",
        .classes("chart"),
        .role("img"),
        .label("Items by category: the numbers are in the table."),
        .other("width", "100%"),
        .other("height", "\(height)")
      ) {
        for tick in ChartScale.ticks(to: most) { line(at: tick) }
        for (index, category) in stats.enumerated() { bar(category, index) }
        names
      }
    }
  }

  /// Direct labels for the parts of the bars, instead of a legend.
  @NodeBuilder private var names: [Node] {
    text("in the basket", x: "0", y: 14, "part-name", "basket")
    text("to buy", x: "100%", y: 14, "part-name", "rest", isAtEnd: true)
  }

  @NodeBuilder private func line(at tick: Int) -> [Node] {
    let x = share(tick)
    tag(
      "line",
      .classes("grid"),
      .other("x1", x),
      .other("x2", x),
      .other("y1", "\(Self.top)"),
      .other("y2", "\(height - 20)")
    )
    text(
      "\(tick)",
      x: x,
      y: height - 4,
      "tick",
      tick == 0 ? "first" : nil,
      isAtEnd: tick == most
    )
  }

  @NodeBuilder private func bar(_ category: CategoryStats, _ index: Int) -> [Node] {
    let y = Self.top + index * Self.rowHeight
    text("\(category.emoji) \(category.name)", x: "0", y: y + 18, "bar-name", nil)
    text(
      "\(category.completedCount) of \(category.itemCount)",
      x: "100%",
      y: y + 18,
      "bar-sum",
      nil,
      isAtEnd: true
    )
    part(
      "rest",
      from: category.completedCount,
      category.itemCount - category.completedCount,
      y + 26
    )
    part("basket", from: 0, category.completedCount, y + 26)
  }

  @NodeBuilder private func part(_ name: String, from start: Int, _ count: Int, _ y: Int) -> [Node]
  {
    if count > 0 {
      tag(
        "rect",
        .classes("bar", name),
        .other("x", share(start)),
        .other("y", "\(y)"),
        .other("width", share(count)),
        .other("height", "12"),
        .other("rx", "3")
      )
    }
  }

  private func text(
    _ text: String,
    x: String,
    y: Int,
    _ first: String,
    _ second: String?,
    isAtEnd: Bool = false
  ) -> Node {
    tag("text", .classes(first, second, isAtEnd ? "end" : nil), .other("x", x), .other("y", "\(y)"))
    {
      text
    }
  }

  /// Returns a number as a percentage of the width, always with a decimal point.
  private func share(_ count: Int) -> String {
    let thousandths = count * 100_000 / most
    let fraction = String(1_000 + thousandths % 1_000).dropFirst()
    return "\(thousandths / 1_000).\(fraction)%"
  }
}

/// The tick marks of a chart.
enum ChartScale {
  /// Returns at most five round numbers from zero up to a number.
  static func ticks(to most: Int) -> [Int] {
    var step = 1
    var factors = [2, 5, 10]
    while most / step > 4 {
      let factor = factors.removeFirst()
      step = factor
      if factors.isEmpty { factors = [2, 5, 10].map { $0 * factor } }
    }
    return Array(stride(from: 0, through: most, by: step))
  }
}
