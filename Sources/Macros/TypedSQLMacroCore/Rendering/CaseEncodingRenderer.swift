/// A renderer of an enum's `_encode(into:)`, with the value of its case and NULL for all others.
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
