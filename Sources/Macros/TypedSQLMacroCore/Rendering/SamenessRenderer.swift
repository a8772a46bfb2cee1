/// A renderer of `_isSame(_:_:)`, by which live queries decide whether a row has changed.
///
/// There is one statement for each column, since a long chain of `&&` is slow to type-check. Enums
/// and drafts have no such function: they are compared by what they encode.
struct SamenessRenderer {
  let columns: [ColumnModel]

  var lines: Lines {
    Lines("public nonisolated static func _isSame(_ left: Self, _ right: Self) -> Bool") {
      if columns.isEmpty {
        "true"
      } else {
        "var rows = TypedSQL._RowComparison()"
        for column in columns { comparison(of: column) }
        "return rows.areSame"
      }
    }
  }

  private func comparison(of column: ColumnModel) -> String {
    let property = column.property
    return "rows.compare(left.\(property), right.\(property), \(column.queryType.text).self)"
  }
}
