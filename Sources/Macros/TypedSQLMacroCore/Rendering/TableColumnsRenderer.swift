/// A renderer of `TableColumns`, with a column or a group of columns for each property.
struct TableColumnsRenderer {
  /// The type whose columns they are.
  let typeName: String
  let columns: [ColumnModel]
  let isPublic: Bool
  let isGeneric: Bool
  /// Whether they are columns of a draft, which also have members added to those of its table.
  var isDraft = false

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
      ColumnListRenderer(properties: columns.map(\.property), isGeneric: isGeneric).lines
    }
  }

  private var conformances: String {
    let isKeyed = columns.contains(where: \.isPrimaryKey)
    return "TypedSQL.TableDefinition"
      + (isKeyed ? ", TypedSQL.PrimaryKeyedTableDefinition" : "")
      + (isDraft ? ", TypedSQL._DraftDefinition" : "")
  }

  private func property(named name: String, _ column: ColumnModel) -> String {
    "\(column.memberAccess(isPublic: isPublic))let \(name) = \(initializer(of: column))"
  }

  private func initializer(of column: ColumnModel) -> String {
    let types = "<QueryValue, \(column.queryType.text)>"
    // With a representation, the property's type is not the column's, so its key path would not
    // fit.
    let path = column.representation == nil ? ", keyPath: \\QueryValue.\(column.property)" : ""
    if column.isGenerated {
      let storage = column.isStored ? ", isStored: true" : ""
      return "TypedSQL.GeneratedColumn\(types)(\(column.name)\(path)\(storage))"
    }
    // A type known to be a single column needs no overload resolution, which takes time.
    return column.queryType.isWellKnown
      ? "TypedSQL.TableColumn\(types)(\(column.name))"
      : "TypedSQL._TableColumn\(types).for(\(column.name)\(path))"
  }
}

extension ColumnModel {
  /// Returns the access of the column's member in a generated type, with a trailing space.
  ///
  /// It is public, even for a property that is not, unless that could expose a type that is not
  /// public.
  func memberAccess(isPublic: Bool) -> String {
    guard isPublic, !queryType.isWellKnown else { return "public " }
    return access
  }
}
