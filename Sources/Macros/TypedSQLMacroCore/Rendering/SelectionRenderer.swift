/// A renderer of `Selection`: the columns of one result row, each given by an expression.
struct SelectionRenderer {
  let typeName: String
  let columns: [ColumnModel]
  let isPublic: Bool

  var lines: Lines {
    Lines("public nonisolated struct Selection: TypedSQL.TableExpression") {
      "public typealias QueryValue = \(typeName)"
      "public let allColumns: [any TypedSQL.QueryExpression]"
      "\(access)init("
      parameters.indented
      Lines(")") {
        "self.allColumns = TypedSQL._columns("
        Lines(labeledProperties).separatedByCommas.indented
        ")"
      }
    }
  }

  private var labeledProperties: [String] {
    let properties = columns.map(\.property)
    return ["of: \(properties[0])"] + properties.dropFirst()
  }

  private var access: String {
    columns.map { $0.memberAccess(isPublic: isPublic) }.mostRestrictiveAccess
  }

  private var parameters: Lines {
    Lines(columns.map(parameter)).separatedByCommas
  }

  private func parameter(_ column: ColumnModel) -> String {
    let type = column.queryType.text
    let parameter = "\(column.property): some TypedSQL.QueryExpression<\(type)>"
    guard let value = column.impliedDefault else { return parameter }
    return parameter + " = \(type)(queryOutput: \(value))"
  }
}

extension [String] {
  /// The most restrictive of access modifiers that have trailing spaces.
  var mostRestrictiveAccess: String {
    let order = ["fileprivate ", "", "internal ", "package "]
    return order.first(where: contains) ?? "public "
  }
}
