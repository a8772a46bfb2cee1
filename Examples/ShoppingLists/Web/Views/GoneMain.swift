/// The main part of a page whose list or item was deleted.
struct GoneMain: PagePart {
  let what: String
  let back: (path: WebPath, name: String)

  var node: Node {
    tag("main", .id("main"), .classes("narrow"), .other("tabindex", "-1")) {
      tag("div", .id("form")) {
        tag("div", .classes("empty")) {
          Icon.basket
          tag("h1", .classes("empty-title")) { "This \(what) was deleted" }
          tag("p") { "Somebody has deleted it, or the address is wrong." }
          tag("a", .classes("button", "primary"), .href(back.path)) { back.name }
        }
      }
    }
  }
}
