extension JSON {
  /// The document on several lines: one per member, with small arrays and objects on a single line.
  var prettyText: String {
    var text = ""
    writePretty(to: &text, indent: "")
    return text
  }

  private func writePretty(to text: inout String, indent: String) {
    let short = self.text
    guard short.utf8.count + indent.utf8.count > 80 else {
      text += short
      return
    }
    let inner = indent + "  "
    switch self {
    case .array(let elements):
      let texts = elements.map { $0.pretty(indent: inner) }
      text += "[\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let texts = members.map { "\(JSON.string($0.name).text): \($0.value.pretty(indent: inner))" }
      text += "{\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)}"
    default: text += short
    }
  }

  private func pretty(indent: String) -> String {
    var text = ""
    writePretty(to: &text, indent: indent)
    return text
  }
}
