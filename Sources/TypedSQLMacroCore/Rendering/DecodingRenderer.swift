/// Renders `init(decoder:)`, which reads the columns in order, by index.
struct DecodingRenderer {
  static let signature = "public init(decoder: inout some TypedSQL.QueryDecoder) throws"

  let columns: [ColumnModel]

  var lines: Lines {
    Lines(Self.signature) {
      for column in columns {
        "self.\(column.property) = try decoder.column(\(column.queryType.text).self)"
      }
    }
  }
}
