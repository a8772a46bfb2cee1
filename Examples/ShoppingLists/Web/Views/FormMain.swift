/// The main part of a page with a form; the script shows the form as a dialog instead.
struct FormMain<Content: PagePart>: PagePart {
  let title: String
  let accent: String?
  /// The target and the title of the back link.
  let back: (path: WebPath, name: String)
  let content: Content

  var node: Node {
    tag("main", .id("main"), .classes("narrow", accent), .other("tabindex", "-1")) {
      tag("header", .id("head")) {
        tag("a", .id("back"), .classes("back", "always"), .href(back.path)) {
          Icon.back
          tag("span", .other("dir", "auto")) { back.name }
        }
        tag("h1", .id("title"), .other("dir", "auto")) { title }
      }
      tag("div", .id("form")) { content }
    }
  }
}

/// The submit button and the cancel link of a form.
struct FormButtons: PagePart {
  let button: String
  let cancel: WebPath

  var node: Node {
    tag("div", .classes("buttons")) {
      tag("a", .classes("button", "cancel"), .href(cancel)) { "Cancel" }
      tag("button", .type("submit"), .classes("primary")) { button }
    }
  }
}
