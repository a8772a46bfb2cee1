/// Renders `TableColumns`: a column, or a group of them, for each property.
struct TableColumnsRenderer {
  /// The type whose columns they are.
  let typeName: String
  let columns: [ColumnModel]
  let isPublic: Bool
  let isGeneric: Bool

  var lines: Lines {
    Lines("public nonisolated struct TableColumns: \(conformances)") {
      "public typealias QueryValue = \(typeName)"
      "public init() {}"
      for column in columns {
        property(named: column.property, column)
      }
      if let primaryKey = columns.first(where: \.isPrimaryKey), primaryKey.property != "primaryKey"
      {
        property(named: "primaryKey", primaryKey)
      }
      list("allColumns", of: "TableColumnExpression", from: columns, by: "_allTableColumns")
      list(
        "writableColumns",
        of: "WritableTableColumnExpression",
        from: columns.filter { !$0.isGenerated },
        by: "_writableTableColumns"
      )
      // What a SELECT lists is the same each time, and statics of generic types cannot be kept.
      if !isGeneric {
        "public static let _columnList = TypedSQL._columnList(of: allColumns)"
      }
    }
  }

  private var conformances: String {
    let isKeyed = columns.contains(where: \.isPrimaryKey)
    return "TypedSQL.TableDefinition"
      + (isKeyed ? ", TypedSQL.PrimaryKeyedTableDefinition" : "")
  }

  private func property(named name: String, _ column: ColumnModel) -> String {
    "\(column.memberAccess(isPublic: isPublic))let \(name) = \(initializer(of: column))"
  }

  private func initializer(of column: ColumnModel) -> String {
    // With a representation the property's type is not the column's, so the path to it would not fit.
    let path = column.representation == nil ? ", keyPath: \\QueryValue.\(column.property)" : ""
    let types = "<QueryValue, \(column.queryType.text)>"
    return column.isGenerated
      ? "TypedSQL.GeneratedColumn\(types)(\(column.name)\(path))"
      : "TypedSQL._TableColumn\(types).for(\(column.name)\(path))"
  }

  private func list(
    _ name: String,
    of element: String,
    from columns: [ColumnModel],
    by member: String
  ) -> Lines {
    // Statements rather than one array literal, which the compiler is slow to check.
    Lines("public static var \(name): [any TypedSQL.\(element)]") {
      "var all: [any TypedSQL.\(element)] = []"
      for column in columns {
        "all.append(contentsOf: QueryValue.columns.\(column.property).\(member))"
      }
      "return all"
    }
  }
}

extension ColumnModel {
  /// The access of what stands for the column in a generated type, with a space at its end.
  ///
  /// It is public, also for a property that is not, unless that could show a type that is not public.
  func memberAccess(isPublic: Bool) -> String {
    guard isPublic, !queryType.isWellKnown else { return "public " }
    return access
  }
}
