extension TableModel {
  /// Whether there are values that the database can provide, and so a type that may lack them.
  var hasDraft: Bool {
    role == .table && columns.contains { $0.isPrimaryKey || $0.isLazilyInitializable }
  }

  /// The draft's columns: those that can be written, with those that the database may provide as
  /// optionals.
  var draftColumns: [ColumnModel] {
    columns.filter { !$0.isGenerated }.map(\.drafted)
  }
}

extension ColumnModel {
  fileprivate var drafted: ColumnModel {
    var column = self
    guard isPrimaryKey || isLazilyInitializable else { return column }
    if type?.isOptional != true {
      column.type = propertyType.optional
      column.representation = representation?.optional
    }
    column.defaultValue = "nil"
    if isPrimaryKey { column.isConstant = false }
    column.isPrimaryKey = false
    return column
  }
}
