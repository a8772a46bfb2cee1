/// A decorative icon, drawn by `Resources/parts.css`.
enum Icon: String, CaseIterable, PagePart {
  case back, pencil, trash, plus, chart, search, basket, up, down

  var node: Node {
    tag("i", .classes("icon", "icon-\(rawValue)"), .other("aria-hidden", "true"))
  }
}
