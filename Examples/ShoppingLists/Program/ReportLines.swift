import ShoppingListsModel
import Terminal

/// Returns the lines for lists: `▓▓▓░░░  3/6  Groceries`.
func lines(of lists: [ShoppingListWithCount]) -> [Line] {
  guard !lists.isEmpty else {
    return [Line("There is no list yet. Type: ShoppingLists new TITLE", .secondary)]
  }
  let counts = lists.map { "\($0.completedCount)/\($0.itemCount)" }
  let width = counts.map(\.count).max() ?? 0
  return zip(lists, counts).map { list, count in
    var line = Line(bar(list.completionPercentage), .success)
    line.append("  \(padding(count, to: width))\(count)  ", .secondary)
    line.append(list.title)
    return line
  }
}

/// Returns the lines for items, grouped by category.
func lines(of items: [ItemWithCategory], stats: [CategoryStats]) -> [Line] {
  guard !items.isEmpty else { return [Line("The list is empty.", .secondary)] }
  let lines = stats.flatMap { category -> [Line] in
    let ofCategory = items.filter { $0.categoryId == category.id }
    return [line(of: category)] + ofCategory.map { line(of: $0.item) }
  }
  guard let total = items.map(\.item).total else { return lines }
  return lines + [Line("Total \(total.amountText)", .heading)]
}

/// Returns the line for an item: `[x] 2× Milk  2.58  from the farm`.
func line(of item: ShoppingItem) -> Line {
  var line = Line("  \(item.isCompleted ? "[x]" : "[ ]") ", .secondary)
  line.append(item.displayName, item.isCompleted ? .secondary : .plain)
  if let amount = item.amount { line.append("  \(amount.amountText)", .secondary) }
  if !item.notes.isEmpty { line.append("  \(item.notes)", .secondary) }
  return line
}

/// Returns the line for a category: `🥬 Produce 1/2`.
func line(of category: CategoryStats) -> Line {
  var line = Line("\(category.emoji) \(category.name)", .heading)
  line.append(" \(category.completedCount)/\(category.itemCount)", .secondary)
  return line
}

/// Returns a fraction as a bar of ten cells.
private func bar(_ share: Double) -> String {
  let full = Int((share * 10).rounded())
  return String(repeating: "▓", count: full) + String(repeating: "░", count: 10 - full)
}

private func padding(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count))
}
