import DatabaseTypes

extension GridWindow.Row {
  /// Reads a row of ``GridStatement/window(from:count:offset:)``.
  init(_ values: [DatabaseValue], of statement: GridStatement) {
    let all = StoredColumns.cells(values, count: statement.read.count)
    let place = Array(all.prefix(statement.terms.count))
    key = statement.table.key.compactMap { name in
      statement.terms.firstIndex { $0.column == name }.map { place[$0] }
    }
    cells = statement.shownPlaces.map { all[$0] }
    self.place = place
  }
}
