/// A renderer of the members of a table's type, except those that must be in an extension.
struct MembersRenderer {
  let table: TableModel

  var declarations: [Lines] {
    names + StaticMembersRenderer(isGeneric: table.isGeneric).declarations + content
  }

  @LinesBuilder private var name: Lines {
    "public nonisolated static var tableName: String { \(table.tableName) }"
    if let schemaName = table.schemaName {
      "public nonisolated static var schemaName: String? { \(schemaName) }"
    }
  }

  private var names: [Lines] {
    name.lines.map { Lines([$0]) }
  }

  private var content: [Lines] {
    switch table.content {
    case .columns(let columns): members(for: columns)
    case .cases(let cases): members(for: cases)
    }
  }

  private func members(for columns: [ColumnModel]) -> [Lines] {
    key + [
      WidthRenderer(types: columns.map(\.queryType)).lines,
      EncodingRenderer(columns: columns).lines,
      SamenessRenderer(columns: columns).lines,
      TableColumnsRenderer(
        typeName: table.name,
        columns: columns,
        isPublic: table.isPublic,
        isGeneric: table.isGeneric
      ).lines,
      SelectionRenderer(typeName: table.name, columns: columns, isPublic: table.isPublic).lines,
    ] + CodingPathsRenderer(columns: columns).declarations
      + (table.writesCodingKeys ? [codingKeys(of: columns)] : [])
      + (table.hasDraft ? [DraftRenderer(table: table).lines] : [])
      + WitnessRenderer(columns: columns).declarations
  }

  private func codingKeys(of columns: [ColumnModel]) -> Lines {
    Lines("private nonisolated enum CodingKeys: String, Swift.CodingKey") {
      for column in columns { "case \(column.property) = \(column.name)" }
    }
  }

  /// The key's value, unless the property already has that name.
  private var key: [Lines] {
    guard let key = table.primaryKey, key.property != "primaryKey" else { return [] }
    return [
      Lines(
        "\(key.memberAccess(isPublic: table.isPublic))nonisolated var primaryKey: \(key.propertyType.text)"
      ) {
        "self.\(key.property)"
      }
    ]
  }

  private func members(for cases: [CaseModel]) -> [Lines] {
    [
      WidthRenderer(types: cases.map(\.queryType)).lines,
      CaseDecodingRenderer(cases: cases).lines,
      CaseEncodingRenderer(cases: cases).lines,
      CaseColumnsRenderer(typeName: table.name, cases: cases, isGeneric: table.isGeneric).lines,
      CaseSelectionRenderer(typeName: table.name, cases: cases).lines,
    ] + CodingPathsRenderer(cases: cases).declarations
  }
}
