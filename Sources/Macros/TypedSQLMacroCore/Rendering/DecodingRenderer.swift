/// A renderer of `init(decoder:)`, which reads the columns in order, by index.
///
/// All columns are read before the first is stored. An initializer that can throw between two
/// stores builds its value in memory and copies it out, which takes as long as the decoding.
struct DecodingRenderer {
  static let signature = "init(decoder: inout some TypedSQL.QueryDecoder) throws"

  let columns: [ColumnModel]
  /// Whether types may be out of scope, so that the columns must provide them.
  var isNested = false

  var lines: Lines {
    Lines("public nonisolated \(Self.signature)") {
      for column in columns {
        "let \(local(of: column)) = try decoder.column(\(type(of: column)))"
      }
      for column in columns {
        "self.\(column.property) = \(local(of: column))"
      }
    }
  }

  private func local(of column: ColumnModel) -> String {
    column.property == "decoder" ? "_decoder" : column.property
  }

  private func type(of column: ColumnModel) -> String {
    isNested && !column.queryType.isWellKnown
      ? "Self.columns.\(column.property)" : "\(column.queryType.text).self"
  }
}
