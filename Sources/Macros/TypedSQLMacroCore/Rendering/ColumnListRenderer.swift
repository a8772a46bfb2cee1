/// A renderer of the lists of a table's columns, which are the same for structures and enums.
///
/// The lists are created once unless the type is generic, because statements are rendered from them
/// repeatedly.
struct ColumnListRenderer {
  /// The properties of `TableColumns`.
  let properties: [String]
  let isGeneric: Bool

  @LinesBuilder var lines: Lines {
    list("allColumns", of: "TableColumnExpression") {
      "TypedSQL._tableColumns("
      Lines(properties.map { "QueryValue.columns.\($0)" }).separatedByCommas.indented
      ")"
    }
    list("writableColumns", of: "WritableTableColumnExpression") {
      "TypedSQL._writableColumns(of: allColumns)"
    }
    if !isGeneric {
      "public static let _columnList = TypedSQL._columnList(of: allColumns)"
    }
  }

  @LinesBuilder private func list(
    _ name: String,
    of element: String,
    @LinesBuilder value: () -> Lines
  ) -> Lines {
    let head = "public static \(isGeneric ? "var" : "let") \(name): [any TypedSQL.\(element)]"
    if isGeneric {
      Lines(head, body: value)
    } else {
      "\(head) ="
      value().indented
    }
  }
}
