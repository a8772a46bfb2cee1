import DatabaseTypes

extension JSON {
  /// The document on one line, without spaces.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Appends the document on one line.
  func write(to text: inout String) {
    switch self {
    case .array(let elements):
      Self.write(elements, between: "[", "]", to: &text) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, between: "{", "}", to: &text) { member, text in
        SingleLineJSON.append(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
    case .string(let string): SingleLineJSON.append(string, to: &text)
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .real(let value): SingleLineJSON.append(value, to: &text)
    case .verbatim(let document): SingleLineJSON.append(document: document, to: &text)
    }
  }

  private static func write<Element>(
    _ elements: [Element],
    between open: String,
    _ close: String,
    to text: inout String,
    _ body: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      body(element, &text)
    }
    text += close
  }
}
