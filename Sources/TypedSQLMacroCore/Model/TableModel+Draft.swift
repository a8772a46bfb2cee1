extension TableModel {
  /// Whether there are values to leave to the database, and so a type that lacks them.
  var hasDraft: Bool {
    role == .table && columns.contains { $0.isPrimaryKey || $0.isLazilyInitializable }
  }

  /// The draft's columns: those that can be written, and those the database may fill as optionals.
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
