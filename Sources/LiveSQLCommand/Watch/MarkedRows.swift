import DatabaseTypes
import IncrementalQueries

/// The rows of a result with marks on those that differ; removed ones stand where they were.
///
/// Walks both results at once: of the new rows, those that the difference does not place are the old ones that
/// stayed, in their order.
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
  func isGone(_ index: Int) -> Bool { removed.first?.index == index || left.contains(index) }
  func passGone() {
    while isGone(oldIndex) {
      if removed.first?.index == oldIndex, let item = removed.popFirst() {
        marked.append(.init(values: item.element.values, mark: .removed))
      }
      oldIndex += 1
    }
  }
  let marks = marksByIndex(difference)
  for (index, row) in rows.enumerated() {
    if !placed.contains(index) {
      passGone()
      oldIndex += 1
    }
    let mark = marks[index]
    marked.append(
      .init(values: row.values, mark: mark?.mark, changedColumns: mark?.columns ?? [])
    )
  }
  passGone()
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
