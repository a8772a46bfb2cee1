/// Renders `_encode(into:)` of an enum: the value of its case, and NULLs for all others.
struct CaseEncodingRenderer {
  let cases: [CaseModel]

  var lines: Lines {
    Lines(EncodingRenderer.signature) {
      for column in cases {
        let type = column.queryType.optional.text
        "if case .\(column.identifier)(\(column.associated("let value"))) = self {"
        "  encoder.encode(value, as: \(type).self)"
        "} else {"
        "  encoder.encode(nil, as: \(type).self)"
        "}"
      }
    }
  }
}
