/// Creates a form that is sent by POST, with hidden fields.
func postForm(
  _ action: WebPath,
  _ attributes: Attribute?...,
  hidden: [HiddenField] = [],
  @NodeBuilder children: () -> [Node]
) -> Node {
  .element(
    Element(
      name: "form",
      attributes: [.other("method", "post"), .action(action)] + attributes.compactMap(\.self),
      children: hidden.map(\.node) + children()
    )
  )
}

/// A hidden field of a form.
struct HiddenField: PagePart {
  let name: StaticString
  let value: Attribute.Value

  /// A new key for the created row, so that sending the form twice creates one row.
  static func freshKey(_ name: StaticString) -> HiddenField {
    HiddenField(name: name, value: .freshKey)
  }

  static func text(_ name: StaticString, _ text: String) -> HiddenField {
    HiddenField(name: name, value: .text(text))
  }

  var node: Node { tag("input", .type("hidden"), .name(name), Attribute("value", value)) }
}
