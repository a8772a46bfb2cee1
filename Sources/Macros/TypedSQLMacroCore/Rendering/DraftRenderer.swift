/// A renderer of `Draft`, a record whose key the database may still have to assign.
struct DraftRenderer {
  let table: TableModel

  private var columns: [ColumnModel] { table.draftColumns }

  var lines: Lines {
    Lines("public nonisolated struct Draft: TypedSQL.TableDraft") {
      "public typealias SourceTable = \(table.name)"
      for member in StaticMembersRenderer(isGeneric: table.isGeneric).declarations { member }
      for column in columns { property(column) }
      memberwiseInitializer
      copyingInitializer
      WidthRenderer(types: columns.map(\.queryType)).lines
      DecodingRenderer(columns: columns).lines
      EncodingRenderer(columns: columns, leavesUnset: true).lines
      TableColumnsRenderer(
        typeName: "Draft",
        columns: columns,
        isPublic: table.isPublic,
        isGeneric: table.isGeneric,
        isDraft: true
      ).lines
      SelectionRenderer(typeName: "Draft", columns: columns, isPublic: table.isPublic).lines
    }
  }

  private func property(_ column: ColumnModel) -> String {
    let keyword = column.isConstant ? "let" : "var"
    return "\(column.access)\(keyword) \(column.property): \(column.propertyType.text)"
  }

  private var memberwiseInitializer: Lines {
    let parameters = columns.map(parameter)
    return Lines {
      "\(columns.map(\.access).mostRestrictiveAccess)init("
      Lines(parameters).separatedByCommas.indented
      Lines(")") {
        for column in columns { "self.\(column.property) = \(column.property)" }
      }
    }
  }

  private func parameter(_ column: ColumnModel) -> String {
    let parameter = "\(column.property): \(column.propertyType.text)"
    return column.impliedDefault.map { "\(parameter) = \($0)" } ?? parameter
  }

  private var copyingInitializer: Lines {
    Lines("public init(_ other: \(table.name))") {
      for column in columns { "self.\(column.property) = other.\(column.property)" }
    }
  }
}
