import DatabaseTypes
import IncrementalQueries

/// The steps that turn one result into another, as the page understands them.
struct ResultPatch {
  /// The position of each row in the old result; -1 for a new row.
  private(set) var order: [Int]
  private let difference: Difference<Row>

  init(_ difference: Difference<Row>) {
    self.difference = difference
    order = Self.order(of: difference)
  }

  private static func order(of difference: Difference<Row>) -> [Int] {
    let unknown = Int.min
    var order = Array(repeating: unknown, count: difference.newCount)
    for inserted in difference.inserted { order[inserted.index] = -1 }
    for updated in difference.updated { order[updated.newIndex] = updated.oldIndex }
    for moved in difference.moved { order[moved.newIndex] = moved.oldIndex }
    var elsewhere = Set(difference.removed.map(\.index))
    elsewhere.formUnion(difference.updated.map(\.oldIndex))
    elsewhere.formUnion(difference.moved.map(\.oldIndex))
    // The other rows are in both results, in the same order.
    var old = 0
    for index in order.indices where order[index] == unknown {
      while elsewhere.contains(old) { old += 1 }
      order[index] = old
      old += 1
    }
    return order
  }

  /// The members of an event: `order`, `rows` and `changed`.
  ///
  /// - Parameter cell: The JSON of a value in a column.
  func members(_ cell: (DatabaseValue, Int) -> String) -> String {
    let rows = difference.inserted.map { inserted in
      let cells = inserted.element.values.enumerated().map { cell($1, $0) }
      return "{\"i\":\(inserted.index),\"k\":null,\"c\":[\(cells.joined(separator: ","))]}"
    }
    let changed = difference.updated.map { updated in
      let cells = updated.newElement.values.enumerated()
        .filter { $1 != updated.oldElement.values[$0] }
        .map { "[\($0),\(cell($1, $0))]" }
      return "{\"i\":\(updated.newIndex),\"c\":[\(cells.joined(separator: ","))]}"
    }
    return "\"order\":[\(order.map(String.init).joined(separator: ","))],"
      + "\"rows\":[\(rows.joined(separator: ","))],\"changed\":[\(changed.joined(separator: ","))]"
  }
}
