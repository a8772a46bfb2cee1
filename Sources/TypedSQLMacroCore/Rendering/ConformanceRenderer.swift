/// Renders the extension that makes a type a table.
struct ConformanceRenderer {
  let table: TableModel

  /// The extension.
  ///
  /// - Parameters:
  ///   - type: The type with all that it is nested in.
  ///   - missing: The protocols that the type does not conform to yet.
  func lines(extending type: String, missing: Set<String>) -> Lines {
    let protocols = table.conformances.filter(missing.contains).map { "TypedSQL.\($0)" }
    let clause = protocols.isEmpty ? "" : ": " + protocols.joined(separator: ", ")
    return Lines {
      table.availability
      Lines("nonisolated extension \(type)\(clause)") {
        "public typealias QueryValue = Self"
        "public typealias From = Swift.Never"
        Self.columnsProperty(isGeneric: table.isGeneric)
        "public static var tableName: String { \(table.tableName) }"
        if let schemaName = table.schemaName {
          "public static var schemaName: String? { \(schemaName) }"
        }
        coding
      }
    }
  }

  @LinesBuilder private var coding: Lines {
    switch table.content {
    case .columns(let columns):
      WidthRenderer(types: columns.map(\.queryType)).lines
      DecodingRenderer(columns: columns).lines
      EncodingRenderer(columns: columns).lines
    case .cases(let cases):
      WidthRenderer(types: cases.map(\.queryType)).lines
      CaseDecodingRenderer(cases: cases).lines
      CaseEncodingRenderer(cases: cases).lines
    }
  }

  static func columnsProperty(isGeneric: Bool) -> String {
    isGeneric
      ? "public static var columns: TableColumns { TableColumns() }"
      : "public static let columns = TableColumns()"
  }
}
