/// Renders `init(decoder:)`, which reads the columns in order, by index.
struct DecodingRenderer {
  static let signature = "init(decoder: inout some TypedSQL.QueryDecoder) throws"

  let columns: [ColumnModel]
  /// Whether types may be out of sight, so that the columns have to tell them.
  var isNested = false

  var lines: Lines {
    Lines("public nonisolated \(Self.signature)") {
      for column in columns {
        "self.\(column.property) = try decoder.column(\(type(of: column)))"
      }
    }
  }

  private func type(of column: ColumnModel) -> String {
    isNested && !column.queryType.isWellKnown
      ? "Self.columns.\(column.property)" : "\(column.queryType.text).self"
  }
}
