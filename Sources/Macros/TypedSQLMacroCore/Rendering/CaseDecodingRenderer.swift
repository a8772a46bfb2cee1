/// A renderer of an enum's `init(decoder:)`, which picks the first case that is not NULL.
struct CaseDecodingRenderer {
  let cases: [CaseModel]

  var lines: Lines {
    Lines("public nonisolated \(DecodingRenderer.signature)") {
      // All values are read before one is chosen, because the decoder must end up after the last
      // column.
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
