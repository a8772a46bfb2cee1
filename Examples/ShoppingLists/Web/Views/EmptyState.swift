/// A placeholder for empty content.
struct EmptyState: PagePart {
  /// A link to the next step.
  struct Link {
    let text: String
    let path: WebPath

    init(_ text: String, _ path: WebPath) { (self.text, self.path) = (text, path) }
  }

  let icon: Icon
  let title: String
  let text: String
  let link: Link?
  /// An additional CSS class.
  var className: String?

  init(
    _ icon: Icon,
    _ title: String,
    _ text: String = "",
    link: Link? = nil,
    className: String? = nil
  ) {
    (self.icon, self.title, self.text, self.link) = (icon, title, text, link)
    self.className = className
  }

  var node: Node {
    tag("div", .classes("empty", className)) {
      icon
      tag("p", .classes("empty-title"), .other("dir", "auto")) { title }
      if !text.isEmpty { tag("p") { text } }
      if let link {
        tag("a", .classes("button", "primary"), .href(link.path), .flag("data-sheet")) { link.text }
      }
    }
  }
}
