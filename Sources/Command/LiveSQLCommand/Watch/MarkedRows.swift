import DatabaseTypes
import IncrementalQueries

/// Returns the rows of a result with marks on differences, with removed rows at their old places.
///
/// It walks both results at once: the new rows that the difference does not place are the old ones
/// that stayed, in order.
func markedRows(_ rows: [Row], _ difference: Difference<Row>) -> [TablePrinter.MarkedRow] {
  let placed = Set(
    difference.inserted.map(\.index) + difference.moved.map(\.newIndex)
      + difference.updated.filter(\.isMoved).map(\.newIndex)
  )
  let left = Set(
    difference.moved.map(\.oldIndex) + difference.updated.filter(\.isMoved).map(\.oldIndex)
  )
  var removed = difference.removed[...]
  var marked: [TablePrinter.MarkedRow] = []
  var oldIndex = 0
  func isRemoved(_ index: Int) -> Bool { removed.first?.index == index || left.contains(index) }
  func passRemoved() {
    while isRemoved(oldIndex) {
      if removed.first?.index == oldIndex, let item = removed.popFirst() {
        marked.append(.init(values: item.element.values, mark: .removed))
      }
      oldIndex += 1
    }
  }
  let marks = marksByIndex(difference)
  for (index, row) in rows.enumerated() {
    if !placed.contains(index) {
      passRemoved()
      oldIndex += 1
    }
    let mark = marks[index]
    marked.append(
      .init(values: row.values, mark: mark?.mark, changedColumns: mark?.columns ?? [])
    )
  }
  passRemoved()
  return marked
}

private func marksByIndex(
  _ difference: Difference<Row>
) -> [Int: (mark: RowMark, columns: Set<Int>)] {
  var marks: [Int: (mark: RowMark, columns: Set<Int>)] = [:]
  for item in difference.inserted { marks[item.index] = (.inserted, []) }
  for item in difference.updated {
    let differs = zip(item.oldElement.values, item.newElement.values).map { $0 != $1 }
    marks[item.newIndex] = (.updated, Set(differs.indices.filter { differs[$0] }))
  }
  return marks
}
