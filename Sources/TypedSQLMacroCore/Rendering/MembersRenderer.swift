/// Renders the types that a table's type gets as members.
struct MembersRenderer {
  let table: TableModel

  var declarations: [Lines] {
    switch table.content {
    case .columns(let columns):
      let types = [columnsOfStruct(columns), selectionOfStruct(columns)]
      let draft = table.hasDraft ? [DraftRenderer(table: table).lines] : []
      return types + draft + WitnessRenderer(columns: columns).declarations
    case .cases(let cases):
      return [
        CaseColumnsRenderer(typeName: table.name, cases: cases).lines,
        CaseSelectionRenderer(typeName: table.name, cases: cases).lines,
      ]
    }
  }

  private func columnsOfStruct(_ columns: [ColumnModel]) -> Lines {
    TableColumnsRenderer(typeName: table.name, columns: columns, isPublic: table.isPublic).lines
  }

  private func selectionOfStruct(_ columns: [ColumnModel]) -> Lines {
    SelectionRenderer(typeName: table.name, columns: columns, isPublic: table.isPublic).lines
  }
}
