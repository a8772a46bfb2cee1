/// A renderer of `_columnWidth`, the number of SQL columns.
struct WidthRenderer {
  let types: [TypeText]

  var lines: Lines {
    let known = types.filter(\.isWellKnown).count
    let others = types.filter { !$0.isWellKnown }
    return Lines("public nonisolated static var _columnWidth: Int") {
      if others.isEmpty {
        "\(known)"
      } else {
        // Statements, because long sums are slow to type-check.
        "var width = \(known)"
        for type in others { "width += \(type.text)._columnWidth" }
        "return width"
      }
    }
  }
}
