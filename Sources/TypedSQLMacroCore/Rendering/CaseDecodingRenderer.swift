/// Renders `init(decoder:)` of an enum: the first case whose columns are not NULL.
struct CaseDecodingRenderer {
  let cases: [CaseModel]

  var lines: Lines {
    Lines("public nonisolated \(DecodingRenderer.signature)") {
      // All are read before one is chosen: in the end the decoder has to stand behind the last column.
      for (index, column) in cases.enumerated() {
        "let value\(index) = try decoder.column(\(column.queryType.optional.text).self)"
      }
      branches
    }
  }

  private var branches: Lines {
    var lines: [String] = []
    for (index, column) in cases.enumerated() {
      lines.append("\(index == 0 ? "" : "} else ")if let value\(index) {")
      lines.append("  self = .\(column.identifier)(\(column.associated("value\(index)")))")
    }
    return Lines(
      lines + ["} else {", "  throw TypedSQL.QueryDecodingError.missingRequiredColumn", "}"]
    )
  }
}
