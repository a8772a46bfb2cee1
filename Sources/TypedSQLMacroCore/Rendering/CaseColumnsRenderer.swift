/// Renders `TableColumns` of an enum: a column, or a group of them, for each case.
struct CaseColumnsRenderer {
  let typeName: String
  let cases: [CaseModel]

  var lines: Lines {
    Lines("public nonisolated struct TableColumns: TypedSQL.TableDefinition") {
      "public typealias QueryValue = \(typeName)"
      "public init() {}"
      for column in cases {
        "public let \(column.identifier) = "
          + "TypedSQL._CaseColumn<QueryValue, \(column.queryType.text)>.for(\(column.name))"
      }
      list("allColumns", of: "TableColumnExpression", by: "_allTableColumns")
      list("writableColumns", of: "WritableTableColumnExpression", by: "_writableTableColumns")
    }
  }

  private func list(_ name: String, of element: String, by member: String) -> Lines {
    Lines("public static var \(name): [any TypedSQL.\(element)]") {
      "var all: [any TypedSQL.\(element)] = []"
      for column in cases {
        "all.append(contentsOf: QueryValue.columns.\(column.identifier).\(member))"
      }
      "return all"
    }
  }
}
