/// A renderer of an enum's `TableColumns`, with a column or a group of columns for each case.
struct CaseColumnsRenderer {
  let typeName: String
  let cases: [CaseModel]
  var isGeneric = false

  var lines: Lines {
    Lines("public nonisolated struct TableColumns: TypedSQL.TableDefinition") {
      "public typealias QueryValue = \(typeName)"
      "public init() {}"
      for column in cases {
        "public let \(column.identifier) = "
          + "TypedSQL._CaseColumn<QueryValue, \(column.queryType.text)>.for(\(column.name))"
      }
      ColumnListRenderer(properties: cases.map(\.identifier), isGeneric: isGeneric).lines
    }
  }
}
